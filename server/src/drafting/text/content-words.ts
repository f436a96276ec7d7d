import { grammarWords } from './lexicon.ts';
import type { Token } from './tokens.ts';

/** Returns the tokens that carry meaning, without grammar words and emoji. */
export function contentOf(list: readonly Token[]): Token[] {
  return list.filter(({ word, isEmoji }) => !isEmoji && word !== '¤' && !grammarWords.has(word));
}
