import type { DraftRow, MessageRow } from '../../domain/inbox/rows.ts';

/**
 * Returns the unanswered messages in a thread: the messages after the last outbound one that have text and were not
 * deleted.
 */
export function unansweredIn(thread: readonly MessageRow[]): MessageRow[] {
  const last = thread.findLastIndex(({ direction, deletedAt }) => direction === 'outbound' && deletedAt === null);
  return thread.slice(last + 1).filter(({ deletedAt, body }) => deletedAt === null && body !== '');
}

/** Returns true if a draft does not answer all waiting messages, or if no message is waiting. */
export function isOutdated({ messageIds }: Pick<DraftRow, 'messageIds'>, unanswered: readonly MessageRow[]): boolean {
  return unanswered.length === 0 || unanswered.some(({ messageId }) => !messageIds.includes(messageId));
}
