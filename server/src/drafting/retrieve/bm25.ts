import type { IndexedItem, PersonaIndex } from './persona-index.ts';

const k1 = 1.2;
const b = 0.5;

/** Okapi BM25 over weighted fields, divided by the best value that these meanings could reach: 0 to 1. */
export function createBm25(index: PersonaIndex, meanings: readonly string[]): (item: IndexedItem) => number {
  const rarities = meanings.map((meaning) => {
    const documents = index.frequency.get(meaning) ?? 0;
    return Math.log(1 + (index.items.length - documents + 0.5) / (documents + 0.5));
  });
  const best = rarities.reduce((sum, rarity) => sum + rarity * (k1 + 1), 0);
  return (item) => {
    if (best === 0) return 0;
    const norm = k1 * (1 - b + (b * item.length) / index.averageLength);
    let score = 0;
    for (let at = 0; at < meanings.length; at++) {
      const weight = item.weights.get(meanings[at] ?? '');
      if (weight !== undefined) score += ((rarities[at] ?? 0) * weight * (k1 + 1)) / (weight + norm);
    }
    return score / best;
  };
}
