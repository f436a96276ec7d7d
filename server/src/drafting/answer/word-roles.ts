import type { IndexedItem } from '../retrieve/indexed-item.ts';
import type { PersonaIndex } from '../retrieve/persona-index.ts';
import type { Alignment } from './read-views.ts';
import type { TaughtClassifier } from './taught-classifier.ts';

/** The words that are known, from two sources: the approved texts and the training phrases. */
export interface WordReaders {
  readonly index: PersonaIndex;
  readonly classifier: TaughtClassifier | null;
  readonly places: Alignment;
}

/**
 * Where a word occurs: in the item's text, only in its training phrases, only in other items, or nowhere. The trained
 * weights of words depend on these numbers.
 */
export const wordRoles = { inText: 1, inPhrases: 2, elsewhere: 3, unknown: 4 } as const;

export type WordRole = (typeof wordRoles)[keyof typeof wordRoles];

/** Returns a function that returns the role of a word for the item at position `at` of the index. */
export function wordRolesOf(
  { index, classifier, places }: WordReaders,
  item: IndexedItem,
  at: number,
): (word: number) => WordRole {
  const place = places[at] ?? -1;
  const phrases = classifier?.phrases;
  return (word) => {
    if (item.words.includes(word)) return wordRoles.inText;
    if (place >= 0 && phrases?.has(place, word) === true) return wordRoles.inPhrases;
    return index.words.has(word) || phrases?.knows(word) === true ? wordRoles.elsewhere : wordRoles.unknown;
  };
}
