import { lookalikes } from './lookalikes.ts';
import { memoize } from './memoize.ts';

/**
 * A message in the form that the rules read, with the mapping back: `offsets[i]` is the position of `text[i]` in the
 * original (UTF-16 units), up to the length of `text`.
 */
export interface NormalText {
  readonly text: string;
  readonly offsets: readonly number[];
  /** Invisible or direction-changing characters inside words: a sign that the text is meant to be misread. */
  readonly hidden: number;
  /** Letters of another script in place of Latin ones. */
  readonly lookalikes: number;
  /** Combining marks beyond two on one letter. */
  readonly stackedMarks: number;
}

const invisible =
  /^(?:\p{Cf}|\u034f|\u115f|\u1160|\u17b4|\u17b5|[\u180b-\u180f]|\u2065|\u3164|[\ufe00-\ufe0f]|\uffa0|[\u{e0000}-\u{e0fff}])$/u;
const direction = /^[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]$/u;
const mark = /^\p{M}$/u;
const letter = /^[\p{L}\p{N}]$/u;
const joinerOfEmoji = /^[\u200d\ufe0e\ufe0f]$/u;

/**
 * Converts to lower case, folds compatibility forms, removes accents and invisible characters, and replaces look-alike
 * letters of other scripts by Latin ones (if the message is mostly Latin). Linear in the length of the message.
 */
export function normalise(original: string): NormalText {
  // The common case: nothing is folded, and every character keeps its position.
  if (isAscii.test(original)) {
    const text = original.toLowerCase();
    return { text, offsets: placesUpTo(text.length), hidden: 0, lookalikes: 0, stackedMarks: 0 };
  }
  const latin = isMostlyLatin(original);
  const out: string[] = [];
  const offsets: number[] = [];
  let hidden = 0;
  let swapped = 0;
  let stackedMarks = 0;
  let marksInARow = 0;
  let afterLetter = false;
  let pending = 0;
  for (let at = 0; at < original.length; ) {
    const point = original.codePointAt(at) ?? 0;
    const char = String.fromCodePoint(point);
    const start = at;
    at += char.length;
    if (point < 128) {
      const lower = point >= 65 && point <= 90 ? char.toLowerCase() : char;
      const isLetter = (point >= 48 && point <= 57) || (point >= 65 && point <= 90) || (point >= 97 && point <= 122);
      if (isLetter && afterLetter) hidden += pending;
      pending = 0;
      afterLetter = isLetter;
      marksInARow = 0;
      out.push(lower);
      offsets.push(start);
      continue;
    }
    if (mark.test(char) && !joinerOfEmoji.test(char)) {
      marksInARow += 1;
      if (marksInARow > 2) stackedMarks += 1;
      continue;
    }
    if (invisible.test(char)) {
      if (direction.test(char)) hidden += 1;
      else if (afterLetter) pending += 1;
      continue;
    }
    marksInARow = 0;
    const folded = fold(char);
    for (const piece of folded) {
      const twin = latin ? lookalikes[piece] : undefined;
      if (twin !== undefined) swapped += 1;
      for (const unit of twin ?? piece) {
        const isLetter = letter.test(unit);
        if (isLetter && afterLetter) hidden += pending;
        pending = 0;
        afterLetter = isLetter;
        for (let i = 0; i < unit.length; i++) {
          out.push(unit.charAt(i));
          offsets.push(start);
        }
      }
    }
  }
  offsets.push(original.length);
  return { text: out.join(''), offsets, hidden, lookalikes: swapped, stackedMarks };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are ASCII, too
const isAscii = /^[\x00-\x7f]*$/;

/** 0, 1, 2 … up to at least `last`: one list for all texts, as long as the longest. */
function placesUpTo(last: number): readonly number[] {
  if (last >= mostShared) return Array.from({ length: last + 1 }, (_, at) => at);
  for (let at = shared.length; at <= last; at++) shared.push(at);
  return shared;
}

const mostShared = 10_000;
const shared: number[] = [];

/** The plain form of one character. */
const fold = memoize((char) => {
  const enclosed = enclosedLetter(char);
  if (enclosed !== '') return enclosed;
  const lower = char.normalize('NFKC').toLowerCase();
  const base = lower.normalize('NFD').replace(/\p{M}/gu, '');
  return base === '' ? lower : base;
});

/** Squared and circled letters, which no Unicode form folds. Regional indicators stay, because they are flags. */
function enclosedLetter(char: string): string {
  const point = char.codePointAt(0) ?? 0;
  for (const first of [0x1f130, 0x1f150, 0x1f170]) {
    if (point >= first && point < first + 26) return String.fromCharCode(97 + point - first);
  }
  return '';
}

function isMostlyLatin(text: string): boolean {
  let latin = 0;
  let other = 0;
  for (const char of text) {
    const point = char.codePointAt(0) ?? 0;
    if ((point >= 65 && point <= 90) || (point >= 97 && point <= 122)) latin += 1;
    else if (point >= 0x370 && point <= 0x52f) other += 1;
  }
  return latin > 0 && latin >= other;
}
