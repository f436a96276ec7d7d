import { dimensions } from './dimensions.ts';
import { addUnknown, likenessOf, toUnit, wordVectors } from './word-meanings.ts';

/** How much of a question is covered, in the same words or in words of similar meaning. */
export interface SoftCoverage {
  /**
   * The share of the weight of all words, each multiplied by the similarity of its nearest word; 1 if there are no
   * words.
   */
  readonly covered: number;
  /** The greatest weight that one word leaves uncovered. */
  readonly rarest: number;
}

/** The words of a question: their weights, and their vectors as returned by `unitVectorsOf`. */
export interface AskedWords {
  readonly weights: readonly number[];
  readonly vectors: Float32Array;
}

/** The vectors of single words, one after another, each of length 1. */
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

/** `known` as returned by `unitVectorsOf`. */
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
