import { readWords } from './read-lexicon.ts';

const wordsOf = (...parts: readonly string[]): ReadonlySet<string> =>
  new Set(parts.flatMap((part) => readWords('known-words', part)));

export const grammarWords = wordsOf('grammar');
/** Words that cannot turn a harmless sentence into a harmful one. */
export const everydayWords = wordsOf('grammar', 'chat', 'occasion', 'kindness', 'life');
/** Words that a question may contain without changing its meaning. */
export const fillerWords = wordsOf('grammar', 'chat', 'occasion');
/** Emoji that can give a harmless sentence a second meaning. */
export const tellingEmoji: ReadonlySet<string> = new Set(readWords('telling-emoji'));
/** Words within a question that only give it a tone. */
export const toneWords: ReadonlySet<string> = new Set(readWords('tone-words', 'inside'));
/** Words with which a question begins, and that do not change it. */
export const openingWords: ReadonlySet<string> = new Set(readWords('tone-words', 'begin'));
/** Words with which a question ends, and that do not change it. */
export const closingWords: ReadonlySet<string> = new Set(readWords('tone-words', 'end'));
/** Words that fans and customers use when they talk about business, in addition to everyday words. */
export const businessWords = wordsOf('business');
