import type { Decision } from '../../domain/decision.ts';
import type { ThreadRecord } from '../../store/console-port.ts';
import { isOutdated, unansweredIn } from './unanswered.ts';

/**
 * Returns the reply in the last draft that an agent received, and the draft's idempotency key. Returns null if no draft
 * is stored, if the draft was dismissed, or if it does not answer all of the waiting messages.
 */
export function newestStoredDraft({ stored, drafts, thread }: Pick<ThreadRecord, 'stored' | 'drafts' | 'thread'>) {
  if (stored === null) return null;
  // This service wrote the response as JSON in this form.
  const { decision }: { decision: Decision } = JSON.parse(stored.response);
  const { reply } = decision;
  const kept = drafts.find((draft) => draft.connectionId === null && draft.reply === reply);
  if (kept === undefined || kept.state === 'dismissed' || isOutdated(kept, unansweredIn(thread))) return null;
  return { key: stored.key, reply };
}
