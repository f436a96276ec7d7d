import { itemOfDraft } from './outbox-item.ts';
import type { DraftRow, OutboxRow } from './rows.ts';
import { giveWay, itemOf, markSent, reconcile } from './thread-rules.ts';
import type { ThreadWork } from './thread-work.ts';
import { noteUse } from './used-reply.ts';

/** A draft and its outbox item, after the creator decided on the draft. */
export interface DraftChange {
  readonly draftId: string;
  readonly state: DraftRow['state'];
  readonly outboxId: string | null;
}

export type CreatorAnswer =
  | ({ readonly outcome: 'done' } & DraftChange)
  | {
      readonly outcome:
        | 'not_found'
        | 'draft_stale'
        | 'draft_has_no_outbox'
        | 'draft_has_no_text'
        | 'draft_ended'
        | 'draft_claimed'
        | 'window_over'
        | 'not_uncertain';
    };

/**
 * Queues a draft to be sent, whatever the connection's mode. If `text` is given, it is sent instead of the draft's
 * reply.
 */
export function approve(work: ThreadWork, draftId: string, text: string | null): CreatorAnswer {
  reconcile(work);
  const draft = work.drafts.find((known) => known.draftId === draftId);
  if (draft === undefined) return { outcome: 'not_found' };
  if (draft.connectionId === null) return { outcome: 'draft_has_no_outbox' };
  if (draft.state === 'sent' || draft.state === 'dismissed') return { outcome: 'draft_ended' };
  const item = itemOf(work, draft.outboxId);
  if (item?.state === 'claimed' || item?.state === 'uncertain') return { outcome: 'draft_claimed' };
  if (draft.state === 'superseded' || draft.epoch !== work.conversation.epoch) return { outcome: 'draft_stale' };
  const said = text ?? draft.reply;
  if (said === '') return { outcome: 'draft_has_no_text' };
  // The creator has decided, so the conversation no longer waits, and the draft moves to the new epoch.
  if (work.conversation.state === 'awaiting_owner') work.setState('open');
  const { epoch } = work.conversation;
  const of = { origin: 'creator', isWritten: text !== null, text: said } as const;
  const next = item?.state === 'ready' ? { ...item, ...of, epoch } : itemOfDraft(work, { ...draft, epoch }, of);
  if (next.sendBefore !== null && next.sendBefore <= work.now) return { outcome: 'window_over' };
  work.putItem(next);
  work.putDraft({ ...draft, epoch, state: 'queued', outboxId: next.outboxId });
  if (item?.state !== 'ready') work.noteDraft('draft.ready', next);
  work.noteOutcome(draftId, said === draft.reply ? 'unchanged' : 'edited');
  return { outcome: 'done', draftId, state: 'queued', outboxId: next.outboxId };
}

/**
 * Dismisses a draft and withdraws its item. Does not withdraw an item that is being sent, or that was or may have been
 * sent. Counts as a rejected proposal.
 */
export function dismiss(work: ThreadWork, draftId: string): CreatorAnswer {
  reconcile(work);
  const draft = work.drafts.find((known) => known.draftId === draftId);
  if (draft === undefined) return { outcome: 'not_found' };
  const item = itemOf(work, draft.outboxId);
  if (item?.state === 'claimed' || item?.state === 'uncertain') return { outcome: 'draft_claimed' };
  if (draft.state === 'sent') return { outcome: 'draft_ended' };
  if (item?.state === 'ready') work.setItemState(item, 'withdrawn');
  work.setDraftState(draftId, 'dismissed');
  work.noteOutcome(draftId, 'rejected');
  return { outcome: 'done', draftId, state: 'dismissed', outboxId: draft.outboxId };
}

/**
 * Settles an uncertain item with the outcome that the creator reports. After `not_sent`, the item becomes ready to be
 * sent again if it still answers the thread and its reply window is open.
 */
export function settleUncertain(work: ThreadWork, outboxId: string, outcome: 'sent' | 'not_sent'): CreatorAnswer {
  reconcile(work);
  const item = itemOf(work, outboxId);
  if (item === null) return { outcome: 'not_found' };
  if (item.state !== 'uncertain') return { outcome: 'not_uncertain' };
  if (outcome === 'sent') markSent(work, item, null);
  else offerAgain(work, item);
  const draft = work.drafts.find(({ draftId }) => draftId === item.draftId);
  return { outcome: 'done', draftId: item.draftId, state: draft?.state ?? 'superseded', outboxId };
}

function offerAgain(work: ThreadWork, item: OutboxRow): void {
  const again = { ...item, claimId: null, claimKey: null, claimedUntil: null };
  const isCurrent = item.epoch === work.conversation.epoch;
  if (isCurrent && (item.sendBefore === null || item.sendBefore > work.now)) {
    const ready = work.setItemState(again, 'ready');
    work.noteDraft('draft.ready', ready);
    return;
  }
  work.setItemState(again, isCurrent ? 'expired' : 'withdrawn');
  work.setDraftState(item.draftId, isCurrent ? 'waiting' : 'superseded');
}

/** Records that the creator answered all waiting messages elsewhere. */
export function answered(work: ThreadWork): void {
  reconcile(work);
  work.touch();
  const { recordedReply } = work.snapshot;
  if (recordedReply !== null) noteUse(work, recordedReply);
  giveWay(work, { isAnswered: true });
}

/** Withdraws the items that are ready, because the connection is paused. The drafts of these items wait again. */
export function withdrawReady(work: ThreadWork): void {
  reconcile(work);
  for (const item of [...work.outbox]) {
    if (item.state !== 'ready') continue;
    work.setItemState(item, 'withdrawn');
    work.setDraftState(item.draftId, 'waiting');
  }
}
