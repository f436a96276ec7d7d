import { pairOf } from '../meaning/pair-of.ts';
import { type Products, productsOf } from '../meaning/products.ts';
import { wordVectors } from '../meaning/word-meanings.ts';
import type { StoredPhrases } from './read-classifier-file.ts';

/** The similarities to the nearest phrase and to the nearest near miss, -1 to 1; 0 if there is none. */
export interface NearestTaught {
  readonly phrase: number;
  readonly nearMiss: number;
  /** The words of the nearest phrase. */
  readonly words: readonly number[];
}

/**
 * The phrases of one owner, which are consecutive (see `StoredPhrases`). `first` is the position of the first phrase.
 */
interface OwnPhrases {
  readonly first: number;
  /**
   * For each word and each pair of all phrases: the position of its vector, or `~place` for the word `words[place]`
   * that has no vector.
   */
  readonly rows: Int32Array;
  /** For each phrase: the end of its rows. */
  readonly rowEnds: Int32Array;
}

/**
 * Returns a function that finds the phrase and the near miss of an item whose meanings are nearest to a given meaning.
 * The product of the vectors of two texts is the sum of the products with each word, so the vectors of phrases are
 * never computed. The words of an item's phrases are looked up on first use, because most drafts use only a few items.
 */
export function createPhraseMeanings({
  words,
  owners,
  ends,
  places,
  lengths,
}: StoredPhrases): (item: number, meaning: Float32Array) => NearestTaught {
  const known = new Map<number, OwnPhrases>();

  /** Returns the phrases, or near misses, of one owner. */
  function phrasesOf(owner: number): OwnPhrases {
    const found = known.get(owner);
    if (found !== undefined) return found;
    const { placeOf } = wordVectors();
    const first = firstOf(owners, owner);
    const end = firstOf(owners, owner + 1);
    const rows: number[] = [];
    const rowEnds: number[] = [];
    for (let phrase = first; phrase < end; phrase++) {
      const from = startOf(phrase);
      for (let at = from; at < (ends[phrase] ?? 0); at++) {
        const place = places[at] ?? 0;
        const word = words[place] ?? 0;
        const row = placeOf(word);
        rows.push(row < 0 ? ~place : row);
        const pair = at > from ? placeOf(pairOf(words[places[at - 1] ?? 0] ?? 0, word)) : -1;
        if (pair >= 0) rows.push(pair);
      }
      rowEnds.push(rows.length);
    }
    const made = { first, rows: Int32Array.from(rows), rowEnds: Int32Array.from(rowEnds) };
    known.set(owner, made);
    return made;
  }

  function startOf(phrase: number): number {
    return phrase === 0 ? 0 : (ends[phrase - 1] ?? 0);
  }

  function nearestOf(owner: number, products: Products): { likeness: number; phrase: number } | null {
    const { first, rows, rowEnds } = phrasesOf(owner);
    let nearest: { likeness: number; phrase: number } | null = null;
    let at = 0;
    for (const [phrase, end] of rowEnds.entries()) {
      let sum = 0;
      for (; at < end; at++) {
        const row = rows[at] ?? 0;
        sum += row < 0 ? products.ofUnknown(words[~row] ?? 0) : products.at(row);
      }
      const length = lengths[first + phrase] ?? 0;
      const likeness = length === 0 ? 0 : sum / length;
      if (nearest === null || likeness > nearest.likeness) nearest = { likeness, phrase: first + phrase };
    }
    return nearest;
  }

  return (item, meaning) => {
    const products = productsOf(meaning);
    const phrase = nearestOf(item * 2, products);
    const nearMiss = nearestOf(item * 2 + 1, products);
    const wordsOf = (one: number): number[] =>
      Array.from(places.subarray(startOf(one), ends[one]), (place) => words[place] ?? 0);
    return {
      phrase: phrase?.likeness ?? 0,
      nearMiss: nearMiss?.likeness ?? 0,
      words: phrase === null ? [] : wordsOf(phrase.phrase),
    };
  };
}

/** Returns the first position of an owner; owners are in ascending order. */
function firstOf(owners: Uint16Array, owner: number): number {
  let low = 0;
  let high = owners.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((owners[middle] ?? 0) < owner) low = middle + 1;
    else high = middle;
  }
  return low;
}
