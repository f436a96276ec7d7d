import { keyFinder } from '../learned/key-finder.ts';
import type { IndexedItem } from '../retrieve/indexed-item.ts';
import { type WordReaders, wordRolesOf } from './word-roles.ts';

/**
 * What single words mean for the probability that an item answers a message, as `npm run train:answer` learns it. A
 * word's weight depends on how the item uses it: for example, that an item does not contain "teacher" matters more than
 * that it does not contain "birthday".
 */
export interface WordWeights {
  /** The keys of words in their roles, in ascending order. */
  readonly keys: ArrayLike<number>;
  readonly weights: ArrayLike<number>;
}

/** The words of a message and an item in their roles, as keys of `WordWeights`. */
export interface WordUses {
  /** One key for each word of the message. */
  readonly asked: Uint32Array;
  /** One key for each word of the nearest phrase that the message lacks. */
  readonly lacking: Uint32Array;
}

/** The role of a word that the item's nearest phrase contains and the message does not, beside `wordRoles`. */
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

/** Returns the sums of the weights of the words asked for, and of those that the message lacks. */
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
