import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { LinearModel } from './linear-model.ts';

/** The notes in the head of a stored model: any JSON values other than those of the model itself. */
export type ModelNotes = Readonly<Record<string, unknown>>;

const magic = 0x314d5355; // "USM1", little-endian

/**
 * Encodes a model as bytes that are identical on every machine: a JSON head with the notes, then keys, entries per key,
 * heads and weights of the entries.
 */
export function encodeModel(model: LinearModel, notes: ModelNotes): Uint8Array {
  const head = new TextEncoder().encode(
    JSON.stringify({
      heads: model.heads,
      keys: model.keys.length,
      entries: model.entryHeads.length,
      scales: [...model.scales],
      biases: [...model.biases],
      notes,
    }),
  );
  const rows = model.keys.length;
  const entries = model.entryHeads.length;
  const bytes = new Uint8Array(8 + head.length + rows * 5 + entries * 2);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, magic, true);
  view.setUint32(4, head.length, true);
  bytes.set(head, 8);
  let at = 8 + head.length;
  for (const key of model.keys) {
    view.setUint32(at, key, true);
    at += 4;
  }
  let start = 0;
  for (const end of model.rowEnds) {
    if (end - start > 255) throw new RangeError('a feature has more than 255 entries');
    bytes[at] = end - start;
    start = end;
    at += 1;
  }
  bytes.set(model.entryHeads, at);
  for (let entry = 0; entry < entries; entry++) view.setInt8(at + entries + entry, model.entryWeights[entry] ?? 0);
  return bytes;
}

/**
 * Reads a model that `encodeModel` encoded into a file.
 * @throws Error if the file is not a model, or if its heads are not exactly `heads`, in that order. The code reads
 * heads by position, so other heads would give wrong scores.
 */
export function readModelFile(file: URL, heads: readonly string[]): ReturnType<typeof decodeModel> {
  const decoded = decodeModel(readFileSync(file));
  const stored = decoded.model.heads;
  if (stored.length === heads.length && stored.every((head, at) => head === heads[at])) return decoded;
  const missing = heads.filter((head) => !stored.includes(head));
  const unknown = stored.filter((head) => !heads.includes(head));
  const differences = [
    ...(missing.length > 0 ? [`lacks ${missing.join(', ')}`] : []),
    ...(unknown.length > 0 ? [`has ${unknown.join(', ')}, which the code does not know`] : []),
  ];
  const fault = differences.length > 0 ? differences.join(' and ') : 'has its heads in a different order';
  throw new Error(
    `${fileURLToPath(file)} does not fit the code: it ${fault}. Run "npm run train", and commit the files that it writes.`,
  );
}

/**
 * Decodes the bytes that `encodeModel` returns.
 * @throws Error if the bytes are not a model
 */
export function decodeModel(stored: Uint8Array): { readonly model: LinearModel; readonly notes: ModelNotes } {
  // The bytes are copied, because a file's data may be part of a larger buffer.
  const bytes = new Uint8Array(stored);
  const view = new DataView(bytes.buffer);
  if (bytes.length < 8 || view.getUint32(0, true) !== magic) throw new Error('these bytes are not a model');
  const size = view.getUint32(4, true);
  const head: unknown = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + size)));
  // encodeModel wrote the head. Its lengths are checked against the bytes below.
  const { heads, keys, entries, scales, biases, notes } = head as {
    heads: string[];
    keys: number;
    entries: number;
    scales: number[];
    biases: number[];
    notes: ModelNotes;
  };
  if (bytes.length !== 8 + size + keys * 5 + entries * 2) throw new Error('the model has the wrong length');
  let at = 8 + size;
  const keyList = new Uint32Array(keys);
  for (let row = 0; row < keys; row++) keyList[row] = view.getUint32(at + row * 4, true);
  at += keys * 4;
  const rowEnds = new Uint32Array(keys);
  let end = 0;
  for (let row = 0; row < keys; row++) {
    end += bytes[at + row] ?? 0;
    rowEnds[row] = end;
  }
  at += keys;
  const model = {
    heads,
    keys: keyList,
    rowEnds,
    entryHeads: bytes.slice(at, at + entries),
    entryWeights: new Int8Array(bytes.slice(at + entries, at + 2 * entries).buffer),
    scales: Float64Array.from(scales),
    biases: Float64Array.from(biases),
  };
  return { model, notes };
}
