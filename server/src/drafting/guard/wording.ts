import { normalise } from '../text/normalise.ts';
import { decoded, shortened } from '../text/spelling-variants.ts';

export interface Found {
  readonly start: number;
  readonly end: number;
  readonly what: string;
}

/**
 * Returns the words of a reply in the form in which they must match an approved text. Case and quote style are ignored;
 * otherwise, words match letter for letter. Signs that change a meaning (currency, percent, @, decimal points inside a
 * number) are kept, and each emoji is a word of its own.
 */
export function wordsOf(text: string): { readonly word: string; readonly start: number; readonly end: number }[] {
  return [
    ...text.matchAll(
      /[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}]|['’.,:/@_-](?=[\p{L}\p{N}]))*|[€$£¥₹₿%@+#&<>]|(?<![^\s])[-−–~≈](?=[€$£¥₹₿\d])|\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Cf}/gu,
    ),
  ]
    .filter((match) => match[0] !== '\u200d')
    .map((match) => ({
      word: match[0].toLowerCase().replaceAll('’', "'"),
      start: match.index,
      end: match.index + match[0].length,
    }));
}

/**
 * Returns true if the words contain all words of the run in a row: at the given position or, if it is omitted,
 * anywhere.
 */
export function containsRun(words: readonly string[], run: readonly string[], at?: number): boolean {
  if (at === undefined) return words.some((_, place) => containsRun(words, run, place));
  return run.every((word, offset) => words[at + offset] === word);
}

/**
 * Finds every position at which the text contains one of the phrases: as whole words, or spaced out, run together,
 * masked with stars, stretched, in leetspeak, or in letters from another script. For a phrase without words, finds only
 * the first position at which the text contains it literally.
 */
export function phraseMatches(text: string, phrases: readonly string[]): Found[] {
  if (phrases.length === 0) return [];
  const found: Found[] = [];
  const words = loose(text);
  for (const { phrase, wanted } of compiled(phrases)) {
    if (wanted.length === 0) {
      const at = phrase.trim() === '' ? -1 : text.indexOf(phrase.trim());
      if (at >= 0) found.push({ start: at, end: at + phrase.trim().length, what: phrase });
      continue;
    }
    const squashed = wanted.join('');
    for (let at = 0; at < words.length; at++) {
      const count = plainly(words, at, wanted) || (squashed.length < 3 ? 0 : runTogether(words, at, wanted));
      if (count === 0) continue;
      found.push({ start: words[at]?.start ?? 0, end: words[at + count - 1]?.end ?? 0, what: phrase });
    }
  }
  return found;
}

const known = new WeakMap<
  readonly string[],
  readonly { readonly phrase: string; readonly wanted: readonly string[] }[]
>();

function compiled(
  phrases: readonly string[],
): readonly { readonly phrase: string; readonly wanted: readonly string[] }[] {
  const before = known.get(phrases);
  if (before !== undefined) return before;
  const list = phrases.map((phrase) => ({ phrase, wanted: loose(phrase).map((entry) => entry.word) }));
  known.set(phrases, list);
  return list;
}

export function emojiIn(text: string): Found[] {
  return [
    ...text.matchAll(
      /\p{Extended_Pictographic}(?:\u200d\p{Extended_Pictographic}|\ufe0f|\p{Emoji_Modifier})*|\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3/gu,
    ),
  ]
    .filter((match) => !/^[©®™]$/.test(match[0]))
    .map((match) => ({ start: match.index, end: match.index + match[0].length, what: match[0] }));
}

interface LooseWord {
  readonly word: string;
  /**
   * The forms of a word: as written, without emphasis, and with letters in place of the digits and signs that represent
   * them.
   */
  readonly forms: readonly string[];
  readonly start: number;
  readonly end: number;
}

function loose(text: string): LooseWord[] {
  const { text: plain, offsets } = normalise(text);
  return [...plain.matchAll(/[\p{L}\p{N}@$*](?:[\p{L}\p{N}'’@$*!|]*[\p{L}\p{N}@$*])?/gu)].map((match) => {
    const word = match[0].replace(/['’]/g, '');
    return {
      word,
      forms: [word, ...shortened(word), ...decoded(word)],
      start: offsets[match.index] ?? 0,
      end: offsets[match.index + match[0].length] ?? text.length,
    };
  });
}

/**
 * Returns how many words of the text the phrase covers at that position if compared word by word; 0 if it does not
 * match.
 */
function plainly(words: readonly LooseWord[], at: number, wanted: readonly string[]): number {
  return wanted.every((word, offset) => isSame(words[at + offset], word)) ? wanted.length : 0;
}

/**
 * Returns how many words the phrase covers if words are split differently ("f r e e", "free-shipping", "freeshipping");
 * 0 if it does not match.
 */
function runTogether(words: readonly LooseWord[], at: number, wanted: readonly string[]): number {
  const squashed = wanted.join('');
  let left = squashed;
  for (let count = 0; at + count < words.length && count < squashed.length; count++) {
    const word = words[at + count];
    const piece = word?.forms.find((form) => form !== '' && left.startsWith(form));
    if (word === undefined || piece === undefined) return 0;
    left = left.slice(piece.length);
    // Whole words that spell the phrase by accident ("as set") do not count; spaced-out letters do.
    if (left === '') {
      const taken = words.slice(at, at + count + 1);
      const isSpaced = taken.filter((entry) => entry.word.length === 1).length >= taken.length - 1;
      return count === 0 || isSpaced || squashed.length >= 8 ? count + 1 : 0;
    }
  }
  return 0;
}

function isSame(said: LooseWord | undefined, banned: string): boolean {
  return said?.forms.some((form) => isOne(form, banned)) ?? false;
}

function isOne(said: string, banned: string): boolean {
  if (said.includes('*') && said.length === banned.length && said.charAt(0) === banned.charAt(0))
    return [...said].every((char, at) => char === '*' || char === banned.charAt(at)) && /[a-z]/.test(said);
  return said === banned || said === `${banned}s` || (banned.length > 4 && `${said}s` === banned);
}
