import { keyFinder } from '../learned/key-finder.ts';
import { dimensions } from './dimensions.ts';

/** The vectors of words, and of two consecutive words. */
export interface WordVectors {
  /** Identifies these vectors. Data that was computed with other vectors is incompatible. */
  readonly version: number;
  /** Returns the position of a word by its id, or of a pair by its key; -1 if it has no vector. */
  readonly placeOf: (key: number) => number;
  /** The scale of each position's values. */
  readonly scales: Float32Array;
  /**
   * `dimensions` values for each position, between -127 and 127. The vector at a position is these values times the
   * position's scale.
   */
  readonly values: Int8Array;
  /** The length of the vector of an unknown word. */
  readonly unknown: number;
}

const magic = 0x314d4e55; // "UNM1", little-endian
const headBytes = 16;

/**
 * Encodes vectors as bytes that are identical on every machine, with keys in ascending order. `rows` contains
 * `dimensions` numbers for each key.
 */
export function encodeMeaningFile(keys: readonly number[], rows: Float32Array, unknown: number): Uint8Array {
  const order = keys.map((_, at) => at).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0));
  const bytes = new Uint8Array(headBytes + order.length * (8 + dimensions));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, magic, true);
  view.setUint32(8, order.length, true);
  view.setFloat32(12, unknown, true);
  order.forEach((from, at) => {
    const row = rows.subarray(from * dimensions, (from + 1) * dimensions);
    let most = 0;
    for (const value of row) most = Math.max(most, Math.abs(value));
    const scale = Math.fround(most / 127);
    view.setUint32(headBytes + at * 4, keys[from] ?? 0, true);
    view.setFloat32(headBytes + (order.length + at) * 4, scale, true);
    for (let place = 0; place < dimensions; place++)
      view.setInt8(
        headBytes + order.length * 8 + at * dimensions + place,
        scale === 0 ? 0 : Math.round((row[place] ?? 0) / scale),
      );
  });
  view.setUint32(4, checksum(bytes.subarray(headBytes)), true);
  return bytes;
}

/** Reads the bytes that `encodeMeaningFile` returns. @throws Error if the bytes are not in this format */
export function readMeaningFile(bytes: Uint8Array): WordVectors {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length < headBytes ? 0 : view.getUint32(8, true);
  if (count === 0 || view.getUint32(0, true) !== magic || bytes.length !== headBytes + count * (8 + dimensions))
    throw new Error('these bytes do not contain word vectors');
  const keys = new Uint32Array(count);
  const scales = new Float32Array(count);
  for (let at = 0; at < count; at++) {
    keys[at] = view.getUint32(headBytes + at * 4, true);
    scales[at] = view.getFloat32(headBytes + (count + at) * 4, true);
  }
  const from = bytes.byteOffset + headBytes + count * 8;
  return {
    version: view.getUint32(4, true),
    placeOf: keyFinder(keys),
    scales,
    values: new Int8Array(bytes.buffer, from, count * dimensions),
    unknown: view.getFloat32(12, true),
  };
}

function checksum(bytes: Uint8Array): number {
  let sum = 0x811c9dc5;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193);
  return sum >>> 0;
}
