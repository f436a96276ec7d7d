import type { Hint } from '../learned/features.ts';
import type { Token } from '../text/tokens.ts';
import { actBook } from './act.ts';
import type { Hazard } from './find-hazards.ts';

/**
 * Returns phrases that indicate an act, and signs of danger, each at the word where it ends. The classifier weighs
 * these features in addition to the words. They add knowledge that the classifier cannot learn from a few thousand
 * messages.
 */
export function findHints(tokens: readonly Token[], hazards: readonly Hazard[]): Hint[] {
  const acts = actBook.find(tokens).map(({ rule, to }) => ({ name: `act:${rule.id}`, at: to - 1 }));
  const signs = hazards.map(({ category, level, end }) => {
    const at = tokens.findIndex((token) => token.end >= end);
    return { name: `${category}:${level}`, at: at < 0 ? tokens.length - 1 : at };
  });
  return [...acts, ...signs];
}
