import type { IndexedItem, PersonaIndex } from './persona-index.ts';

const k1 = 1.2;
const b = 0.5;

/** Okapi BM25 over weighted fields, divided by the best value that these meanings could reach: 0 to 1. */
export function bm25(item: IndexedItem, index: PersonaIndex, meanings: readonly string[]): number {
  let score = 0;
  let best = 0;
  for (const meaning of meanings) {
    const documents = index.frequency.get(meaning) ?? 0;
    const idf = Math.log(1 + (index.items.length - documents + 0.5) / (documents + 0.5));
    best += idf * (k1 + 1);
    const weight = item.weights.get(meaning);
    if (weight === undefined) continue;
    const norm = k1 * (1 - b + (b * item.length) / index.averageLength);
    score += (idf * weight * (k1 + 1)) / (weight + norm);
  }
  return best === 0 ? 0 : score / best;
}
