import { readFileSync } from 'node:fs';
import { dimensions } from './dimensions.ts';
import { readMeaningFile, type WordVectors } from './meaning-file.ts';
import { pairOf } from './pair-of.ts';

let loaded: WordVectors | undefined;

/** Returns the committed vectors, which are read once. */
export function wordVectors(): WordVectors {
  loaded ??= readMeaningFile(readFileSync(new URL('word-meanings.bin', import.meta.url)));
  return loaded;
}

/** Replaces the committed vectors with vectors that are being trained. */
export function replaceWordVectors(vectors: WordVectors): void {
  loaded = vectors;
}

/**
 * Returns the meaning of a text: a vector of length 1. The dot product of two such vectors is the similarity of their
 * texts, at most 1. `words` are the ids that `wordIdsOf` returns, in the same order. Texts that ask for the same thing
 * in different words have similar meanings, as far as the training texts allow. Unknown words point in unrelated
 * directions. For a text without words, all values are zero.
 */
export function meaningOf(words: readonly number[] | Uint32Array): Float32Array {
  return toUnit(sumOfVectors(words));
}

/** Returns the sum of the vectors of a text's words and pairs, which `meaningOf` scales to length 1. */
export function sumOfVectors(words: readonly number[] | Uint32Array): Float32Array {
  const vectors = wordVectors();
  const sum = new Float32Array(dimensions);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? 0;
    if (!addKnown(sum, word, vectors)) addUnknown(sum, word, vectors.unknown);
    if (at > 0) addKnown(sum, pairOf(words[at - 1] ?? 0, word), vectors);
  }
  return sum;
}

/** Adds the vector of a word or a pair. Returns false if the word or pair has no vector. */
function addKnown(sum: Float32Array, key: number, { placeOf, scales, values }: WordVectors): boolean {
  const place = placeOf(key);
  if (place < 0) return false;
  const scale = scales[place] ?? 0;
  const from = place * dimensions;
  for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] ?? 0) + (values[from + at] ?? 0) * scale;
  return true;
}

/** Adds the fixed direction of a word that has no vector. */
export function addUnknown(sum: Float32Array, word: number, weight: number): void {
  const size = weight / Math.sqrt(dimensions);
  let bits = 0;
  for (let at = 0; at < dimensions; at++) {
    if (at % 32 === 0) bits = mixed(word + at);
    sum[at] = (sum[at] ?? 0) + (bits & 1 ? size : -size);
    bits >>>= 1;
  }
}

/** Returns the length of a vector. */
export function lengthOf(vector: Float32Array): number {
  let square = 0;
  for (let at = 0; at < vector.length; at++) square += (vector[at] ?? 0) * (vector[at] ?? 0);
  return Math.sqrt(square);
}

/** Divides a vector by its length, in place, and returns it. Zeros stay zeros. */
export function toUnit(vector: Float32Array): Float32Array {
  const length = lengthOf(vector);
  if (length === 0) return vector;
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) / length;
  return vector;
}

/**
 * Returns the dot product of two vectors of `dimensions` values. The second vector starts at a position in a longer
 * list.
 */
export function likenessOf(one: Float32Array, list: ArrayLike<number>, from = 0): number {
  let sum = 0;
  for (let at = 0; at < dimensions; at++) sum += (one[at] ?? 0) * (list[from + at] ?? 0);
  return sum;
}

/** Returns the highest of the dot products with several vectors, at least 0. */
export function highestLikeness(one: Float32Array, others: readonly Float32Array[]): number {
  let best = 0;
  let place = 0;
  // Computing four independent sums takes as long as computing one, and each sum still adds its values in the same
  // order.
  for (; place + 3 < others.length; place += 4) {
    const a = others[place] ?? one;
    const b = others[place + 1] ?? one;
    const c = others[place + 2] ?? one;
    const d = others[place + 3] ?? one;
    let [sumA, sumB, sumC, sumD] = [0, 0, 0, 0];
    for (let at = 0; at < dimensions; at++) {
      const own = one[at] ?? 0;
      sumA += own * (a[at] ?? 0);
      sumB += own * (b[at] ?? 0);
      sumC += own * (c[at] ?? 0);
      sumD += own * (d[at] ?? 0);
    }
    best = Math.max(best, sumA, sumB, sumC, sumD);
  }
  for (; place < others.length; place++) best = Math.max(best, likenessOf(one, others[place] ?? one));
  return best;
}

function mixed(seed: number): number {
  let value = Math.imul(seed ^ (seed >>> 16), 0x7feb352d);
  value = Math.imul(value ^ (value >>> 15), 0x846ca68b);
  return (value ^ (value >>> 16)) >>> 0;
}
