import { memoize } from './memoize.ts';
import { lookalikes } from './spelling-variants.ts';

/**
 * A message in the form that the rules read. `offsets[i]` is the position of `text[i]` in the original (UTF-16 units),
 * for each i from 0 to `text.length`.
 */
export interface NormalText {
  readonly text: string;
  readonly offsets: readonly number[];
  /**
   * The number of invisible characters inside words, and of direction-changing characters anywhere. Both are signs that
   * the text is meant to be misread.
   */
  readonly hidden: number;
  /** The number of letters from other scripts in place of Latin ones. */
  readonly lookalikes: number;
  /** The number of combining marks beyond two on one letter. */
  readonly stackedMarks: number;
}

const invisible =
  /^(?:\p{Cf}|\u034f|\u115f|\u1160|\u17b4|\u17b5|[\u180b-\u180f]|\u2065|\u3164|[\ufe00-\ufe0f]|\uffa0|[\u{e0000}-\u{e0fff}])$/u;
const direction = /^[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]$/u;
const mark = /^\p{M}$/u;
const joinerOfEmoji = /^[\u200d\ufe0e\ufe0f]$/u;

/**
 * Converts a text to the form that the rules read: in lower case, with compatibility forms folded and without accents
 * and invisible characters. If the message is mostly Latin, look-alike letters from other scripts become Latin ones.
 * Takes time linear in the length of the message.
 */
export function normalise(original: string): NormalText {
  // In the common case, nothing is folded, and every character keeps its position.
  if (isAscii.test(original)) {
    const offsets = placesUpTo(original.length);
    return { text: original.toLowerCase(), offsets, hidden: 0, lookalikes: 0, stackedMarks: 0 };
  }
  const isLatin = isMostlyLatin(original);
  const offsets: number[] = [];
  let text = '';
  let hidden = 0;
  let swapped = 0;
  let stackedMarks = 0;
  let marksInARow = 0;
  let isAfterLetter = false;
  let pending = 0;
  let start = 0;
  for (const char of original) {
    const isPlain = char < '\u0080';
    const isMark = !isPlain && mark.test(char) && !joinerOfEmoji.test(char);
    if (isMark) {
      marksInARow += 1;
      if (marksInARow > 2) stackedMarks += 1;
    } else if (!isPlain && invisible.test(char)) {
      if (direction.test(char)) hidden += 1;
      else if (isAfterLetter) pending += 1;
    } else {
      marksInARow = 0;
      for (const piece of fold(char)) {
        const twin = isLatin ? lookalikes.get(piece) : undefined;
        if (twin !== undefined) swapped += 1;
        for (const unit of twin ?? piece) {
          const isLetter = isLetterOrDigit(unit);
          if (isLetter && isAfterLetter) hidden += pending;
          pending = 0;
          isAfterLetter = isLetter;
          text += unit;
          for (let at = 0; at < unit.length; at++) offsets.push(start);
        }
      }
    }
    start += char.length;
  }
  offsets.push(original.length);
  return { text, offsets, hidden, lookalikes: swapped, stackedMarks };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are ASCII, too
const isAscii = /^[\x00-\x7f]*$/;

/**
 * Returns 0, 1, 2 … up to at least `last`. All but very long texts share one list, which grows to the length of the
 * longest text so far.
 */
function placesUpTo(last: number): readonly number[] {
  if (last >= mostShared) return Array.from({ length: last + 1 }, (_, at) => at);
  for (let at = shared.length; at <= last; at++) shared.push(at);
  return shared;
}

const mostShared = 10_000;
const shared: number[] = [];

const isLetterOrDigit = memoize((unit) => /^[\p{L}\p{N}]$/u.test(unit));

/** Returns the plain form of one character. */
const fold = memoize((char) => {
  const enclosed = enclosedLetter(char);
  if (enclosed !== '') return enclosed;
  const lower = char.normalize('NFKC').toLowerCase();
  const base = lower.normalize('NFD').replace(/\p{M}/gu, '');
  return base === '' ? lower : base;
});

/**
 * Converts squared and circled letters that no Unicode normalization form folds; returns '' for other characters.
 * Regional indicators stay, because they are flags.
 */
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
