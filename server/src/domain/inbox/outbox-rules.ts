import { createId } from '../../lib/ids.ts';
import type { EpochMs } from '../period.ts';
import type { ClaimRow, OutboxRow } from './rows.ts';
import type { InboxChanges, InboxSnapshot } from './snapshot.ts';
import { itemOf, markSent, reconcile } from './thread-rules.ts';
import type { ThreadWork } from './thread-work.ts';

export interface ClaimInput {
  readonly profileId: string;
  readonly outboxId: string;
  readonly claimKey: string;
  readonly inputHash: string;
  readonly claimMs: number;
  /** The guard's verdict on the text for one revision of the persona; null if the guard has not assessed the text. */
  readonly guard: { readonly revision: string; readonly isPassed: boolean } | null;
}

export type ClaimAnswer =
  | { readonly outcome: 'claimed' | 'replay'; readonly response: string }
  /** The item cannot be claimed until the guard has assessed its text. */
  | { readonly outcome: 'unguarded'; readonly item: OutboxRow; readonly now: EpochMs }
  | {
      readonly outcome:
        | 'reused'
        | 'profile_not_found'
        | 'item_not_found'
        | 'outbox_claimed'
        | 'outbox_ended'
        | 'outbox_withdrawn'
        | 'outbox_expired';
    };

/**
 * Claims an item for one caller and returns its text, after rechecking the epoch, the lock, the reply window and the
 * guard.
 */
export function claim(
  loaded: ThreadWork | null,
  snapshot: InboxSnapshot,
  input: ClaimInput,
  changes: InboxChanges,
): ClaimAnswer {
  const earlier = snapshot.claim;
  if (earlier !== null) {
    return earlier.inputHash === input.inputHash
      ? { outcome: 'replay', response: earlier.response }
      : { outcome: 'reused' };
  }
  const found = findItem(loaded, snapshot, input);
  if (found.refusal !== null) return { outcome: found.refusal };
  const { work, profile, item } = found;
  if (item.state === 'claimed') return { outcome: 'outbox_claimed' };
  if (item.state === 'withdrawn') return { outcome: 'outbox_withdrawn' };
  if (item.state === 'expired') return { outcome: 'outbox_expired' };
  if (item.state !== 'ready') return { outcome: 'outbox_ended' };
  const isLocked = (work.thread?.lockedUntil ?? 0) > work.now && item.origin === 'safe';
  if (item.epoch !== work.conversation.epoch || isLocked) {
    work.setItemState(item, 'withdrawn');
    work.setDraftState(item.draftId, 'superseded');
    return { outcome: 'outbox_withdrawn' };
  }
  if (!item.isWritten) {
    if (input.guard === null || input.guard.revision !== profile.revision)
      return { outcome: 'unguarded', item, now: work.now };
    if (!input.guard.isPassed) {
      work.setItemState(item, 'withdrawn');
      work.setDraftState(item.draftId, 'waiting');
      return { outcome: 'outbox_withdrawn' };
    }
  }
  return handOver(work, item, input, changes);
}

/**
 * Returns the item that a claimer names, with its updated thread and its active profile, or the reason why it cannot be
 * claimed.
 */
function findItem(
  work: ThreadWork | null,
  { profiles }: InboxSnapshot,
  input: { readonly profileId: string; readonly outboxId: string },
) {
  const profile = profiles.find(({ profileId }) => profileId === input.profileId);
  if (profile?.status !== 'active') return { refusal: 'profile_not_found' } as const;
  if (work === null) return { refusal: 'item_not_found' } as const;
  reconcile(work);
  const item = itemOf(work, input.outboxId);
  if (item === null || item.profileId !== input.profileId) return { refusal: 'item_not_found' } as const;
  return { refusal: null, work, profile, item };
}

function handOver(work: ThreadWork, item: OutboxRow, input: ClaimInput, changes: InboxChanges): ClaimAnswer {
  const { now } = work;
  const claimId = createId('clm');
  const claimedUntil = now + input.claimMs;
  work.setItemState(item, 'claimed', { claimId, claimKey: input.claimKey, claimedUntil, outcome: null });
  const { outboxId, conversationId, connectionId, threadId, contactId, afterMessageId, origin, sendBefore } = item;
  const response = JSON.stringify({
    ok: true,
    claim: {
      outboxId,
      claimId,
      conversationId,
      connectionId,
      threadId,
      contactId,
      afterMessageId,
      text: item.text ?? '',
      mediaAssetId: item.mediaAssetId,
      origin,
      claimedUntil: iso(claimedUntil),
      sendBefore: sendBefore === null ? null : iso(sendBefore),
    },
  });
  const row: ClaimRow = {
    idempotencyKey: input.claimKey,
    inputHash: input.inputHash,
    outboxId,
    conversationId,
    response,
    createdAt: now,
  };
  changes.claims.push(row);
  return { outcome: 'claimed', response };
}

export interface ReportInput {
  readonly profileId: string;
  readonly outboxId: string;
  readonly claimId: string;
  readonly outcome: 'sent' | 'failed' | 'skipped';
  readonly providerMessageId: string | null;
  readonly reason: string | null;
}

export type ReportAnswer =
  | { readonly outcome: 'reported'; readonly state: OutboxRow['state'] }
  | {
      readonly outcome: 'profile_not_found' | 'item_not_found' | 'outbox_not_claimed' | 'outbox_result_conflict';
    };

/** Records the outcome of a claimed item. A late report counts. A repeated report gets the same answer. */
export function report(loaded: ThreadWork | null, snapshot: InboxSnapshot, input: ReportInput): ReportAnswer {
  const found = findItem(loaded, snapshot, input);
  if (found.refusal !== null) return { outcome: found.refusal };
  const { work, item } = found;
  if (item.claimId === null || item.claimId !== input.claimId) return { outcome: 'outbox_not_claimed' };
  if (item.state !== 'claimed' && item.state !== 'uncertain') {
    return item.state === input.outcome
      ? { outcome: 'reported', state: item.state }
      : { outcome: 'outbox_result_conflict' };
  }
  const { providerMessageId, reason } = input;
  if (input.outcome === 'sent') {
    const isThere = providerMessageId !== null && isStored(work, providerMessageId);
    const reported = { ...item, providerMessageId, reason };
    if (isThere) {
      work.setItemState(reported, 'sent', { outcome: 'sent', messageId: providerMessageId });
      work.setDraftState(item.draftId, 'sent');
    } else markSent(work, reported, providerMessageId);
    return { outcome: 'reported', state: 'sent' };
  }
  work.setItemState(item, input.outcome, { outcome: input.outcome, providerMessageId, reason });
  work.setDraftState(item.draftId, 'waiting');
  return { outcome: 'reported', state: input.outcome };
}

function isStored(work: ThreadWork, messageId: string): boolean {
  const isIt = (message: { readonly messageId: string }): boolean => message.messageId === messageId;
  return work.messages.some(isIt) || work.snapshot.named.some(isIt);
}

function iso(at: number): string {
  return new Date(at).toISOString().replace('.000Z', 'Z');
}
