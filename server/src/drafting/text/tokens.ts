import { memoize } from './memoize.ts';
import type { NormalText } from './normalise.ts';
import { readWords } from './read-lexicon.ts';
import { decoded, shortened, shorthand } from './spelling-variants.ts';

/**
 * One word or one emoji. `forms` are all its readings: the word itself, with leetspeak decoded, with stretched letters
 * shortened, and with a typo corrected.
 */
export interface Token {
  readonly word: string;
  readonly forms: readonly string[];
  /** Offsets into the original text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly isEmoji: boolean;
}

/** Returns the words and emoji of a text in order, in one pass. Leaves out characters that only separate words. */
export function tokens(normal: NormalText): Token[] {
  const found: Token[] = [];
  const { text, offsets } = normal;
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0;
    const size = code > 0xffff ? 2 : 1;
    if (isWordCode(code)) {
      const end = wordEnd(text, at);
      const { word, forms } = readingsOf(text.slice(at, end));
      found.push({ word, forms, start: offsets[at] ?? 0, end: offsets[end] ?? 0, isEmoji: false });
      at = end;
    } else {
      if (isEmojiCode(code)) {
        const word = String.fromCodePoint(code);
        found.push({ word, forms: [word], start: offsets[at] ?? 0, end: offsets[at + size] ?? 0, isEmoji: true });
      }
      at += size;
    }
  }
  return found.map((token, at) => digitAsWord(token, found[at - 1], found[at + 1]));
}

/** Reads a 4 as "for" and a 2 as "to" in texts such as "how much 4 the bowl" and "want 2 buy". */
function digitAsWord(token: Token, before: Token | undefined, next: Token | undefined): Token {
  if (next === undefined) return token;
  const isTo = token.word === '2' && (afterTo.has(next.word) || beforeTo.has(before?.word ?? ''));
  const isFor = token.word === '4' && afterFor.has(next.word);
  const word = isTo ? 'to' : isFor ? 'for' : token.word;
  return word === token.word ? token : { ...token, word, forms: [word] };
}

const beforeTo = new Set(readWords('spellings', 'before to'));
const afterTo = new Set(readWords('spellings', 'after to'));
const afterFor = new Set(readWords('spellings', 'after for'));

function wordEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    const size = code > 0xffff ? 2 : 1;
    if (!isWordCode(code)) {
      if (!inWordMarks.has(text.charAt(at))) break;
      if (!isAsciiWord(text.charCodeAt(at - 1)) && !inWordMarks.has(text.charAt(at - 1))) break;
      let next = at + 1;
      while (next < at + 4 && inWordMarks.has(text.charAt(next))) next += 1;
      if (!isAsciiWord(text.charCodeAt(next))) break;
    }
    at += size;
  }
  return at;
}

const inWordMarks = new Set([...`'’\`´*@$!|`]);

function isAsciiWord(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

const wordChar = /^[\p{L}\p{N}]$/u;
const emojiChar = /^\p{Extended_Pictographic}$/u;

function isWordCode(code: number): boolean {
  return code < 128 ? isAsciiWord(code) : wordChar.test(String.fromCodePoint(code));
}

function isEmojiCode(code: number): boolean {
  return code > 128 && emojiChar.test(String.fromCodePoint(code));
}

const readingsOf = memoize((written): Pick<Token, 'word' | 'forms'> => {
  const raw = written.replace(/['’`´]/g, '');
  const read = (form: string): string => shorthand.get(form) ?? form;
  const others = raw.length > 2 ? [...shortened(raw), ...decoded(raw)] : [];
  return { word: read(raw), forms: [...new Set([raw, ...others].map(read))] };
});
