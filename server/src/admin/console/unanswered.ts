import type { DraftRow, MessageRow } from '../../domain/inbox/rows.ts';

/** The messages of a thread that wait for an answer: from the fan, after the last outbound one, not deleted. */
export function unansweredIn(thread: readonly MessageRow[]): MessageRow[] {
  const last = thread.findLastIndex(({ direction, deletedAt }) => direction === 'outbound' && deletedAt === null);
  return thread.slice(last + 1).filter(({ deletedAt, body }) => deletedAt === null && body !== '');
}

/** Whether a draft was made before some of the messages that wait now, or whether none waits any more. */
export function isOutdated({ messageIds }: Pick<DraftRow, 'messageIds'>, unanswered: readonly MessageRow[]): boolean {
  return unanswered.length === 0 || unanswered.some(({ messageId }) => !messageIds.includes(messageId));
}
