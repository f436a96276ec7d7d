import type { Picks, Tenant, TenantOperation } from './tenant.ts';
import { draftWrite, handoffSettlement, handoffWrite, hashOf, replies } from './writes.ts';

/** The operations that admit, settle, and read drafts and handoffs. */
export const writeOperations = {
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
} satisfies Record<string, TenantOperation>;

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
    ...draftWrite({ ...write(tenant, key, input), monthlyReplies: replies(500) }),
    profileId: ['prof_aurora', 'prof_second', 'prof_nobody'][input % 3] ?? '',
    conversationId: [null, 'conv_1', 'conv_2', 'conv_fed', null, null][place] ?? null,
  };
}

function lease({ workspaceId }: Named, key: number, input: number) {
  return { workspaceId, idempotencyKey: `key-${key % 2}`, leaseToken: `lease_${input % 3}` };
}
