import { dimensions } from './dimensions.ts';
import { likenessOf } from './word-meanings.ts';

/** The factor by which a value of a unit vector is multiplied to be stored in a byte. */
const scale = 127;

/** Vectors of length 1 with `dimensions` values each, one byte per value. */
export function storedMeanings(vectors: ArrayLike<number>): Int8Array {
  return Int8Array.from(vectors, (value) => Math.round(value * scale));
}

/** The similarity of a meaning to the stored one at this position. */
export function storedLikeness(meaning: Float32Array, stored: Int8Array, place: number): number {
  return likenessOf(meaning, stored, place * dimensions) / scale;
}
