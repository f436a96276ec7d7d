import { urgentIntents } from './intents.ts';
import type { HandoffVerdict } from './notification.ts';

/**
 * Returns how urgently the creator must see a message: `urgent` if a person may be in danger, `high` if the message is
 * blocked for another reason, otherwise `normal`.
 */
export function urgencyOf({
  intent,
  riskLevel,
}: Pick<HandoffVerdict, 'intent' | 'riskLevel'>): HandoffVerdict['urgency'] {
  return urgentIntents.has(intent) ? 'urgent' : riskLevel === 'blocked' ? 'high' : 'normal';
}
