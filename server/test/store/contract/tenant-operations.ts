import type { AccountCareStore } from '../../../src/store/account-care-port.ts';
import type { AccountStore } from '../../../src/store/account-port.ts';
import type { Store } from '../../../src/store/port.ts';
import type { PushStore } from '../../../src/store/push-port.ts';
import type { AppendedMessage } from '../../../src/store/workspace-port.ts';
import { consoleOperations } from './console-operations.ts';
import { inboxOperations } from './inbox-operations.ts';
import { keyOperations } from './key-operations.ts';
import { notificationOperations } from './notification-operations.ts';
import { teachingOperations } from './teaching-operations.ts';
import { entryOf, type TenantOperation } from './tenant.ts';
import { writeOperations } from './write-operations.ts';
import { replies } from './writes.ts';

/** Accounts cross workspaces, and have their own suite. */
export type OperationName = Exclude<
  keyof Store,
  'kind' | keyof AccountStore | keyof AccountCareStore | keyof PushStore
>;

const limit = 50;
const monthlyReplies = replies(500);

/**
 * Every operation of the port, as a tenant uses it, with ids that the other tenant uses too. The types check that none
 * is missing.
 */
export const tenantOperations = {
  check: ({ store }) => store.check(),
  close: async ({ open, workspaceId }) => {
    const another = await open();
    const usage = await another.usage({ workspaceId, monthlyReplies });
    await another.close();
    return usage;
  },

  ...keyOperations,

  ...writeOperations,

  profile: ({ store, workspaceId }, [which]) =>
    store.profile({ workspaceId, profileId: which < 3 ? 'prof_aurora' : 'prof_second' }),
  usage: ({ store, workspaceId }) => store.usage({ workspaceId, monthlyReplies }),
  recordUsage: ({ store, workspaceId }, [id, source]) =>
    store.recordUsage({
      workspaceId,
      source: source < 3 ? 'inbox' : 'page',
      externalId: `external ${id}`,
      monthlyReplies,
    }),

  knownProfiles: async ({ store, workspaceId }) => {
    const profileIds = ['prof_aurora', 'prof_second', 'prof_nobody'];
    return (await store.knownProfiles({ workspaceId, profileIds })).toSorted();
  },
  importDocument: ({ store, ...tenant }, [variant, options]) =>
    store.importDocument(
      { workspaces: [entryOf(tenant, variant)] },
      { forceState: options === 0, dryRun: options === 1 },
    ),
  exportWorkspace: ({ store, workspaceId }) => store.exportWorkspace({ workspaceId }),
  listWorkspaces: async ({ store, workspaceId }) =>
    (await store.listWorkspaces()).filter((workspace) => workspace.workspaceId === workspaceId),
  listConversations: ({ store, workspaceId }, [state]) =>
    store.listConversations({ workspaceId, state: state < 3 ? null : state < 5 ? 'awaiting_owner' : 'closed', limit }),
  appendMessages: ({ store, workspaceId, canary }, [place, id, time]) => {
    const message: AppendedMessage = {
      conversationId: ['conv_1', 'conv_2', 'conv_fed'][place % 3] ?? '',
      profileId: place < 3 ? 'prof_aurora' : null,
      channel: null,
      contact: { handle: canary },
      messageId: id < 2 ? null : `m-${id}`,
      direction: time < 4 ? 'inbound' : 'outbound',
      senderType: canary.slice(0, 40),
      body: `${canary} ${time}`,
      sentAt: Date.UTC(2026, 1, 1, time),
    };
    return store.appendMessages({ workspaceId, messages: [message, { ...message, messageId: 'm-1' }] });
  },
  setConversationState: ({ store, workspaceId }, [place, action]) =>
    store.setConversationState({
      workspaceId,
      conversationId: ['conv_1', 'conv_2', 'conv_fed'][place % 3] ?? '',
      action: action < 3 ? 'resolve' : 'close',
    }),

  ...notificationOperations,

  // Its salt and its time always differ; its number must not depend on the other tenant's actions.
  appendAudit: ({ store, workspaceId, canary }) =>
    store.appendAudit({
      workspaceId,
      body: JSON.stringify({ action: canary }),
      personal: canary,
      salt: 'salt',
      personalHash: canary,
      actorId: null,
      subject: null,
    }),
  auditEntries: async ({ store, workspaceId }) =>
    (await store.auditEntries({ workspaceId, after: 0, limit })).map(({ body, personal }) => [body, personal]),
  auditChains: async ({ store, workspaceId }) =>
    (await store.auditChains())
      .filter((chain) => chain.workspaceId === workspaceId)
      .map(({ lastSequence }) => lastSequence),
  expireAudit: ({ store }) => store.expireAudit({ olderMs: 86_400_000 }),

  ...consoleOperations,
  ...teachingOperations,
  ...inboxOperations,

  autonomy: ({ store, workspaceId }) => store.autonomy({ workspaceId }),
  setAutonomy: ({ store, workspaceId }, [number]) =>
    store.setAutonomy({ workspaceId, autonomy: number % 2 === 0 ? 'off' : 'careful' }),
  recordOutcome: ({ store, workspaceId }, [key, kind]) =>
    store.recordOutcome({
      workspaceId,
      idempotencyKey: `key-${key}`,
      outcome: (['unchanged', 'edited', 'rejected'] as const)[kind % 3] ?? 'edited',
    }),
  releaseItem: ({ store, workspaceId }, [number]) =>
    store.releaseItem({ workspaceId, profileId: 'prof_aurora', itemId: `f_${number}` }),

  purge: ({ store }) => store.purge(),
  expire: ({ store }) => store.expire({ conversationMs: null }),
  contactConversations: ({ store, workspaceId, canary }, [number]) =>
    store.contactConversations({ workspaceId, handle: canary, conversationIds: [`conv_${number}`, 'conv_new'] }),
  forgetConversations: ({ store, workspaceId }, [number]) =>
    store.forgetConversations({ workspaceId, conversationIds: [`conv_${number}`] }),
  scrub: ({ store }) => store.scrub(),
} satisfies Record<OperationName, TenantOperation>;
