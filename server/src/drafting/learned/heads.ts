import { hazardIntents, intents } from '../../domain/intents.ts';
import { type Act, acts } from '../policy-table.ts';

/**
 * What a stretch of words can be other than a question: an `aside` is a remark that changes no answer, an `opener` leads
 * up to a question, and a `closer` ends one.
 */
export const talkKinds = ['aside', 'opener', 'closer'] as const;
export type TalkKind = (typeof talkKinds)[number];

/**
 * The positions of the heads of the understanding model: intents, then risks, then small talk, then `owner` (only the
 * creator can answer), then acts.
 */
export const firstRisk = intents.length;
export const firstTalk = firstRisk + hazardIntents.length;
export const ownerHead = firstTalk + talkKinds.length;
export const firstAct = ownerHead + 1;
export const headNames: readonly string[] = [
  ...intents,
  ...hazardIntents.map((intent) => `risk:${intent}`),
  ...talkKinds.map((kind) => `talk:${kind}`),
  'owner',
  ...acts.map((act: Act) => `act:${act}`),
];
