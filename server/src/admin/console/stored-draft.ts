import type { Decision } from '../../domain/decision.ts';
import type { Trace } from '../../drafting/engine.ts';
import type { ThreadRecord } from '../../store/console-port.ts';
import { isOutdated, unansweredIn } from './unanswered.ts';

/**
 * The last draft that an agent got, with its idempotency key. Null if none is stored, or if the conversation changed
 * since, because the draft then belongs to another message.
 */
export function newestStoredDraft(
  { stored, drafts, thread }: Pick<ThreadRecord, 'stored' | 'drafts' | 'thread'>,
  retentionMs: number,
) {
  if (stored === null) return null;
  // This service wrote both, as JSON of these forms.
  const { decision }: { decision: Decision & { rationale: string; mediaAssetId: string } } = JSON.parse(
    stored.response,
  );
  const trace: Trace = JSON.parse(stored.trace);
  const kept = drafts.find(({ connectionId, reply }) => connectionId === null && reply === decision.reply);
  if (kept === undefined || kept.state === 'dismissed' || isOutdated(kept, unansweredIn(thread))) return null;
  return { key: stored.key, decision, trace, at: stored.expiresAt - retentionMs };
}
