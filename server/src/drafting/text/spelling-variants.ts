import { readPairs } from './read-lexicon.ts';

/** Shorthand, British spellings and common typos, each with the word that it stands for. */
export const shorthand = readPairs('spellings', 'words');
/** Letters that look like Latin ones, each with the Latin letters that it stands for. */
export const lookalikes = readPairs('spellings', 'lookalikes');
const letters = readPairs('spellings', 'letters');

/**
 * Returns `so` and `soo` for `sooo`. Three or more of the same letter are emphasis, but two may be the correct
 * spelling. Returns none for other words.
 */
export function shortened(word: string): string[] {
  if (!/(.)\1\1/.test(word)) return [];
  return [word.replace(/(.)\1\1+/g, '$1'), word.replace(/(.)\1\1+/g, '$1$1')];
}

const measure =
  /^\d+(?:st|nd|rd|th|ml|cm|mm|km|kg|g|l|oz|lb|lbs|in|ft|am|pm|h|hr|hrs|min|mins|k|m|x|p|fps|yo|d|w|s|usd|eur|gbp)$/;

/**
 * Returns the possible readings of a word in which digits and signs stand for letters. Returns none for any other word.
 */
export function decoded(word: string): string[] {
  if (!/[0-9@$!|]/.test(word) || !/[a-z]/.test(word) || measure.test(word)) return [];
  const read = (one: string): string =>
    [...word].map((char) => (char === '1' ? one : (letters.get(char) ?? char))).join('');
  return [read('i'), read('l'), ...shortened(read('i'))];
}
