import { type Intent, intents } from '../../domain/intents.ts';
import { type Act, acts } from '../policy-table.ts';

/**
 * The intents whose messages are blocked: each has a risk head of its own. In the order in which a message that falls under
 * several is named: whoever is in danger comes first.
 */
export const hazardIntents = [
  'crisis',
  'minor_safety',
  'threat',
  'sexual',
  'harassment',
  'manipulation',
  'spam',
] as const satisfies readonly Intent[];
export type HazardIntent = (typeof hazardIntents)[number];

/** Which heads of the understanding model stand where: intents, then risks, then the creator's own matters, then acts. */
export const firstRisk = intents.length;
export const ownerHead = firstRisk + hazardIntents.length;
export const firstAct = ownerHead + 1;
export const headNames: readonly string[] = [
  ...intents,
  ...hazardIntents.map((intent) => `risk:${intent}`),
  'owner',
  ...acts.map((act: Act) => `act:${act}`),
];
