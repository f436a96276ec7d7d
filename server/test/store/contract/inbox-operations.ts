import type { InboxEvent } from '../../../src/domain/inbox/event.ts';
import type { ReceiverRecord } from '../../../src/domain/inbox/receiver.ts';
import type { StepInput, StepName } from '../../../src/domain/inbox/steps.ts';
import type { InboxStore } from '../../../src/store/inbox-port.ts';
import type { PageStore } from '../../../src/store/page-port.ts';
import type { ReceiverStore } from '../../../src/store/receiver-port.ts';
import { held, safe } from './inbox-steps.ts';
import { pageOperations } from './page-operations.ts';
import type { Picks, Tenant, TenantOperation } from './tenant.ts';
import { replies } from './writes.ts';

const monthlyReplies = replies(500);
const limit = 50;

/** The operations of connected inboxes and Pages, as a tenant uses them, with ids that the other tenant uses too. */
export const inboxOperations = {
  ...pageOperations,
  inboxStep: (tenant, picks) => steps[picks[0]]?.(tenant, picks) ?? Promise.resolve(null),
  receiver: ({ store, workspaceId, stranger }, [owner]) =>
    owner < 5
      ? store.receiver({ receiverId: `rcv_${workspaceId}` })
      : knows(store.receiver({ receiverId: `rcv_${stranger.canary}` })),
  receiverStep: ({ store, workspaceId, canary }, [name, which]) => {
    const receiverId = `rcv_${workspaceId}_${which % 2}`;
    const link = { workspaceId, connectionId: `con_${which % 2}`, accountId: null, code: `${canary} ${which % 2}` };
    const steps = [
      () => store.receiverStep({ receiverId, name: 'put', input: { record: receiverOf(receiverId, workspaceId) } }),
      () => store.receiverStep({ receiverId, name: 'link', input: link }),
      () => store.receiverStep({ receiverId, name: 'unlink', input: link }),
      () => store.receiverStep({ receiverId, name: 'bind', input: { code: link.code, accountId: canary } }),
      () => store.receiverStep({ receiverId, name: 'note', input: { dropped: 1, memory: { at: canary } } }),
    ];
    return steps[name % steps.length]?.() ?? Promise.resolve(null);
  },
  findReceiver: ({ store, workspaceId }, [which]) =>
    store.findReceiver({ receiverId: `rcv_${workspaceId}_${which % 2}` }),
  listReceivers: ({ store, workspaceId }) => store.listReceivers({ workspaceId }),
  listConnections: ({ store, workspaceId }) => store.listConnections({ workspaceId }),
  workspacesWithWakingThreads: async ({ store, workspaceId }) =>
    (await store.workspacesWithWakingThreads({ limit: 100_000 })).filter((id) => id === workspaceId),
  wakingThreads: async ({ store, workspaceId }) => (await store.wakingThreads({ workspaceId, limit })).length,
  workspacesWithHeldThreads: async ({ store, workspaceId }) =>
    (await store.workspacesWithHeldThreads({ limit: 100_000 })).filter((id) => id === workspaceId),
  heldThreads: async ({ store, workspaceId }) => (await store.heldThreads({ workspaceId, limit })).length,
  listDrafts: ({ store, workspaceId }) => store.listDrafts({ workspaceId, limit }),
  listOutbox: ({ store, workspaceId }, [after]) =>
    store.listOutbox({ workspaceId, profileId: 'prof_aurora', after: after < 3 ? null : 0, limit }),
  expireInbox: ({ store }) => store.expireInbox(),
  forgetPayloads: ({ store, workspaceId }) => store.forgetPayloads({ workspaceId }),
  sealedSecrets: async ({ store, workspaceId }) =>
    (await store.sealedSecrets()).filter((secret) => secret.workspaceId === workspaceId),
  replaceSealed: ({ store, workspaceId, canary }, [which]) =>
    store.replaceSealed({
      workspaceId,
      connectionId: 'con_1',
      sealed: `sealed ${canary} ${which}`,
      next: `sealed ${canary} ${which}`,
    }),
} satisfies Record<keyof InboxStore | keyof ReceiverStore | keyof PageStore, TenantOperation>;

