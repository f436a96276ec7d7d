import { grammarWords } from '../text/lexicon.ts';
import { stem } from '../text/stem.ts';
import type { Token } from '../text/tokens.ts';
import { meaningOf } from './synonyms.ts';

/**
 * The words that carry meaning, without grammar words and emoji. The result has their indexes in the token list, with
 * stem and meaning.
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
