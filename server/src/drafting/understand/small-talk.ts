import type { TalkKind } from '../learned/heads.ts';
import { edgeWords } from '../text/lexicon.ts';
import type { Token } from '../text/tokens.ts';
import { askers, type Clause } from './clauses.ts';

/** A range of words: tokens[from, to). */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Returns how far a stretch is above the limit for small talk of a kind; negative if it is below the limit. */
export type TalkMargin = (kind: TalkKind, from: number, to: number) => number;

interface SpokenClause extends Clause {
  /** True if the clause only greets or leads up to a question. */
  readonly isIntroduction: boolean;
}

/** A question keeps at least this many words next to an opener or a closer. */
export const leastWords = 3;
/** The maximum number of words of an opener or a closer. */
export const mostEdgeWords = 9;
/** The minimum number of words of a remark that runs into a question without punctuation. */
const leastOfRemark = 3;

/**
 * Returns the words of each clause that may change the answer: without small talk at both ends of the message and of each
 * clause. Null for a clause that is nothing but small talk. At least one clause has words.
 */
export function coresOf(
  tokens: readonly Token[],
  clauses: readonly SpokenClause[],
  talk: TalkMargin,
): (Stretch | null)[] {
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
  const saysSomething = ({ from, to }: Stretch): boolean =>
    tokens.slice(from, to).some(({ word, isEmoji }) => !isEmoji && !edgeWords.has(word));
  const isKept = (clause: SpokenClause): boolean => clause.isAsked || (!clause.isIntroduction && saysSomething(clause));
  const isAside = (from: number, to: number): boolean =>
    talk('aside', clauses[from]?.from ?? 0, clauses[to - 1]?.to ?? 0) >= 0;
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
function withoutEdges(tokens: readonly Token[], { from, to }: Stretch, talk: TalkMargin): Stretch {
  let [start, likeliest] = [from, 0];
  for (let at = from + 1; to - at >= leastWords; at++) {
    const isRemark = at - from >= leastOfRemark && askers.has(tokens[at]?.word ?? '');
    const margin = Math.max(
      at - from <= mostEdgeWords ? talk('opener', from, at) : -1,
      isRemark ? talk('aside', from, at) : -1,
    );
    if (margin >= likeliest) [start, likeliest] = [at, margin];
  }
  let end = to;
  likeliest = 0;
  for (let at = to - 1; at - start >= leastWords && to - at <= mostEdgeWords; at--) {
    const margin = talk('closer', at, to);
    if (margin >= likeliest) [end, likeliest] = [at, margin];
  }
  return withoutEdgeWords(tokens, { from: start, to: end });
}

/** Returns a stretch without the words at its ends that do not change a question. At least two words remain. */
function withoutEdgeWords(tokens: readonly Token[], { from, to }: Stretch): Stretch {
  const isEdge = (at: number): boolean => edgeWords.has(tokens[at]?.word ?? '');
  let [start, end] = [from, to];
  while (end - start > 2 && isEdge(start)) start += 1;
  while (end - start > 2 && isEdge(end - 1)) end -= 1;
  return { from: start, to: end };
}
