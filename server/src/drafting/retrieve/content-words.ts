import { grammarWords } from '../text/lexicon.ts';
import { stem } from '../text/stem.ts';
import type { Token } from '../text/tokens.ts';
import { meaningOf } from './synonyms.ts';

/**
 * Returns the words that carry meaning, without grammar words and emoji: their indexes in the token list, stems and
 * meanings.
 */
export function contentOf(
  list: readonly Token[],
  from = 0,
  to = list.length,
): { at: number; stem: string; meaning: string; token: Token }[] {
  const content = [];
  for (let at = from; at < to; at++) {
    const token = list[at];
    if (token === undefined || token.isEmoji || token.word === '¤' || grammarWords.has(token.word)) continue;
    const stemmed = stem(token.word);
    content.push({ at, stem: stemmed, meaning: meaningOf(stemmed), token });
  }
  return content;
}
