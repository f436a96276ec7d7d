import { readWords } from '../text/read-lexicon.ts';
import type { Token } from '../text/tokens.ts';
import { wordIdOf } from '../text/word-ids.ts';

/** The words of an expression, in order. */
type Expression = readonly string[];

const [openers, closers] = ['openers', 'closers'].map((part) => expressionsOf(part)) as [
  readonly Expression[],
  readonly Expression[],
];
const expressions = [...openers, ...closers];
const adverbs = new Set(readWords('small-talk', 'adverbs').map(wordIdOf));
/** A question keeps at least this many words. */
const leastWords = 2;

/** Returns true for the id of a word that only gives a question a tone ("how do you actually …"). */
export const isToneId = (id: number): boolean => adverbs.has(id);

/**
 * Returns the range of the tokens [from, to) without the small talk at both ends, such as "ok and …" or "… thanks in
 * advance". At least two tokens remain; a shorter range is returned as it is.
 */
export function withoutSmallTalk(tokens: readonly Token[], from: number, to: number): readonly [number, number] {
  let [first, end] = [from, to];
  for (let length = 1; length > 0 && end - first > leastWords; first += length)
    length = Math.min(
      longestAt(openers, (at) => tokens[first + at]?.word),
      end - first - leastWords,
    );
  for (let length = 1; length > 0 && end - first > leastWords; end -= length)
    length = Math.min(
      longestAt(closers, (at, { length: words }) => tokens[end - words + at]?.word),
      end - first - leastWords,
    );
  return [first, end];
}

/** Returns true if the tokens [from, to) are nothing but small talk. */
export function isOnlySmallTalk(tokens: readonly Token[], from: number, to: number): boolean {
  let at = from;
  for (let length = 1; length > 0 && at < to; at += length)
    length =
      tokens[at]?.isEmoji === true
        ? 1
        : longestAt(expressions, (place) => (at + place < to ? tokens[at + place]?.word : undefined));
  return at >= to;
}

/** Returns the length of the longest expression whose words are found at their places; 0 if there is none. */
function longestAt(
  list: readonly Expression[],
  wordAt: (at: number, expression: Expression) => string | undefined,
): number {
  let longest = 0;
  for (const expression of list)
    if (expression.length > longest && expression.every((word, at) => word === wordAt(at, expression)))
      longest = expression.length;
  return longest;
}

function expressionsOf(part: string): readonly Expression[] {
  return readWords('small-talk', part).map((words) => words.split('_'));
}
