import { hazardIntents, intents } from '../../domain/intents.ts';
import { type Act, acts } from '../policy-table.ts';

/**
 * The positions of the heads of the understanding model: intents, then risks, then `owner` (only the creator can
 * answer), then acts.
 */
export const firstRisk = intents.length;
export const ownerHead = firstRisk + hazardIntents.length;
export const firstAct = ownerHead + 1;
export const headNames: readonly string[] = [
  ...intents,
  ...hazardIntents.map((intent) => `risk:${intent}`),
  'owner',
  ...acts.map((act: Act) => `act:${act}`),
];
