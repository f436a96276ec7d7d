import type { LinearModel } from '../learned/linear-model.ts';
import { dimensions } from '../meaning/dimensions.ts';
import { type ClassifierContent, classifierMagic, littleEndian } from './classifier-file.ts';

/**
 * The phrases of a classifier as they are stored: in flat arrays. Flat arrays are quick to read, and the first draft
 * waits until the phrases are read.
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
  /** For each phrase: the length of the sum of its vectors, as returned by `sumOfVectors`. */
  readonly lengths: Float32Array;
}

export interface StoredContent {
  readonly items: ClassifierContent['items'];
  readonly model: LinearModel;
  readonly meanings: Int8Array;
  readonly phrases: StoredPhrases;
}

/**
 * Reads the bytes that `encodeClassifier` returns. The result uses the given bytes, which must not change later.
 * @throws Error if the bytes are not a classifier in this form
 */
export function readClassifierFile(given: Uint8Array): StoredContent {
  // A list of wide numbers must start at a multiple of its element size.
  const stored = given.byteOffset % 4 === 0 ? given : new Uint8Array(given);
  const view = new DataView(stored.buffer, stored.byteOffset, stored.byteLength);
  if (stored.length < 8 || view.getUint32(0, true) !== classifierMagic)
    throw new Error('these bytes are not a classifier');
  const size = view.getUint32(4, true);
  // encodeClassifier wrote the head. Its length is checked below.
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
  const EntryHeads = head.classes > 255 ? Uint16Array : Uint8Array;
  const expected =
    8 +
    size +
    head.keys * 5 +
    head.entries * (EntryHeads.BYTES_PER_ELEMENT + 1) +
    head.classes * dimensions +
    head.words * 4 +
    head.phrases * 7 +
    head.phraseWords * 2;
  if (size % 4 !== 0 || stored.length !== expected) throw new Error('the classifier has the wrong length');

  let at = 8 + size;
  const take = <List>(List: ListOf<List>, count: number): List => {
    const width = List.BYTES_PER_ELEMENT;
    const bytes = littleEndian(stored.subarray(at, at + count * width), width);
    at += count * width;
    return new List(bytes.buffer, bytes.byteOffset, count);
  };
  const keys = take(Uint32Array, head.keys);
  const words = take(Uint32Array, head.words);
  const lengths = take(Float32Array, head.phrases);
  const owners = take(Uint16Array, head.phrases);
  const places = take(Uint16Array, head.phraseWords);
  const entryHeads = take<Uint8Array | Uint16Array>(EntryHeads, head.entries);
  const rowEnds = endsOf(take(Uint8Array, head.keys));
  const ends = endsOf(take(Uint8Array, head.phrases));
  const entryWeights = take(Int8Array, head.entries);
  const meanings = take(Int8Array, head.classes * dimensions);
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
    phrases: { words, owners, ends, places, lengths },
  };
}

/** A class of typed arrays. */
interface ListOf<List> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, offset: number, count: number): List;
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
