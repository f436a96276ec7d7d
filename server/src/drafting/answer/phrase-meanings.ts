import { dimensions } from '../meaning/dimensions.ts';
import { storedLikeness, storeMeanings } from '../meaning/stored-meaning.ts';
import { meaningOf } from '../meaning/word-meanings.ts';
import type { StoredPhrases } from './read-classifier-file.ts';

/** The similarities of the nearest phrase and the nearest near miss, -1 to 1; 0 if there is none. */
export interface NearestTaught {
  readonly phrase: number;
  readonly nearMiss: number;
  /** The words of the nearest phrase. */
  readonly words: readonly number[];
}

/** The consecutive phrases with the same owner (see `StoredPhrases`). `first` is the position of the first one. */
interface OwnPhrases {
  readonly first: number;
  readonly vectors: Int8Array;
}

/**
 * Returns a function that finds the phrase and the near miss of an item that are nearest to a meaning. An item's
 * vectors are computed on first use, because most drafts use only five items.
 */
export function createPhraseMeanings({
  words,
  owners,
  ends,
  places,
}: StoredPhrases): (item: number, meaning: Float32Array) => NearestTaught {
  const known = new Map<number, OwnPhrases>();

  /** Returns the vectors of the phrases, or near misses, of one owner. */
  function phrasesOf(owner: number): OwnPhrases {
    const found = known.get(owner);
    if (found !== undefined) return found;
    const first = firstOf(owners, owner);
    const vectors = new Int8Array((firstOf(owners, owner + 1) - first) * dimensions);
    for (let from = 0; from < vectors.length; from += dimensions)
      storeMeanings(vectors, meaningOf(wordsOf(first + from / dimensions)), from);
    const made = { first, vectors };
    known.set(owner, made);
    return made;
  }

  function wordsOf(phrase: number): number[] {
    const own: number[] = [];
    for (let at = phrase === 0 ? 0 : (ends[phrase - 1] ?? 0); at < (ends[phrase] ?? 0); at++)
      own.push(words[places[at] ?? 0] ?? 0);
    return own;
  }

  function nearestOf(owner: number, meaning: Float32Array): { likeness: number; phrase: number } | null {
    const { first, vectors } = phrasesOf(owner);
    let nearest: { likeness: number; phrase: number } | null = null;
    for (let at = 0; at * dimensions < vectors.length; at++) {
      const likeness = storedLikeness(meaning, vectors, at);
      if (nearest === null || likeness > nearest.likeness) nearest = { likeness, phrase: first + at };
    }
    return nearest;
  }

  return (item, meaning) => {
    const phrase = nearestOf(item * 2, meaning);
    return {
      phrase: phrase?.likeness ?? 0,
      nearMiss: nearestOf(item * 2 + 1, meaning)?.likeness ?? 0,
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
