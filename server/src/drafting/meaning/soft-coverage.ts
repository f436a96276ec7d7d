import { dimensions } from './dimensions.ts';
import { addUnknown, likenessOf, toUnit, wordVectors } from './word-meanings.ts';

/** How much of what is asked is spoken of, in the same words or in words close in meaning. */
export interface SoftCoverage {
  /** The share of the weight of all words, each as far as its nearest word is like it; 1 where there are none. */
  readonly covered: number;
  /** The greatest weight that one word leaves uncovered. */
  readonly rarest: number;
}

/** Words that are asked: how much each counts, and their vectors as `unitVectorsOf` gives them. */
export interface AskedWords {
  readonly weights: readonly number[];
  readonly vectors: Float32Array;
}

/** The vectors of single words, one behind the other, each of length 1. */
export function unitVectorsOf(words: readonly number[]): Float32Array {
  const { placeOf, values } = wordVectors();
  const rows = new Float32Array(words.length * dimensions);
  words.forEach((word, at) => {
    const row = rows.subarray(at * dimensions, (at + 1) * dimensions);
    const place = placeOf.get(word);
    if (place === undefined) addUnknown(row, word, 1);
    else {
      for (let d = 0; d < dimensions; d++) row[d] = values[place * dimensions + d] ?? 0;
      toUnit(row);
    }
  });
  return rows;
}

/** `known` as `unitVectorsOf` gives it. */
export function softCoverage({ weights, vectors }: AskedWords, known: Float32Array): SoftCoverage {
  let [total, covered, rarest] = [0, 0, 0];
  weights.forEach((weight, at) => {
    const word = vectors.subarray(at * dimensions, (at + 1) * dimensions);
    let best = 0;
    for (let from = 0; from < known.length; from += dimensions) best = Math.max(best, likenessOf(word, known, from));
    total += weight;
    covered += weight * best;
    rarest = Math.max(rarest, weight * (1 - best));
  });
  return { covered: total === 0 ? 1 : covered / total, rarest };
}
