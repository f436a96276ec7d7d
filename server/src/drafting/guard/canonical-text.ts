import { type NormalText, normalise } from '../text/normalise.ts';
import { numberWords } from '../text/number-words.ts';

/**
 * A text in the form in which claims are found: in lower case, with look-alike letters replaced and numbers in digits.
 * `offsets[i]` is the position of `text[i]` in the original text.
 */
export interface CanonicalText {
  readonly text: string;
  readonly offsets: readonly number[];
  readonly original: string;
  readonly normal: NormalText;
}

/**
 * Returns the canonical form of a text: "Thirty-eight euros", in halfwidth or fullwidth letters, becomes "38 euros".
 * Takes time linear in the length of the text.
 */
export function canonicalTextOf(original: string): CanonicalText {
  const normal = normalise(original);
  const text = normal.text.replace(/[’‘´`]/g, "'").replace(/[–—−‑‐]/g, '-');
  const parts: string[] = [];
  const offsets: number[] = [];
  let at = 0;
  const copy = (to: number): void => {
    parts.push(text.slice(at, to));
    for (let i = at; i < to; i++) offsets.push(normal.offsets[i] ?? original.length);
  };
  for (const { start, end, value } of numberWords(text)) {
    copy(start);
    const digits = String(value);
    parts.push(digits);
    // Every digit maps to the first letter of the number words, and the text after the digits maps to the end of those
    // words.
    for (let i = 0; i < digits.length; i++) offsets.push(normal.offsets[start] ?? 0);
    at = end;
  }
  copy(text.length);
  offsets.push(original.length);
  return { text: parts.join(''), offsets, original, normal };
}

/**
 * Converts the positions of a part of a canonical text to offsets in the original text, in UTF-16 units. The part
 * excludes trailing white space.
 */
export function placeOf(reading: CanonicalText, from: number, to: number): { start: number; end: number } {
  const trimmed = from + reading.text.slice(from, to).trimEnd().length;
  return { start: reading.offsets[from] ?? 0, end: reading.offsets[trimmed] ?? reading.original.length };
}
