import type { PersonaIndex } from './persona-index.ts';

const k1 = 1.2;
const b = 0.5;

/**
 * Returns every item's Okapi BM25 score over weighted fields, divided by the highest value that these meanings could
 * reach: 0 to 1.
 */
export function bm25(index: PersonaIndex, meanings: readonly string[]): Float64Array {
  const scores = new Float64Array(index.items.length);
  let best = 0;
  for (const meaning of meanings) {
    const list = index.postings.get(meaning) ?? [];
    const rarity = Math.log(1 + (index.items.length - list.length + 0.5) / (list.length + 0.5));
    best += rarity * (k1 + 1);
    for (const [at, weight] of list) {
      const norm = k1 * (1 - b + (b * (index.items[at]?.length ?? 0)) / index.averageLength);
      scores[at] = (scores[at] ?? 0) + (rarity * weight * (k1 + 1)) / (weight + norm);
    }
  }
  if (best > 0) for (let at = 0; at < scores.length; at++) scores[at] = (scores[at] ?? 0) / best;
  return scores;
}
