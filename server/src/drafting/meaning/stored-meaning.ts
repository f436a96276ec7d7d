import { dimensions } from './dimensions.ts';
import { likenessOf } from './word-meanings.ts';

/** The factor by which a value of a unit vector is multiplied to be stored in a byte. */
const scale = 127;

/** Encodes unit vectors with `dimensions` values each, one byte per value. */
export function storedMeanings(vectors: Float32Array): Int8Array {
  return Int8Array.from(vectors, (value) => Math.round(value * scale));
}

/** Returns the similarity between a meaning and the stored vector with the index `place`. */
export function storedLikeness(meaning: Float32Array, stored: Int8Array, place: number): number {
  return likenessOf(meaning, stored, place * dimensions) / scale;
}
