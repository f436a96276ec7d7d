import type { Decision } from '../../domain/decision.ts';
import type { Trace } from '../../drafting/engine.ts';
import type { ThreadRecord } from '../../store/console-port.ts';
import { isOutdated, unansweredIn } from './unanswered.ts';

/**
 * The draft that an agent got last, with its idempotency key. Null where none is kept, and where the conversation changed since:
 * it was made for another message then.
 */
export function newestStoredDraft(
  { stored, drafts, thread }: Pick<ThreadRecord, 'stored' | 'drafts' | 'thread'>,
  retentionMs: number,
) {
  if (stored === null) return null;
  // Both were written by this service, as JSON of these forms.
  const { decision }: { decision: Decision & { rationale: string; mediaAssetId: string } } = JSON.parse(
    stored.response,
  );
  const trace: Trace = JSON.parse(stored.trace);
  const kept = drafts.find(({ connectionId, reply }) => connectionId === null && reply === decision.reply);
  if (kept === undefined || kept.state === 'dismissed' || isOutdated(kept, unansweredIn(thread))) return null;
  return { key: stored.key, decision, trace, at: stored.expiresAt - retentionMs };
}
