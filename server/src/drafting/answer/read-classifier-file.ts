import { endianness } from 'node:os';
import type { LinearModel } from '../learned/linear-model.ts';
import { dimensions } from '../meaning/dimensions.ts';
import { type ClassifierContent, classifierMagic } from './classifier-file.ts';

/**
 * A classifier's phrases as they are stored: in flat arrays, which are quick to read, because the first draft waits for
 * them.
 */
export interface StoredPhrases {
  /** The ids of all words that occur, as returned by `wordIdsOf`, in ascending order. */
  readonly words: Uint32Array;
  /** For each phrase: twice the position of its item, plus one for a near miss. */
  readonly owners: Uint16Array;
  /** For each phrase: the end of its words in `places`. */
  readonly ends: Uint32Array;
  /** The words of all phrases, as positions in `words`. */
  readonly places: Uint16Array;
}

export interface StoredContent {
  readonly items: ClassifierContent['items'];
  readonly model: LinearModel;
  readonly meanings: Int8Array;
  readonly phrases: StoredPhrases;
}

const isLittle = endianness() === 'LE';

/** Reads the output of `encodeClassifier`. @throws Error if the bytes are not a classifier in this form */
export function readClassifierFile(stored: Uint8Array): StoredContent {
  const view = new DataView(stored.buffer, stored.byteOffset, stored.byteLength);
  if (stored.length < 8 || view.getUint32(0, true) !== classifierMagic)
    throw new Error('these bytes are not a classifier');
  const size = view.getUint32(4, true);
  // encodeClassifier wrote the head; the length is checked against it below.
  const head = JSON.parse(new TextDecoder().decode(stored.subarray(8, 8 + size))) as {
    items: ClassifierContent['items'];
    classes: number;
    keys: number;
    entries: number;
    words: number;
    phrases: number;
    phraseWords: number;
    scales: number[];
    biases: number[];
  };
  const wide = head.classes > 255 ? 2 : 1;
  const expected =
    8 +
    size +
    head.keys * 5 +
    head.entries * (wide + 1) +
    head.classes * dimensions +
    head.words * 4 +
    head.phrases * 3 +
    head.phraseWords * 2;
  if (stored.length !== expected) throw new Error('the classifier has the wrong length');

  let at = 8 + size;
  const take = (bytes: number): Uint8Array<ArrayBuffer> => {
    at += bytes;
    // The bytes are copied, because a typed array must start at a multiple of its element size.
    return new Uint8Array(stored.subarray(at - bytes, at));
  };
  const keys = wholes32(take(head.keys * 4));
  const rowEnds = endsOf(take(head.keys));
  const entryHeads = wide === 2 ? wholes16(take(head.entries * 2)) : take(head.entries);
  const entryWeights = new Int8Array(take(head.entries).buffer);
  const meanings = new Int8Array(take(head.classes * dimensions).buffer);
  const words = wholes32(take(head.words * 4));
  const owners = new Uint16Array(head.phrases);
  const counts = new Uint8Array(head.phrases);
  for (let phrase = 0; phrase < head.phrases; phrase++) {
    owners[phrase] = (stored[at] ?? 0) | ((stored[at + 1] ?? 0) << 8);
    counts[phrase] = stored[at + 2] ?? 0;
    at += 3;
  }
  return {
    items: head.items,
    model: {
      heads: Array.from({ length: head.classes }, (_, place) => String(place)),
      keys,
      rowEnds,
      entryHeads,
      entryWeights,
      scales: Float64Array.from(head.scales),
      biases: Float64Array.from(head.biases),
    },
    meanings,
    phrases: { words, owners, ends: endsOf(counts), places: wholes16(take(head.phraseWords * 2)) },
  };
}

function endsOf(counts: Uint8Array): Uint32Array {
  const ends = new Uint32Array(counts.length);
  let end = 0;
  for (let at = 0; at < counts.length; at++) {
    end += counts[at] ?? 0;
    ends[at] = end;
  }
  return ends;
}

function wholes32(bytes: Uint8Array<ArrayBuffer>): Uint32Array {
  if (isLittle) return new Uint32Array(bytes.buffer);
  const view = new DataView(bytes.buffer);
  return Uint32Array.from({ length: bytes.length / 4 }, (_, place) => view.getUint32(place * 4, true));
}

function wholes16(bytes: Uint8Array<ArrayBuffer>): Uint16Array {
  if (isLittle) return new Uint16Array(bytes.buffer);
  const view = new DataView(bytes.buffer);
  return Uint16Array.from({ length: bytes.length / 2 }, (_, place) => view.getUint16(place * 2, true));
}
