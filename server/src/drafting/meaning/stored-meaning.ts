import { dimensions } from './dimensions.ts';
import { likenessOf } from './word-meanings.ts';

/** The factor by which a value of a unit vector is multiplied to be stored in a byte. */
const scale = 127;

/** Encodes unit vectors with `dimensions` values each, one byte per value. */
export function storedMeanings(vectors: ArrayLike<number>): Int8Array {
  const stored = new Int8Array(vectors.length);
  storeMeanings(stored, vectors, 0);
  return stored;
}

/** Writes unit vectors into `stored`, starting at index `from`. */
export function storeMeanings(stored: Int8Array, vectors: ArrayLike<number>, from: number): void {
  for (let at = 0; at < vectors.length; at++) stored[from + at] = Math.round((vectors[at] ?? 0) * scale);
}

/** Returns the similarity of a meaning to the stored vector with the index `place`. */
export function storedLikeness(meaning: Float32Array, stored: Int8Array, place: number): number {
  return likenessOf(meaning, stored, place * dimensions) / scale;
}
