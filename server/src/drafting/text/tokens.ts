import { memoize } from './memoize.ts';
import type { NormalText } from './normalise.ts';
import { shorthand } from './shorthand.ts';

/** One word or one emoji. `forms` are its other readings: leetspeak decoded, elongation collapsed, a mistyped word corrected. */
export interface Token {
  readonly word: string;
  readonly forms: readonly string[];
  /** Offsets into the original text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly isEmoji: boolean;
}

/** The words and emoji of a text in order, in at most one pass over it. Characters that only separate are left out. */
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

/** "how much 4 the bowl", "want 2 buy". */
function digitAsWord(token: Token, before: Token | undefined, next: Token | undefined): Token {
  if (next === undefined || (token.word !== '4' && token.word !== '2')) return token;
  if (
    !(token.word === '4' ? afterFor : afterTo).has(next.word) &&
    !(token.word === '2' && beforeTo.has(before?.word ?? ''))
  )
    return token;
  const word = token.word === '4' ? 'for' : 'to';
  return { ...token, word, forms: [word] };
}

const beforeTo = new Set([
  'ship',
  'deliver',
  'post',
  'want',
  'need',
  'how',
  'like',
  'going',
  'shipping',
  'delivery',
  'where',
]);
const afterFor = new Set(['the', 'my', 'a', 'an', 'me', 'you', 'this', 'that', 'your', 'it', 'us']);
const afterTo = new Set([
  'buy',
  'get',
  'be',
  'know',
  'see',
  'order',
  'ship',
  'make',
  'say',
  'ask',
  'book',
  'join',
  'you',
  'me',
  'the',
  'my',
]);

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
  const forms = new Set<string>();
  const word = shorthand.get(raw) ?? raw;
  forms.add(word);
  if (raw.length > 2) {
    for (const form of shortened(raw)) forms.add(shorthand.get(form) ?? form);
    for (const form of decoded(raw)) forms.add(shorthand.get(form) ?? form);
  }
  return { word, forms: [...forms] };
});

/** `sooo` as `soo` and `so`: three or more of the same letter are emphasis, two may be the spelling. */
function shortened(word: string): string[] {
  if (!/(.)\1\1/.test(word)) return [];
  return [word.replace(/(.)\1\1+/g, '$1'), word.replace(/(.)\1\1+/g, '$1$1')];
}

const leet: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
};

function decoded(word: string): string[] {
  if (!/[0-9@$!|]/.test(word) || !/[a-z]/.test(word)) return [];
  if (
    /^\d+(?:st|nd|rd|th|ml|cm|mm|km|kg|g|l|oz|lb|lbs|in|ft|am|pm|h|hr|hrs|min|mins|k|m|x|p|fps|yo|d|w|s|usd|eur|gbp)$/.test(
      word,
    )
  )
    return [];
  const plain = [...word].map((char) => leet[char] ?? char).join('');
  const withL = [...word].map((char) => (char === '1' ? 'l' : (leet[char] ?? char))).join('');
  return [plain, withL, ...shortened(plain)];
}
