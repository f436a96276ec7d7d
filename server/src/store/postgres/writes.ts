import { currentActor } from '../../lib/acting.ts';
import { entriesLeft } from '../audit-entries.ts';
import type { Store } from '../port.ts';
import type { AdmitInput, LeaseRef, SettleHandoffInput, SettleResult } from '../write-port.ts';
import type { Call } from './database.ts';

type Writes = Pick<
  Store,
  'admitDraft' | 'admitHandoff' | 'settleDraft' | 'settleHandoff' | 'renewLease' | 'releaseWrite' | 'draftTrace'
>;

export function createWrites(call: Call): Writes {
  return {
    admitDraft: (input) =>
      call('admit_draft', {
        ...admission(input),
        profile: input.profileId,
        conversation: input.conversationId,
        monthly_replies: JSON.stringify(input.monthlyReplies),
        known_revision: input.knownRevision,
      }),

    admitHandoff: (input) => call('admit_handoff', { ...admission(input), conversation: input.conversationId }),

    settleDraft: (input) =>
      call('settle_draft', {
        workspace: input.workspaceId,
        key: input.idempotencyKey,
        token: input.leaseToken,
        response: input.response,
        trace: input.trace,
        retention_ms: input.retentionMs,
        model_use: input.modelUse == null ? null : JSON.stringify(input.modelUse),
        tally: input.tally == null ? null : JSON.stringify(input.tally),
        conversation: input.conversationId ?? null,
        epoch: input.conversationEpoch ?? null,
      }),

    settleHandoff: (input) =>
      call('settle_handoff', {
        workspace: input.workspaceId,
        key: input.idempotencyKey,
        token: input.leaseToken,
        conversation: input.conversationId,
        notification_id: input.notificationId,
        verdict: JSON.stringify(input.verdict),
        response: input.response,
        retention_ms: input.retentionMs,
        entry: entryOf(input),
      }),

    renewLease: (input) => call('renew_lease', { ...lease(input), lease_ms: input.leaseMs }),

    releaseWrite: (input) => call('release_write', lease(input)),

    draftTrace: ({ workspaceId, idempotencyKey }) =>
      call('draft_trace', { workspace: workspaceId, key: idempotencyKey }),
  };
}

/** Returns a handoff's audit entry as JSON text, or null if there is no actor. */
function entryOf(input: SettleHandoffInput): string | null {
  const [entry] = entriesLeft('settleHandoff', currentActor(), [input, { outcome: 'stored' } satisfies SettleResult]);
  return entry === undefined ? null : JSON.stringify(entry);
}

function admission(input: AdmitInput) {
  return {
    workspace: input.workspaceId,
    key: input.idempotencyKey,
    hash: input.inputHash,
    token: input.leaseToken,
    lease_ms: input.leaseMs,
    retention_ms: input.retentionMs,
  };
}

function lease(ref: LeaseRef) {
  return { workspace: ref.workspaceId, operation: ref.operation, key: ref.idempotencyKey, token: ref.leaseToken };
}
