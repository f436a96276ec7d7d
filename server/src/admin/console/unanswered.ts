import type { DraftRow, MessageRow } from '../../domain/inbox/rows.ts';

/**
 * Returns a thread's unanswered messages: those after the last outbound message that have text and were not deleted.
 */
export function unansweredIn(thread: readonly MessageRow[]): MessageRow[] {
  const last = thread.findLastIndex(({ direction, deletedAt }) => direction === 'outbound' && deletedAt === null);
  return thread.slice(last + 1).filter(({ deletedAt, body }) => deletedAt === null && body !== '');
}

/** Returns true if a draft does not cover all waiting messages, or if no message is waiting. */
export function isOutdated({ messageIds }: Pick<DraftRow, 'messageIds'>, unanswered: readonly MessageRow[]): boolean {
  return unanswered.length === 0 || unanswered.some(({ messageId }) => !messageIds.includes(messageId));
}
