import { everydayWords } from '../text/lexicon.ts';
import type { Token } from '../text/tokens.ts';

/**
 * A text as hashed features, each bound to the word at which it ends. `reach` 0 lies within one word, 1 needs the word before it
 * too, 2 the one before that: so the features of any window of words can be told from those that stick out of it.
 */
export interface Features {
  /** How many words. */
  readonly words: number;
  readonly hashes: Uint32Array;
  /** For each feature: the word at which it ends, its reach, and its kind. */
  readonly at: Uint16Array;
  readonly reaches: Uint8Array;
  readonly kinds: Uint8Array;
}

const word = 0;
const pair = 1;
const skip = 2;
const piece = 3;
const hint = 4;
/** How much a feature of each kind counts beside the others: many pieces make one word. */
export const kindValues: Readonly<Float64Array> = Float64Array.of(1, 0.7, 0.45, 0.4, 1);

/** More words than this are not read; a message has at most 800 characters, an imported one is cut before. */
const mostWords = 2_000;
const shortestPiece = 2;
const longestPiece = 5;
const longestWord = 24;

/** The reading of each token that the classifiers use: decoded, shortened or corrected when that makes a word. Digits beyond two are told by their number alone. */
export function featureWords(tokens: readonly Token[]): string[] {
  return tokens.slice(0, mostWords).map(({ forms, word: said }) => {
    if (/^\d{3,}$/.test(said)) return '#'.repeat(Math.min(5, said.length));
    return forms.find((form) => everydayWords.has(form)) ?? forms[1] ?? said;
  });
}

/** What somebody else knows of a place in the text, such as a rule that ends at this word. */
export interface Hint {
  readonly name: string;
  readonly at: number;
}

/** Words, pairs, pairs with one word between, the pieces of two to five letters of each word with its borders, and the hints. */
export function featuresOf(words: readonly string[], hints: readonly Hint[] = []): Features {
  const list = words.length > mostWords ? words.slice(0, mostWords) : words;
  let room = hints.length;
  for (const said of list) room += 3 + 4 * (Math.min(said.length, longestWord) + 2);
  const hashes = new Uint32Array(room);
  const at = new Uint16Array(room);
  const reaches = new Uint8Array(room);
  const codes = new Uint8Array(room);
  let count = 0;
  const add = (hash: number, place: number, reach: number, kind: number): void => {
    hashes[count] = hash;
    at[count] = place;
    reaches[count] = reach;
    codes[count] = kind;
    count += 1;
  };
  let before = 0;
  let beforeThat = 0;
  for (let place = 0; place < list.length; place++) {
    const said = list[place] ?? '';
    const own = hashOf(said);
    add(finish(own ^ 0x1000193), place, 0, word);
    if (place > 0) add(joined(before, own, 0x51ed270b), place, 1, pair);
    if (place > 1) add(joined(beforeThat, own, 0x2545f491), place, 2, skip);
    const size = Math.min(said.length, longestWord);
    // Codes 1 and 2 stand for the borders of the word.
    for (let start = -1; start < size; start++) {
      let hash = 0x811c9dc5;
      for (let end = start; end <= size && end - start < longestPiece; end++) {
        const code = end < 0 ? 1 : end === size ? 2 : said.charCodeAt(end);
        hash = Math.imul(hash ^ code, 0x01000193);
        if (end - start + 1 >= shortestPiece) add(finish(hash), place, 0, piece);
      }
    }
    beforeThat = before;
    before = own;
  }
  for (const { name, at: place } of hints)
    if (place < list.length) add(finish(hashOf(name) ^ 0x3c6ef372), place, 0, hint);
  return {
    words: list.length,
    hashes: hashes.subarray(0, count),
    at: at.subarray(0, count),
    reaches: reaches.subarray(0, count),
    kinds: codes.subarray(0, count),
  };
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

function joined(first: number, second: number, salt: number): number {
  return finish(Math.imul(finish(first) ^ salt, 0x9e3779b1) ^ second);
}

/** Spreads the bits (the last step of Murmur3), so that any of them may be used; never 0, which stands for an empty place. */
function finish(hash: number): number {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  mixed = (mixed ^ (mixed >>> 16)) >>> 0;
  return mixed === 0 ? 1 : mixed;
}
