import type { NormalText } from '../text/normalise.ts';
import type { Token } from '../text/tokens.ts';

/** A part of the message that says or asks one thing: tokens[from, to), and the part's position in the original. */
export interface Clause {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
  /** True if it ends in a question mark. */
  readonly isAsked: boolean;
}

const openers = new Set(
  `how what when where why who whos which whats wheres whens hows do does did is are am was were can could will would should have has had
  any im i ive id ill my please thanks thank love also btw just lets we youre you its it hi hey hello is there so quick question wondering curious
  sorry lol if but tell give send let make stop keep`.split(/\s+/),
);
/** Words that a question can begin with. */
export const askers: ReadonlySet<string> = new Set(
  'how what when where why who which whats wheres whens hows do does did is are can could will would should have has any'.split(
    ' ',
  ),
);
const joiners = new Set(['and', 'but', 'also', 'plus', 'then', 'so', 'because', 'or']);

/** Splits a message at sentence ends, at commas and dashes before a new beginning, and at "and" before a question. */
export function clauses(normal: NormalText, tokens: readonly Token[]): Clause[] {
  const spans: { from: number; to: number; isAsked: boolean }[] = [];
  let from = 0;
  const close = (to: number, isAsked: boolean): void => {
    const last = spans.at(-1);
    const isMood = to > from && tokens.slice(from, to).every((token) => token.isEmoji);
    if (isMood && last !== undefined) spans[spans.length - 1] = { ...last, to };
    else if (to > from) spans.push({ from, to, isAsked });
    else if (isAsked && last !== undefined) spans[spans.length - 1] = { ...last, isAsked: true };
    from = to;
  };
  const back = originalToNormal(normal);
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    const next = tokens[at + 1];
    if (token === undefined) continue;
    const between = normal.text.slice(back(token.end), next === undefined ? normal.text.length : back(next.start));
    const mark = breakAt(between);
    if (mark !== 'none') {
      const startsAnew = next !== undefined && (openers.has(next.word) || joiners.has(next.word));
      if (mark === 'asked' || mark === 'end' || (mark === 'pause' && startsAnew)) close(at + 1, mark === 'asked');
    } else if (next !== undefined && at + 1 > from && at + 2 < tokens.length) {
      const after = tokens[at + 2];
      if (joiners.has(next.word) && next.word !== 'or' && after !== undefined && askers.has(after.word))
        close(at + 1, false);
      else if (isGreetingWord(token, at - from) && askers.has(next.word)) close(at + 1, false);
    }
  }
  close(tokens.length, false);
  return spans.map((span) => ({
    ...span,
    start: tokens[span.from]?.start ?? 0,
    end: tokens[span.to - 1]?.end ?? 0,
  }));
}

/**
 * The maximum number of clauses. No real message has more clauses in 800 characters. This limits the total cost of a
 * message's clauses.
 */
export const mostClauses = 24;

/** Returns the clauses. If there are more than `mostClauses`, adjacent clauses are merged into that many. */
export function bounded(all: readonly Clause[]): readonly Clause[] {
  if (all.length <= mostClauses) return all;
  return Array.from({ length: mostClauses }, (_, at): Clause => {
    const own = all.slice(
      Math.floor((at * all.length) / mostClauses),
      Math.floor(((at + 1) * all.length) / mostClauses),
    );
    const [first] = own;
    const last = own.at(-1);
    if (first === undefined || last === undefined) throw new Error('a part of a message has no clause');
    return {
      from: first.from,
      to: last.to,
      start: first.start,
      end: last.end,
      isAsked: own.some(({ isAsked }) => isAsked),
    };
  });
}

const hellos = new Set(['hi', 'hey', 'hello', 'heya', 'hiya', 'yo', 'thanks']);

function isGreetingWord(token: Token, place: number): boolean {
  return place === 0 && hellos.has(token.word);
}

function breakAt(between: string): 'none' | 'pause' | 'end' | 'asked' {
  if (between === ' ') return 'none';
  if (/[?？؟]/.test(between)) return 'asked';
  if (/[.!\n…。！;；]/.test(between)) return 'end';
  if (/[,،、:(){}[\]–—]|\s-+\s|\//.test(between)) return 'pause';
  return 'none';
}

/**
 * Returns a function that maps offsets in the original to offsets in the normalized text. The function is fastest if
 * offsets increase from call to call.
 */
function originalToNormal(normal: NormalText): (offset: number) => number {
  let cursor = 0;
  let lastAsked = 0;
  return (offset) => {
    if (offset < lastAsked) cursor = 0;
    lastAsked = offset;
    while (cursor < normal.text.length && (normal.offsets[cursor] ?? 0) < offset) cursor += 1;
    return cursor;
  };
}
