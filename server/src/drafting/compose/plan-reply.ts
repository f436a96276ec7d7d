import type { LikelyItem } from '../answer/find-answer.ts';
import type { Understanding } from '../understand/understand.ts';
import type { ReplyPlan } from './compose.ts';

/** Plans a reply that contains the chosen items, in the given order, and the courtesies that the message calls for. */
export function planReply(
  { clauses, whole }: Understanding,
  chosen: readonly LikelyItem[],
  courtesy: 'greeting' | 'thanks' | 'none',
  isSober: boolean,
): ReplyPlan {
  const says = (intent: string): boolean => clauses.some((clause) => clause.intent === intent);
  return {
    greets: courtesy === 'greeting' || says('greeting'),
    thanks: courtesy === 'thanks' || says('praise'),
    discloses: whole.intents[0]?.intent === 'identity' || clauses.some(({ intent }) => intent === 'identity'),
    isSober,
    items: chosen.map(({ item }) => item),
  };
}
