import { keyFinder } from '../learned/key-finder.ts';
import type { IndexedItem } from '../retrieve/indexed-item.ts';
import { type WordReaders, wordRolesOf } from './word-roles.ts';

/**
 * The weights of single words for the probability that an item answers a message. `npm run train:answer` learns these
 * weights. The weight of a word depends on its role: for example, it matters more that an item does not contain
 * "teacher" than that it does not contain "birthday".
 */
export interface WordWeights {
  /** The keys of words in their roles, in ascending order. */
  readonly keys: ArrayLike<number>;
  readonly weights: ArrayLike<number>;
}

/** The words of a message and of an item's nearest phrase in their roles, as keys of `WordWeights`. */
export interface WordUses {
  /** One key for each word of the message. */
  readonly asked: Uint32Array;
  /** One key for each word that the nearest phrase contains and the message lacks. */
  readonly lacking: Uint32Array;
}

/**
 * The role of a word that the item's nearest phrase contains and the message lacks. It is an addition to `wordRoles`.
 */
const lackingRole = 5;

/** Returns the words of a message, and those of an item's nearest phrase, in their roles. */
export function wordUsesOf(
  readers: WordReaders,
  item: IndexedItem,
  at: number,
  words: readonly number[],
  nearest: readonly number[],
): WordUses {
  const roleOf = wordRolesOf(readers, item, at);
  return {
    asked: Uint32Array.from(words, (word) => keyOf(word, roleOf(word))),
    lacking: Uint32Array.from(
      nearest.filter((word) => !words.includes(word)),
      (word) => keyOf(word, lackingRole),
    ),
  };
}

/** Returns two sums of weights: of the words that the message asks for, and of the words that it lacks. */
export function weighWords({ asked, lacking }: WordUses, model: WordWeights): readonly [number, number] {
  const { placeOf, weights } = finderOf(model);
  const sumOf = (keys: Uint32Array): number => keys.reduce((sum, key) => sum + (weights[placeOf(key)] ?? 0), 0);
  return [sumOf(asked), sumOf(lacking)];
}

function keyOf(word: number, role: number): number {
  const mixed = Math.imul(word ^ Math.imul(role, 0x9e3779b1), 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

interface Finder {
  readonly placeOf: (key: number) => number;
  readonly weights: ArrayLike<number>;
}

const finders = new WeakMap<WordWeights, Finder>();

function finderOf(model: WordWeights): Finder {
  const known = finders.get(model);
  if (known !== undefined) return known;
  const made = { placeOf: keyFinder(Uint32Array.from(model.keys)), weights: Float64Array.from(model.weights) };
  finders.set(model, made);
  return made;
}
