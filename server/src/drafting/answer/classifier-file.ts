import type { IntentShares } from '../learned/intents-of-texts.ts';
import type { LinearModel } from '../learned/linear-model.ts';

/** A trained classifier before it is written or after it is read. */
export interface ClassifierContent {
  /**
   * The items in the order of their classes. Class i is the i-th item. Class i + items.length, if it exists, contains
   * that item's near misses.
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

export const classifierMagic = 0x32435355; // "USC2", little-endian

/**
 * Encodes a classifier as bytes that are identical on every machine: a JSON head, then the numbers, little-endian.
 * `readClassifierFile` reads them.
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
  const wide = model.heads.length > 255 ? 2 : 1;
  const size =
    8 +
    head.length +
    model.keys.length * 5 +
    model.entryHeads.length * (wide + 1) +
    meanings.length +
    words.length * 4 +
    phrases.length * 3 +
    rows.reduce((sum, row) => sum + row.length * 2, 0);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, classifierMagic, true);
  view.setUint32(4, head.length, true);
  bytes.set(head, 8);
  let at = 8 + head.length;
  for (const key of model.keys) at = put32(view, at, key);
  let start = 0;
  for (const end of model.rowEnds) {
    bytes[at++] = end - start;
    start = end;
  }
  for (const entry of model.entryHeads) {
    if (wide === 2) view.setUint16(at, entry, true);
    else bytes[at] = entry;
    at += wide;
  }
  for (const weight of model.entryWeights) view.setInt8(at++, weight);
  for (const value of meanings) view.setInt8(at++, value);
  for (const word of words) at = put32(view, at, word);
  phrases.forEach(({ item, isNearMiss }, place) => {
    view.setUint16(at, item * 2 + (isNearMiss ? 1 : 0), true);
    bytes[at + 2] = rows[place]?.length ?? 0;
    at += 3;
  });
  for (const row of rows)
    for (const word of row) {
      view.setUint16(at, word, true);
      at += 2;
    }
  return bytes;
}

function put32(view: DataView, at: number, value: number): number {
  view.setUint32(at, value, true);
  return at + 4;
}
