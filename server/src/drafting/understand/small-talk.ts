import type { Sight, Span } from '../learned/understanding-model.ts';
import { closingWords, openingWords } from '../text/lexicon.ts';
import type { Token } from '../text/tokens.ts';
import { askers, type Clause } from './clauses.ts';

export type TalkMargin = Sight['talk'];

interface SpokenClause extends Clause {
  /** True if the clause only greets or leads up to a question. */
  readonly isIntroduction: boolean;
}

/** The minimum number of words that remain when an opener or a closer is cut off. */
export const leastWordsKept = 3;
/** The maximum number of words of an opener or a closer. */
export const mostEdgeWords = 9;
/** A run of clauses is small talk only if none of them is further below the limit than this. */
const slack = 0.3;
/** The minimum number of words of a remark that runs into a question without punctuation. */
const leastOfRemark = 3;

/**
 * Returns the words of each clause that may change the answer: without small talk at both ends of the message and of each
 * clause. Null for a clause that is nothing but small talk. Unless there are no clauses, at least one core is not null.
 */
export function coresOf(tokens: readonly Token[], clauses: readonly SpokenClause[], talk: TalkMargin): (Span | null)[] {
  const [first, end] = withoutAsides(tokens, clauses, talk);
  return clauses.map((clause, at) => (at < first || at >= end ? null : withoutEdges(tokens, clause, talk)));
}

/**
 * Returns the range of clauses without introductions and remarks at both ends. A clause with a question mark always
 * stays, and so does one clause of a message without any. Several clauses in a row are judged together, because the
 * second half of a remark often says little by itself.
 */
function withoutAsides(
  tokens: readonly Token[],
  clauses: readonly SpokenClause[],
  talk: TalkMargin,
): readonly [number, number] {
  const saysSomething = ({ from, to }: Span): boolean =>
    tokens.slice(from, to).some((token) => !token.isEmoji && !isOneOf(openingWords, token));
  const isKept = (clause: SpokenClause): boolean => clause.isAsked || (!clause.isIntroduction && saysSomething(clause));
  // A remark that matters must not disappear between two that do not.
  const isAside = (from: number, to: number): boolean =>
    talk('aside', clauses[from]?.from ?? 0, clauses[to - 1]?.to ?? 0) >= 0 &&
    clauses.slice(from, to).every((clause) => talk('aside', clause.from, clause.to) >= -slack);
  const start = Math.max(0, clauses.findIndex(isKept));
  const stop = clauses.findLastIndex(isKept) + 1 || clauses.length;
  const asked = clauses.findIndex(({ isAsked }) => isAsked);
  let first = asked < 0 ? stop - 1 : asked;
  while (first > start && !isAside(start, first)) first -= 1;
  let end =
    Math.max(
      first,
      clauses.findLastIndex(({ isAsked }) => isAsked),
    ) + 1;
  while (end < stop && !isAside(end, stop)) end += 1;
  return [first, end];
}

/** Returns a clause without what leads up to its question and what ends it: "ok and …", "… thanks in advance". */
function withoutEdges(tokens: readonly Token[], { from, to }: Span, talk: TalkMargin): Span {
  let [start, likeliest] = [from, 0];
  for (let at = from + 1; wordsIn(tokens, at, to) >= leastWordsKept; at++) {
    const token = tokens[at];
    const isRemark = at - from >= leastOfRemark && token !== undefined && isOneOf(askers, token);
    const margin = Math.max(
      at - from <= mostEdgeWords ? talk('opener', from, at) : -1,
      isRemark ? talk('aside', from, at) : -1,
    );
    if (margin >= likeliest) [start, likeliest] = [at, margin];
  }
  let end = to;
  likeliest = 0;
  for (let at = to - 1; to - at <= mostEdgeWords && wordsIn(tokens, start, at) >= leastWordsKept; at--) {
    const margin = talk('closer', at, to);
    if (margin >= likeliest) [end, likeliest] = [at, margin];
  }
  return withoutEdgeWords(tokens, { from: start, to: end });
}

/**
 * Returns a stretch without the words and emoji at its ends that do not change a question. At least two words remain.
 */
function withoutEdgeWords(tokens: readonly Token[], { from, to }: Span): Span {
  let [start, end] = [from, to];
  const isEdge = (at: number, words: ReadonlySet<string>): boolean => {
    const token = tokens[at];
    return token !== undefined && (token.isEmoji || isOneOf(words, token));
  };
  while (wordsIn(tokens, start + 1, end) >= 2 && isEdge(start, openingWords)) start += 1;
  while (wordsIn(tokens, start, end - 1) >= 2 && isEdge(end - 1, closingWords)) end -= 1;
  return { from: start, to: end };
}

function isOneOf(words: ReadonlySet<string>, { forms }: Token): boolean {
  return forms.some((form) => words.has(form));
}

/** Returns the number of words, without emoji, up to `leastWordsKept`. */
function wordsIn(tokens: readonly Token[], from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to && count < leastWordsKept; at++) if (tokens[at]?.isEmoji === false) count += 1;
  return count;
}
