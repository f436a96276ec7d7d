import { hazardIntents, type Intent, intents } from '../../domain/intents.ts';
import type { LikelyItem } from '../answer/find-answer.ts';
import type { IntentChance } from '../learned/understanding-model.ts';
import { mayBeAutomatic } from '../policy-table.ts';
import type { Understanding } from '../understand/understand.ts';

/**
 * The weight of the intents of the most likely item, relative to the intents of the message. This value was chosen on
 * the validation creators.
 */
const itemWeight = 1.5;

/**
 * Returns the most dangerous intent of the message. If no intent is dangerous, returns the one that the creator must
 * answer or, if there is none, the intent of the main question. People who ask for the same item mostly have the same
 * intent, so the intents of the most likely item count in proportion to its probability.
 */
export function mainIntent(
  understanding: Understanding,
  never: readonly string[],
  isAnswered: boolean,
  likeliest: Pick<LikelyItem, 'intents' | 'probability'> | undefined,
): Intent {
  const { hazards, risks, language, whole, clauses } = understanding;
  const blocked = [...hazards, ...risks].filter(({ level }) => level === 'block');
  const worst = hazardIntents.find((category) => blocked.some((hazard) => hazard.category === category));
  if (worst !== undefined) return worst;
  // In languages that the classifier was not trained on, its intents are only guesses.
  if (!language.isUnderstood && language.found !== 'en') return 'unclear';
  const [creators = ''] = never;
  const matter = intents.find((intent) => intent === creators.split('.')[0]);
  if (matter !== undefined) return matter;
  const first = likeliestIntent(whole.intents, likeliest);
  if (first !== 'unclear' && (mayBeAutomatic(first) || !isAnswered)) return first;
  const asking = clauses.filter(({ intent }) => mayBeAutomatic(intent));
  const plainest = asking.toSorted((a, b) => (b.scores[0]?.score ?? 0) - (a.scores[0]?.score ?? 0))[0];
  if (plainest !== undefined && (isAnswered || (plainest.scores[0]?.score ?? 0) >= 0.6)) return plainest.intent;
  return isAnswered ? 'content_question' : first;
}

function likeliestIntent(
  chances: readonly IntentChance[],
  item: Pick<LikelyItem, 'intents' | 'probability'> | undefined,
): Intent {
  const prior = item === undefined || Object.keys(item.intents).length === 0 ? undefined : item;
  let best: { intent: Intent; score: number } = { intent: 'unclear', score: Number.NEGATIVE_INFINITY };
  for (const { intent, score: chance } of chances) {
    const share = prior === undefined ? 1 : (prior.intents[intent] ?? 0) + 0.02;
    const score = Math.log(chance + 0.01) + itemWeight * (prior?.probability ?? 0) * Math.log(share);
    if (score > best.score) best = { intent, score };
  }
  return best.intent;
}
