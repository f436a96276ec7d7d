import type { DraftRow, MessageRow } from '../../domain/inbox/rows.ts';

/** The unanswered messages of a thread: those from the fan after the last outbound message that were not deleted. */
export function unansweredIn(thread: readonly MessageRow[]): MessageRow[] {
  const last = thread.findLastIndex(({ direction, deletedAt }) => direction === 'outbound' && deletedAt === null);
  return thread.slice(last + 1).filter(({ deletedAt, body }) => deletedAt === null && body !== '');
}

/** Whether a draft is older than some of the waiting messages, or no message waits any more. */
export function isOutdated({ messageIds }: Pick<DraftRow, 'messageIds'>, unanswered: readonly MessageRow[]): boolean {
  return unanswered.length === 0 || unanswered.some(({ messageId }) => !messageIds.includes(messageId));
}
