import type { LikelyItem } from '../answer/find-answer.ts';
import type { Understanding } from '../understand/understand.ts';
import type { ReplyPlan } from './compose.ts';

/**
 * The lowest probability of praise at which a clause gets thanks. A sentence that only tells something ("I just moved
 * house") is most like praise, too, but with a low probability.
 */
const leastPraise = 0.5;

/** Plans a reply that contains the chosen items, in the given order, and the courtesies that the message calls for. */
export function planReply(
  { clauses, whole }: Understanding,
  chosen: readonly LikelyItem[],
  courtesy: 'greeting' | 'thanks' | 'none',
  isSober: boolean,
): ReplyPlan {
  const says = (intent: string): boolean => clauses.some((clause) => clause.intent === intent);
  const praises = clauses.some(({ intent, scores }) => intent === 'praise' && (scores[0]?.score ?? 0) >= leastPraise);
  return {
    greets: courtesy === 'greeting' || says('greeting'),
    thanks: courtesy === 'thanks' || praises,
    discloses: whole.intents[0]?.intent === 'identity' || clauses.some(({ intent }) => intent === 'identity'),
    isSober,
    items: chosen.map(({ item }) => item),
  };
}
