import { endianness } from 'node:os';
import type { IntentShares } from '../learned/intents-of-texts.ts';
import type { LinearModel } from '../learned/linear-model.ts';
import { lengthOf, sumOfVectors } from '../meaning/word-meanings.ts';

/** The content of a trained classifier, as it is before it is written and after it is read. */
export interface ClassifierContent {
  /**
   * The items in the order of their classes. Class i is the i-th item. If class i + items.length exists, it contains
   * the near misses of the same item.
   */
  readonly items: readonly {
    readonly id: string;
    readonly hash: string;
    /** The number of the item's phrases and near misses that the classifier was trained on. */
    readonly phrases: number;
    readonly nearMisses: number;
    /** The intents of the people who ask for the item. */
    readonly intents: IntentShares;
  }[];
  readonly model: LinearModel;
  /** The meaning of each class: `dimensions` numbers between -127 and 127 that represent a vector of length 1. */
  readonly meanings: Int8Array;
  /** The words of each phrase, as returned by `wordIdsOf`. */
  readonly phrases: readonly {
    readonly item: number;
    readonly isNearMiss: boolean;
    readonly words: readonly number[];
  }[];
}

export const classifierMagic = 0x33435355; // "USC3", little-endian

const space = 32;
const isLittleEndian = endianness() === 'LE';

/**
 * Encodes a classifier as bytes that are identical on every machine: a JSON head, then lists of numbers, little-endian.
 * Lists with wide numbers come first, so that each list starts at a multiple of its element size. `readClassifierFile`
 * reads these bytes.
 */
export function encodeClassifier({ items, model, meanings, phrases }: ClassifierContent): Uint8Array {
  const words = [...new Set(phrases.flatMap((phrase) => phrase.words))].sort((a, b) => a - b).slice(0, 65_535);
  const placeOf = new Map(words.map((word, place) => [word, place]));
  const rows = phrases.map((phrase) => phrase.words.flatMap((word) => placeOf.get(word) ?? []));
  const head = new TextEncoder().encode(
    JSON.stringify({
      items,
      classes: model.heads.length,
      keys: model.keys.length,
      entries: model.entryHeads.length,
      words: words.length,
      phrases: phrases.length,
      phraseWords: rows.reduce((sum, row) => sum + row.length, 0),
      scales: [...model.scales],
      biases: [...model.biases],
    }),
  );
  const padding = new Uint8Array((4 - (head.length % 4)) % 4).fill(space);
  const lists = [
    Uint32Array.of(classifierMagic, head.length + padding.length),
    head,
    padding,
    model.keys,
    Uint32Array.from(words),
    Float32Array.from(rows, (row) => lengthOf(sumOfVectors(row.map((place) => words[place] ?? 0)))),
    Uint16Array.from(phrases, ({ item, isNearMiss }) => item * 2 + (isNearMiss ? 1 : 0)),
    Uint16Array.from(rows.flat()),
    (model.heads.length > 255 ? Uint16Array : Uint8Array).from(model.entryHeads),
    Uint8Array.from(model.rowEnds, (end, row) => end - (model.rowEnds[row - 1] ?? 0)),
    Uint8Array.from(rows, (row) => row.length),
    model.entryWeights,
    meanings,
  ];
  const bytes = new Uint8Array(lists.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const { buffer, byteOffset, byteLength, BYTES_PER_ELEMENT: width } of lists) {
    bytes.set(littleEndian(new Uint8Array(buffer, byteOffset, byteLength), width), at);
    at += byteLength;
  }
  return bytes;
}

/**
 * Converts numbers of `width` bytes between this machine's byte order and little-endian. Returns the same bytes if there
 * is nothing to convert, otherwise a copy.
 */
export function littleEndian<Bytes extends Uint8Array>(bytes: Bytes, width: number): Bytes | Uint8Array<ArrayBuffer> {
  if (isLittleEndian || width === 1) return bytes;
  const swapped = new Uint8Array(bytes.length);
  for (let at = 0; at < bytes.length; at += width)
    for (let place = 0; place < width; place++) swapped[at + place] = bytes[at + width - 1 - place] ?? 0;
  return swapped;
}
