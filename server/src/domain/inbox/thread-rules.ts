import { createId } from '../../lib/ids.ts';
import type { HandoffVerdict } from '../notification.ts';
import type { MessageRow, OutboxRow } from './rows.ts';
import { type ThreadWork, unansweredOf } from './thread-work.ts';

/**
 * Supersedes the waiting and queued drafts of older epochs, and withdraws their items. With `isForced`, does this for
 * drafts of every epoch. A draft whose item is claimed or uncertain keeps its state.
 */
export function supersede(work: ThreadWork, { isForced = false } = {}): void {
  for (const draft of [...work.drafts]) {
    if (draft.state !== 'waiting' && draft.state !== 'queued') continue;
    if (!isForced && draft.epoch >= work.conversation.epoch) continue;
    const item = itemOf(work, draft.outboxId);
    if (item?.state === 'claimed' || item?.state === 'uncertain') continue;
    if (item?.state === 'ready') work.setItemState(item, 'withdrawn');
    work.setDraftState(draft.draftId, 'superseded');
  }
}

/** Returns the thread's outbox item with this id, or null if it was not read or does not exist. */
export function itemOf(work: ThreadWork, outboxId: string | null): OutboxRow | null {
  return work.outbox.find((item) => item.outboxId === outboxId) ?? null;
}

/** Marks claims that timed out as `uncertain`, and marks items whose reply window has ended as `expired`. */
function lapse(work: ThreadWork): void {
  for (const item of [...work.outbox]) {
    if (item.state === 'claimed' && (item.claimedUntil ?? 0) <= work.now) work.setItemState(item, 'uncertain');
    if (item.state === 'ready' && item.sendBefore !== null && item.sendBefore <= work.now) {
      work.setItemState(item, 'expired');
      work.setDraftState(item.draftId, 'waiting');
    }
  }
}

/**
 * Applies timeouts, then updates a thread whose conversation was changed by something other than a step: a message was
 * appended, or the state was set.
 */
export function reconcile(work: ThreadWork): void {
  const { thread, conversation } = work;
  lapse(work);
  if (thread === null || thread.epoch === conversation.epoch) return;
  work.touch();
  supersede(work);
  const drafted = new Set(work.drafts.flatMap(({ messageIds }) => messageIds));
  if (unansweredOf(work).some(({ messageId }) => !drafted.has(messageId))) noteInboundChange(work);
}

/**
 * Restarts the thread's wait for a draft. The wait ends `quietSeconds` from now, but no later than `maxWaitSeconds`
 * after the first change.
 */
export function noteInboundChange(work: ThreadWork): void {
  const firstChangeAt = work.thread?.firstChangeAt ?? work.now;
  work.updateThread({ firstChangeAt, newestChangeAt: work.now, held: null, heldAt: null });
}

/**
 * Ends the conversation's wait, supersedes all drafts and locks the thread, because the creator answered or is about to
 * answer.
 */
export function giveWay(work: ThreadWork, { isAnswered }: { isAnswered: boolean }): void {
  if (work.conversation.state === 'awaiting_owner') work.setState('open');
  supersede(work, { isForced: true });
  const { connection, now } = work;
  if (work.thread === null || connection === null) return;
  const lockedUntil = Math.max(work.thread.lockedUntil ?? 0, now + connection.humanLockSeconds * 1_000);
  work.updateThread({ lockedUntil, ...(isAnswered && { answeredTo: work.messages.at(-1)?.messageId ?? null }) });
  const isOpen = unansweredOf(work).length > 0;
  if (isOpen)
    work.updateThread({
      firstChangeAt: work.thread.firstChangeAt ?? now,
      newestChangeAt: work.thread.newestChangeAt ?? now,
    });
  else work.updateThread({ firstChangeAt: null, newestChangeAt: null, held: null, heldAt: null });
}

/**
 * Hands a conversation over to its creator. Sends one notification for each wait. Sends another one only if the urgency
 * rises.
 */
export function handOff(work: ThreadWork, verdict: HandoffVerdict): void {
  const isWaiting = work.conversation.state === 'awaiting_owner';
  work.setState('awaiting_owner');
  if (isWaiting && rank(verdict.urgency) <= rank(work.snapshot.lastUrgency)) return;
  work.noteHandoff(verdict);
}

function rank(urgency: HandoffVerdict['urgency'] | null): number {
  return urgency === null ? -1 : ['normal', 'high', 'urgent'].indexOf(urgency);
}

/** Stores a sent item's text directly after the newest message that it answers. */
function appendSentText(work: ThreadWork, item: OutboxRow, messageId: string, body: string): OutboxRow {
  const answered = work.messages.find((message) => message.messageId === item.afterMessageId);
  const sentAt = answered?.sentAt ?? work.now;
  // Other messages may have arrived later but have been sent in the same millisecond as the answered message. Such
  // messages are moved after the answer.
  const later = work.messages.filter(
    (message) =>
      message.sentAt === sentAt && (message.position ?? 0) > (answered?.position ?? Number.POSITIVE_INFINITY),
  );
  const message: MessageRow = {
    messageId,
    direction: 'outbound',
    senderType: 'assistant',
    body,
    sentAt,
    position: null,
    editedAt: null,
    deletedAt: null,
    attachments: [],
  };
  work.putMessage(message, { kind: 'new' });
  for (const other of later) work.putMessage(other, { kind: 'last' });
  work.grow();
  return { ...item, messageId };
}

/** Marks an item and its draft as sent, and adds the item's text to the thread as a message. */
export function markSent(work: ThreadWork, item: OutboxRow, messageId: string | null, said = ''): void {
  const sent = appendSentText(work, item, messageId ?? createId('m'), item.text ?? said);
  work.setItemState(sent, 'sent', { outcome: 'sent', messageId: sent.messageId });
  work.setDraftState(item.draftId, 'sent');
  supersede(work);
  if (unansweredOf(work).length === 0) work.updateThread({ firstChangeAt: null, newestChangeAt: null });
}
