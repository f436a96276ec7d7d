import { type Intent, intents } from '../../domain/intents.ts';
import { type Act, acts } from '../policy-table.ts';

/**
 * The intents whose messages are blocked; each has its own risk head. If a message belongs to several, the first in
 * this order names it, so that people in danger come first.
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

/** The positions of the understanding model's heads: intents, then risks, then the creator's own matters, then acts. */
export const firstRisk = intents.length;
export const ownerHead = firstRisk + hazardIntents.length;
export const firstAct = ownerHead + 1;
export const headNames: readonly string[] = [
  ...intents,
  ...hazardIntents.map((intent) => `risk:${intent}`),
  'owner',
  ...acts.map((act: Act) => `act:${act}`),
];
