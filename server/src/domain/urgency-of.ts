import type { HandoffVerdict } from './notification.ts';

const urgentIntents: ReadonlySet<string> = new Set(['crisis', 'threat', 'minor_safety']);

/** How soon the creator must see a message: urgent if a person may be in danger, high if it is blocked otherwise. */
export function urgencyOf({
  intent,
  riskLevel,
}: Pick<HandoffVerdict, 'intent' | 'riskLevel'>): HandoffVerdict['urgency'] {
  return urgentIntents.has(intent) ? 'urgent' : riskLevel === 'blocked' ? 'high' : 'normal';
}
