import { dimensions } from './dimensions.ts';
import { likenessOf } from './word-meanings.ts';

/** What a number of a vector of length 1 is multiplied by to be kept in a byte. */
const scale = 127;

/** Vectors of length 1, `dimensions` numbers each, in a byte a number. */
export function storedMeanings(vectors: ArrayLike<number>): Int8Array {
  return Int8Array.from(vectors, (value) => Math.round(value * scale));
}

/** How alike a meaning is to the stored one at this place. */
export function storedLikeness(meaning: Float32Array, stored: Int8Array, place: number): number {
  return likenessOf(meaning, stored, place * dimensions) / scale;
}