/** `picks[0]` decides. */
const steps: readonly ((tenant: Tenant, picks: Picks) => Promise<unknown>)[] = [
  (tenant, [, which]) =>
    step(tenant, 'putConnection', {
      connection: {
        connectionId: 'con_1',
        profileId: 'prof_aurora',
        kind: 'generic',
        name: tenant.canary,
        channel: tenant.canary.slice(0, 60),
        mode: 'ready',
        quietSeconds: 0,
        maxWaitSeconds: 0,
        humanLockSeconds: 60,
        replyWindowHours: null,
        keepUnreadable: false,
        state: 'setup',
        stateBeforePause: null,
        seesEcho: true,
        lastEventAt: null,
        createdAt: 0,
        receiverId: `rcv_${tenant.workspaceId}`,
        secrets: [{ sealed: `sealed ${tenant.canary} ${which}`, endsAt: null }],
      },
    }),
  (tenant, [, which, thread]) => {
    const event: InboxEvent = {
      id: `e${which}`,
      type: 'message.received',
      threadId: `t${thread % 2}`,
      messageId: `m${which}`,
      sentAt: new Date().toISOString(),
      body: `${tenant.canary} ${which}`,
      contact: { id: tenant.canary, handle: tenant.canary },
    };
    return step(tenant, 'takeEvents', { connectionId: 'con_1', events: [event], refused: [], retentionMs: null });
  },
  async (tenant, [, which]) => {
    const [conversationId = 'conv_1'] = await tenant.store.wakingThreads({ workspaceId: tenant.workspaceId, limit: 1 });
    const tick = await step(tenant, 'tick', { conversationId, isForced: which === 0, monthlyReplies });
    if (tick.outcome !== 'task') return tick.outcome;
    const { epoch, messageIds } = tick.task;
    const drafted = { ...(which < 3 ? held : safe), reply: tenant.canary };
    const input = { conversationId, epoch, messageIds, drafted, isForced: which === 0, monthlyReplies };
    return (await step(tenant, 'commitDraft', input)).outcome;
  },
  (tenant, [, which]) => step(tenant, 'answered', { conversationId: `conv_${which % 3}` }),
  async (tenant, [, which]) => {
    const [draft] = await tenant.store.listDrafts({ workspaceId: tenant.workspaceId, limit: 1 });
    const draftId = draft?.draftId ?? 'drf_none';
    if (which > 3) return step(tenant, 'dismiss', { draftId });
    const approved = await step(tenant, 'approve', { draftId, text: tenant.canary });
    if (approved.outcome !== 'done') return approved.outcome;
    const outboxId = approved.outboxId ?? '';
    const claim = {
      profileId: 'prof_aurora',
      outboxId,
      claimKey: `claim-00${which}`,
      inputHash: 'h',
      claimMs: 50_000,
      guard: null,
    };
    return (await step(tenant, 'claim', claim)).outcome;
  },
  (tenant, [, which]) =>
    step(tenant, 'setConnectionState', {
      connectionId: 'con_1',
      action: which < 3 ? 'pause' : which < 5 ? 'resume' : 'remove',
    }),
];

function step<Name extends StepName>({ store, workspaceId }: Tenant, name: Name, input: StepInput<Name>) {
  return store.inboxStep({ workspaceId, name, input });
}

async function knows(found: Promise<unknown>): Promise<boolean> {
  return (await found) !== null;
}

function receiverOf(receiverId: string, workspaceId: string): ReceiverRecord {
  return {
    receiverId,
    kind: 'generic',
    workspaceId,
    transport: 'webhook',
    isPulled: false,
    fields: {},
    secrets: [],
    links: [],
    memory: {},
    problem: null,
    dropped: 0,
    lease: null,
    createdAt: 0,
  };
}
