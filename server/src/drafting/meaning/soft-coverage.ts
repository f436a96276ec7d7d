import { dimensions } from './dimensions.ts';
import type { WordVectors } from './meaning-file.ts';
import { addUnknown, highestLikeness, toUnit, wordVectors } from './word-meanings.ts';

/** How much of a question is covered by the same words or by words with a similar meaning. */
export interface SoftCoverage {
  /** The weighted mean of the similarity of each word to its nearest known word; 1 if there are no words. */
  readonly covered: number;
  /** The greatest weight of a single word that is not covered. */
  readonly rarest: number;
}

/** The words of a question: their weights, and their vectors as returned by `unitVectorsOf`. */
export interface AskedWords {
  readonly weights: readonly number[];
  readonly vectors: readonly Float32Array[];
}

/**
 * The maximum number of words whose vectors are cached, which takes about a megabyte. Fans and creators often use the
 * same words.
 */
const mostWords = 4_000;
let cached = new Map<number, Float32Array>();
let cachedOf: WordVectors | undefined;

/** Returns the vectors of single words, each of length 1. They are shared, so callers must not change them. */
export function unitVectorsOf(words: Iterable<number>): Float32Array[] {
  const vectors = wordVectors();
  if (vectors !== cachedOf || cached.size >= mostWords) cached = new Map();
  cachedOf = vectors;
  return Array.from(words, (word) => {
    const known = cached.get(word);
    if (known !== undefined) return known;
    const made = unitVector(word, vectors);
    cached.set(word, made);
    return made;
  });
}

function unitVector(word: number, { placeOf, values }: WordVectors): Float32Array {
  const vector = new Float32Array(dimensions);
  const place = placeOf(word);
  if (place < 0) {
    addUnknown(vector, word, 1);
    return vector;
  }
  for (let at = 0; at < dimensions; at++) vector[at] = values[place * dimensions + at] ?? 0;
  return toUnit(vector);
}

/** Returns how well the `known` words, as returned by `unitVectorsOf`, cover the words of a question. */
export function softCoverage({ weights, vectors }: AskedWords, known: readonly Float32Array[]): SoftCoverage {
  let [total, covered, rarest] = [0, 0, 0];
  weights.forEach((weight, at) => {
    const word = vectors[at];
    const best = word === undefined ? 0 : highestLikeness(word, known);
    total += weight;
    covered += weight * best;
    rarest = Math.max(rarest, weight * (1 - best));
  });
  return { covered: total === 0 ? 1 : covered / total, rarest };
}
