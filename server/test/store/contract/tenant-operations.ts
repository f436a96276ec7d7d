import type { AccountCareStore } from '../../../src/store/account-care-port.ts';
import type { AccountStore } from '../../../src/store/account-port.ts';
import type { Store } from '../../../src/store/port.ts';
import type { PushStore } from '../../../src/store/push-port.ts';
import type { AppendedMessage } from '../../../src/store/workspace-port.ts';
import { requestWith } from './api-keys.ts';
import { consoleOperations } from './console-operations.ts';
import { inboxOperations } from './inbox-operations.ts';
import { teachingOperations } from './teaching-operations.ts';
import { entryOf, keyIdOf, originOf, type Picks, type Tenant, type TenantOperation } from './tenant.ts';
import { draftWrite, handoffSettlement, handoffWrite, hashOf, replies } from './writes.ts';

/** Accounts cross workspaces, and have their own suite. */
export type OperationName = Exclude<
  keyof Store,
  'kind' | keyof AccountStore | keyof AccountCareStore | keyof PushStore
>;

const limit = 50;
const monthlyReplies = replies(500);

/** Every operation of the port, as a tenant uses it, with ids that the other tenant uses too. */
export const tenantOperations = {
  check: ({ store }) => store.check(),
  close: async ({ open, workspaceId }) => {
    const another = await open();
    const usage = await another.usage({ workspaceId, monthlyReplies });
    await another.close();
    return usage;
  },

  authenticate: ({ store, workspaceId, canary, address, stranger }, [number, origin, known]) =>
    store.authenticate({
      ...requestWith(hashOf(keyIdOf(workspaceId, number % 3))),
      ...(origin === 5 && { credential: { kind: 'mistyped' } as const }),
      address,
      isRecentlyVerified: known === 0,
      origin: origin === 0 ? originOf(stranger.canary) : origin === 1 ? originOf(canary) : null,
      failuresPerMinute: 3,
      requestsPerMinute: { creator: 3, studio: 4, agency: 5 },
    }),
  touchKeys: ({ store, workspaceId, stranger }, [number, requests, owner]) => {
    const keyId = keyIdOf(owner < 3 ? workspaceId : stranger.workspaceId, number % 3);
    return store.touchKeys([{ workspaceId, keyId, lastUsedAt: 1_900_000_000_000 + requests, requests }]);
  },
  createKey: (tenant, [lifetime, scopes]) =>
    tenant.store.createKey({
      ...nextKey(tenant),
      workspaceId: tenant.workspaceId,
      name: tenant.canary,
      scopes: scopes < 3 ? ['replies:write'] : ['usage:read', 'persona:read'],
      lifetimeMs: lifetime < 3 ? null : 50_000,
    }),
  listKeys: async ({ store, workspaceId }, [all]) => {
    const keys = await store.listKeys({ workspaceId: all < 3 ? workspaceId : null });
    return all < 3 ? keys : keys.filter((key) => key.workspaceId === workspaceId);
  },
  revokeKey: ({ store, workspaceId }, [number]) => store.revokeKey({ keyId: keyIdOf(workspaceId, number) }),
  rotateKey: (tenant, [number, overlap]) => {
    const { keyId: successorId, keyHash: successorHash } = nextKey(tenant);
    const keyId = keyIdOf(tenant.workspaceId, number);
    return tenant.store.rotateKey({ keyId, successorId, successorHash, overlapMs: overlap * 3_600_000 });
  },

  admitDraft: ({ store, ...tenant }, picks) => store.admitDraft(draftAt(tenant, picks)),
  prepareDraft: ({ store, ...tenant }, [key, input, place]) =>
    store.prepareDraft({ ...draftAt(tenant, [key, input, place]), knownRevision: null }),
  storeDraft: ({ store, ...tenant }, [key, input, place]) =>
    store.storeDraft({
      ...draftAt(tenant, [key, input, place]),
      response: JSON.stringify({ reply: tenant.canary }),
      trace: JSON.stringify({ from: tenant.canary }),
      tally: { intent: 'shipping', riskLevel: 'safe' },
    }),
  admitHandoff: ({ store, ...tenant }, [key, input, place]) =>
    store.admitHandoff(handoffWrite({ ...write(tenant, key, input), conversationId: place < 3 ? 'conv_1' : 'conv_2' })),
  settleDraft: ({ store, ...tenant }, [key, input, long]) =>
    store.settleDraft({
      ...lease(tenant, key, input),
      operation: 'draft',
      response: JSON.stringify({ reply: tenant.canary }),
      trace: JSON.stringify({ from: tenant.canary }),
      retentionMs: long < 3 ? 60_000 : 86_400_000,
    }),
  settleHandoff: ({ store, ...tenant }, [key, input, number]) =>
    store.settleHandoff({
      ...handoffSettlement({
        ...handoffWrite(write(tenant, key, input)),
        conversationId: number < 3 ? 'conv_1' : 'conv_2',
      }),
      notificationId: `ntf_${number}`,
      verdict: { reason: tenant.canary, intent: 'unclear', riskLevel: 'review', urgency: 'normal' },
      response: JSON.stringify({ handedOff: tenant.canary }),
    }),
  renewLease: ({ store, ...tenant }, [key, input, kind]) =>
    store.renewLease({ ...lease(tenant, key, input), operation: kind < 3 ? 'draft' : 'handoff', leaseMs: 30_000 }),
  releaseWrite: ({ store, ...tenant }, [key, input, kind]) =>
    store.releaseWrite({ ...lease(tenant, key, input), operation: kind < 3 ? 'draft' : 'handoff' }),
  draftTrace: ({ store, workspaceId }, [key]) => store.draftTrace({ workspaceId, idempotencyKey: `key-${key % 2}` }),

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

  listNotifications: ({ store, workspaceId }) => store.listNotifications({ workspaceId, limit }),
  workspacesWithDueNotifications: async ({ store, workspaceId }) =>
    (await store.workspacesWithDueNotifications({ limit: 100_000 })).filter((id) => id === workspaceId),
  claimNotifications: async ({ store, workspaceId, claims }) => {
    const claimed = await store.claimNotifications({ workspaceId, limit, claimMs: 60_000 });
    claims.push(...claimed.toSorted((one, other) => (one.notificationId < other.notificationId ? -1 : 1)));
    return claimed;
  },
  settleNotification: ({ store, workspaceId, canary, claims, strangersClaims }, [which, kind, owner]) => {
    const own = claims.at(-1 - which);
    const notificationId = own?.notificationId ?? 'ntf_0';
    const stolen = strangersClaims.findLast((claim) => claim.notificationId === notificationId);
    const claimToken = (owner === 0 ? stolen : own)?.claimToken ?? '00000000-0000-4000-8000-000000000000';
    const channels = { log: { deliveredAt: null, attempts: 1, lastError: canary } };
    const result = ([{ kind: 'delivered' }, { kind: 'failed' }, { kind: 'retry', delayMs: 50_000 }] as const)[kind % 3];
    return store.settleNotification({
      workspaceId,
      notificationId,
      claimToken,
      channels,
      result: result ?? { kind: 'failed' },
    });
  },
  retryNotification: ({ store, workspaceId }, [number]) =>
    store.retryNotification({ workspaceId, notificationId: `ntf_${number}` }),
  notificationTarget: ({ store, workspaceId }) => store.notificationTarget({ workspaceId }),
  setWebhookSecret: ({ store, workspaceId, canary }, [number]) =>
    store.setWebhookSecret({ workspaceId, secret: `whsec_${canary}${number}`, overlapMs: number * 1_000_000 }),
  // Sealing a secret twice never produces the same text.
  storedSecrets: async ({ store, workspaceId }) =>
    (await store.storedSecrets()).filter((of) => of.workspaceId === workspaceId).map(({ slot }) => slot),
  replaceSecret: ({ store, workspaceId }, [slot]) =>
    store.replaceSecret({
      workspaceId,
      slot: slot < 3 ? 'webhook' : 'previous_webhook',
      from: 'what nobody stored',
      to: 'what nobody reads',
    }),

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

type Named = Pick<Tenant, 'workspaceId' | 'canary'>;

/**
 * Returns a write with one of a few keys, inputs and tokens, which are the same for both tenants, so that they often
 * coincide.
 */
function write(tenant: Named, key: number, input: number) {
  return {
    ...lease(tenant, key, input),
    inputHash: hashOf(`input ${input % 3}`),
    retentionMs: input < 3 ? 60_000 : 86_400_000,
  };
}

function draftAt(tenant: Named, [key, input, place]: Picks) {
  return {
    ...draftWrite({ ...write(tenant, key, input), monthlyReplies }),
    profileId: ['prof_aurora', 'prof_second', 'prof_nobody'][input % 3] ?? '',
    conversationId: [null, 'conv_1', 'conv_2', 'conv_fed', null, null][place] ?? null,
  };
}

function lease({ workspaceId }: Named, key: number, input: number) {
  return { workspaceId, idempotencyKey: `key-${key % 2}`, leaseToken: `lease_${input % 3}` };
}

function nextKey(tenant: Tenant) {
  const keyId = keyIdOf(tenant.workspaceId, tenant.keys);
  tenant.keys += 1;
  return { keyId, keyHash: hashOf(keyId) };
}
