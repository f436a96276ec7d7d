import { intentWords } from '../../domain/intents.ts';
import type { HandoffVerdict } from '../../domain/notification.ts';

const reasons: Readonly<Record<string, string>> = {
  too_long: 'a long message',
  media_only: 'only a picture or file',
  too_many_drafts: 'many messages within an hour',
  hazard: 'a sign of danger',
};

/**
 * Describes in at most five words why a conversation is waiting: by the reason for its handoff or, if there is none, by
 * the intent.
 */
export function shortReason(verdict: Pick<HandoffVerdict, 'intent' | 'reason'> | null, intent: string | null): string {
  const known = verdict?.reason == null ? undefined : reasons[verdict.reason];
  const words: Readonly<Record<string, { readonly reason: string }>> = intentWords;
  return known ?? words[verdict?.intent ?? intent ?? '']?.reason ?? '';
}
