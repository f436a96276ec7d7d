import { dimensions } from './dimensions.ts';

/** The vectors of words, and of two words in a row. */
export interface WordVectors {
  /** Names these vectors: what was made with others does not fit them. */
  readonly version: number;
  /** The place of a word by its id, or of a pair by its key. */
  readonly placeOf: ReadonlyMap<number, number>;
  /** One for each place. */
  readonly scales: Float32Array;
  /** `dimensions` for each place, between -127 and 127, to be multiplied by its scale. */
  readonly values: Int8Array;
  /** The length of the vector of a word that is not among them. */
  readonly unknown: number;
}

const magic = 0x314d4e55; // "UNM1", little-endian
const headBytes = 16;

/** As bytes, the same everywhere; keys in rising order. `rows` holds `dimensions` numbers for each key. */
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

/** Reads what `encodeMeaningFile` wrote. @throws Error when the bytes are no such file */
export function readMeaningFile(bytes: Uint8Array): WordVectors {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length < headBytes ? 0 : view.getUint32(8, true);
  if (count === 0 || view.getUint32(0, true) !== magic || bytes.length !== headBytes + count * (8 + dimensions))
    throw new Error('these bytes hold no word vectors');
  const placeOf = new Map<number, number>();
  const scales = new Float32Array(count);
  for (let at = 0; at < count; at++) {
    placeOf.set(view.getUint32(headBytes + at * 4, true), at);
    scales[at] = view.getFloat32(headBytes + (count + at) * 4, true);
  }
  const from = bytes.byteOffset + headBytes + count * 8;
  return {
    version: view.getUint32(4, true),
    placeOf,
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
