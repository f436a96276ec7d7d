import { memoize } from './memoize.ts';
import type { Token } from './tokens.ts';

const least = 5;

/**
 * Returns a function that corrects an unknown word of at least five letters to the word in the vocabulary that it
 * probably misspells; undefined if there is none. A `strict` word is never matched by replacing one letter, because a
 * harmless word such as "rewards" may differ from an insult in only one letter.
 */
export function createSpeller(
  vocabulary: Iterable<string>,
  strict: ReadonlySet<string>,
): (word: string) => string | undefined {
  const known = new Set<string>();
  const near = new Map<string, string>();
  for (const word of vocabulary) {
    if (word.length < least || !/^[a-z]+$/.test(word) || known.has(word)) continue;
    known.add(word);
    for (const shorter of deletions(word)) if (!near.has(shorter)) near.set(shorter, word);
  }
  return memoize((word) => {
    if (word.length < least || word.length > 20 || known.has(word) || !/^[a-z]+$/.test(word)) return undefined;
    const added = near.get(word);
    if (added !== undefined) return added;
    for (const shorter of deletions(word)) {
      if (known.has(shorter)) return shorter;
      const other = near.get(shorter);
      if (other === undefined || other.length !== word.length || other.charAt(0) !== word.charAt(0)) continue;
      if (!strict.has(other) || isSwapped(word, other)) return other;
    }
    return undefined;
  });
}

/** Adds the probable word to the readings of each misspelt token. */
export function withSpelling(
  tokens: readonly Token[],
  isKnown: (word: string) => boolean,
  spell: (word: string) => string | undefined,
): Token[] {
  return tokens.map((token) => {
    if (token.isEmoji || token.forms.some(isKnown)) return token;
    const likely = spell(token.word);
    return likely === undefined ? token : { ...token, forms: [...token.forms, likely] };
  });
}

function isSwapped(one: string, other: string): boolean {
  return [...one].sort().join('') === [...other].sort().join('');
}

function deletions(word: string): string[] {
  const shorter: string[] = [];
  for (let at = 0; at < word.length; at++) shorter.push(word.slice(0, at) + word.slice(at + 1));
  return shorter;
}
