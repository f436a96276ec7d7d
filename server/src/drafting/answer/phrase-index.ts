import { keyFinder } from '../learned/key-finder.ts';
import type { StoredPhrases } from './read-classifier-file.ts';
import { rarityOf } from './word-rarity.ts';

/**
 * The similarity between a text and the nearest phrase and near miss of each item, by the item's position in the
 * classifier. A similarity is the cosine of the words weighted by rarity, 0 to 1.
 */
export interface Likeness {
  readonly phrases: Float64Array;
  readonly nearMisses: Float64Array;
}

export interface PhraseIndex {
  /** Compares words, as returned by `wordIdsOf`, with all phrases and near misses. */
  likeness(words: readonly number[]): Likeness;
  /** Returns true if any phrase of the item contains a word; near misses do not count. */
  has(item: number, word: number): boolean;
  /** Returns true if any phrase of any item contains a word; near misses do not count. */
  knows(word: number): boolean;
}

/** Creates an index of the phrases, which takes less than a millisecond for 3,200 phrases. */
export function createPhraseIndex({ words, owners, ends, places }: StoredPhrases, items: number): PhraseIndex {
  const squares = Float64Array.from(words, (word) => rarityOf(word) ** 2);
  const lengths = new Float64Array(owners.length);
  /** For each word, the start of its phrases in `postings`. The last entry is the end of the last word's phrases. */
  const starts = new Uint32Array(words.length + 1);
  // A loop over an index is quicker here than an iterator.
  for (let at = 0; at < places.length; at++) {
    const after = (places[at] ?? 0) + 1;
    starts[after] = (starts[after] ?? 0) + 1;
  }
  for (let place = 0; place < words.length; place++)
    starts[place + 1] = (starts[place + 1] ?? 0) + (starts[place] ?? 0);
  // At most 250 items have a class, with at most 150 phrases each, so 16 bits are enough for a phrase's position.
  const postings = new Uint16Array(places.length);
  const next = starts.slice();
  /**
   * The number of bytes per word in `bits`, which has one bit per item: set if one of the item's phrases contains the
   * word.
   */
  const stride = (items >> 3) + 1;
  const bits = new Uint8Array(words.length * stride);
  for (let phrase = 0, at = 0; phrase < owners.length; phrase++) {
    const owner = owners[phrase] ?? 0;
    const end = ends[phrase] ?? 0;
    const byte = owner >> 4;
    const bit = owner % 2 === 1 ? 0 : 1 << ((owner >> 1) & 7);
    let square = 0;
    for (; at < end; at++) {
      const place = places[at] ?? 0;
      const slot = next[place] ?? 0;
      square += squares[place] ?? 0;
      postings[slot] = phrase;
      next[place] = slot + 1;
      bits[place * stride + byte] = (bits[place * stride + byte] ?? 0) | bit;
    }
    lengths[phrase] = Math.sqrt(square);
  }

  const placeOf = keyFinder(words);
  const products = new Float64Array(owners.length);
  return {
    likeness(asked) {
      const found = { phrases: new Float64Array(items), nearMisses: new Float64Array(items) };
      const touched: number[] = [];
      let square = 0;
      for (const word of asked) {
        const own = rarityOf(word) ** 2;
        square += own;
        const place = placeOf(word);
        if (place < 0) continue;
        const end = starts[place + 1] ?? 0;
        for (let at = starts[place] ?? 0; at < end; at++) {
          const phrase = postings[at] ?? 0;
          if (products[phrase] === 0) touched.push(phrase);
          products[phrase] = (products[phrase] ?? 0) + own;
        }
      }
      const length = Math.sqrt(square);
      for (const phrase of touched) {
        const product = products[phrase] ?? 0;
        products[phrase] = 0;
        if (product === 0) continue;
        const likeness = product / (length * (lengths[phrase] ?? 1));
        const owner = owners[phrase] ?? 0;
        const list = owner % 2 === 1 ? found.nearMisses : found.phrases;
        if (likeness > (list[owner >> 1] ?? 0)) list[owner >> 1] = likeness;
      }
      return found;
    },
    has(item, word) {
      const place = placeOf(word);
      return place >= 0 && ((bits[place * stride + (item >> 3)] ?? 0) & (1 << (item & 7))) !== 0;
    },
    knows(word) {
      const place = placeOf(word);
      return place >= 0 && bits.subarray(place * stride, (place + 1) * stride).some((byte) => byte !== 0);
    },
  };
}
