import { hashOf } from '../learned/features.ts';
import { everydayWords, grammarWords, toneWords } from './lexicon.ts';
import { stem } from './stem.ts';
import type { Token } from './tokens.ts';

const mostWords = 60;

/**
 * Returns the hashed stems of the words in list[from, to), each once, in order of appearance; at most 60, without
 * emoji.
 */
export function wordIdsOf(list: readonly Token[], from = 0, to = list.length): number[] {
  const ids = new Set<number>();
  for (let at = from; at < to && ids.size < mostWords; at++) {
    const token = list[at];
    if (token === undefined || token.isEmoji) continue;
    ids.add(wordIdOf(token.forms.find((form) => everydayWords.has(form)) ?? token.word));
  }
  return [...ids];
}

/** Returns the hashed stem of a single word. */
export const wordIdOf = (word: string): number => hashOf(stem(word)) >>> 0;
const everyday: ReadonlySet<number> = new Set([...everydayWords].map(wordIdOf));
const grammar: ReadonlySet<number> = new Set([...grammarWords].map(wordIdOf));
const tone: ReadonlySet<number> = new Set([...toneWords].map(wordIdOf));

/**
 * `isEverydayId` returns true for the id of an everyday word, `isGrammarId` for the id of a grammar word, and `isToneId`
 * for the id of a word that only gives a question a tone.
 */
export const isEverydayId = (id: number): boolean => everyday.has(id);
export const isGrammarId = (id: number): boolean => grammar.has(id);
export const isToneId = (id: number): boolean => tone.has(id);
