import { everydayWords } from '../text/lexicon.ts';
import type { Token } from '../text/tokens.ts';

/** A text in the form in which it is scored: its words, at most `mostWords`, and hints about positions in it. */
export interface Wording {
  readonly list: readonly string[];
  readonly hints: readonly Hint[];
}

/**
 * A text as hashed features, each tied to the word at which it ends. A `reach` of 0 covers one word, 1 also needs the
 * word before it, and 2 also needs the word before that. The reach shows whether a feature is inside a window of words
 * or extends beyond it.
 */
export interface Features {
  /** The number of words. */
  readonly words: number;
  readonly hashes: Uint32Array;
  /** For each feature: the word at which it ends, its reach, and its kind. */
  readonly at: Uint16Array;
  readonly reaches: Uint8Array;
  readonly kinds: Uint8Array;
}

const kinds = { word: 0, pair: 1, skip: 2, piece: 3, hint: 4 } as const;
/** The weight of a feature of each kind relative to the others, because a word has many pieces. */
export const kindValues: Readonly<Float64Array> = Float64Array.of(1, 0.7, 0.45, 0.4, 1);

/** Returns the amount that a feature of a kind adds to the squared length of a text's feature vector. */
export function squareOf(kind: keyof typeof kinds): number {
  const value = kindValues[kinds[kind]] ?? 0;
  return value * value;
}

/**
 * Words beyond this number are not read. A message has at most 800 characters, and a longer imported one is truncated
 * before it is read.
 */
const mostWords = 2_000;
const shortestPiece = 2;
const longestPiece = 5;
const longestWord = 24;

/**
 * Returns the reading of each token that the classifiers use. This is the decoded, shortened or corrected form, if that
 * is a known word. A number of more than two digits is represented only by its digit count, at most five.
 */
export function featureWords(tokens: readonly Token[]): string[] {
  return tokens.slice(0, mostWords).map(({ forms, word: said }) => {
    if (/^\d{3,}$/.test(said)) return '#'.repeat(Math.min(5, said.length));
    return forms.find((form) => everydayWords.has(form)) ?? forms[1] ?? said;
  });
}

/** A finding about a position in the text, such as a rule whose match ends at this word. */
export interface Hint {
  readonly name: string;
  readonly at: number;
}

/**
 * Returns the words of a text, at most `mostWords`, with its hints. A model hashes a word only the first time that the
 * word occurs.
 */
export function wordingOf(words: readonly string[], hints: readonly Hint[] = []): Wording {
  return { list: words.length > mostWords ? words.slice(0, mostWords) : words, hints };
}

/**
 * Returns the features of a text: its words, pairs of adjacent words, pairs with one word between them, the pieces of
 * two to five letters of each word with its borders, and the hints.
 */
export function featuresOf(words: readonly string[], allHints: readonly Hint[] = []): Features & Wording {
  const { list, hints } = wordingOf(words, allHints);
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
    add(wordHash(own), place, 0, kinds.word);
    if (place > 0) add(pairHash(before, own), place, 1, kinds.pair);
    if (place > 1) add(skipHash(beforeThat, own), place, 2, kinds.skip);
    eachPiece(said, (hash) => add(hash, place, 0, kinds.piece));
    beforeThat = before;
    before = own;
  }
  for (const { name, at: place } of hints) if (place < list.length) add(hintHash(name), place, 0, kinds.hint);
  return {
    list,
    hints,
    words: list.length,
    hashes: hashes.subarray(0, count),
    at: at.subarray(0, count),
    reaches: reaches.subarray(0, count),
    kinds: codes.subarray(0, count),
  };
}

/** Visits the hashes of a word's pieces, in order. Codes 1 and 2 represent the borders of the word. */
export function eachPiece(said: string, visit: (hash: number) => void): void {
  const size = Math.min(said.length, longestWord);
  for (let start = -1; start < size; start++) {
    let hash = 0x811c9dc5;
    for (let end = start; end <= size && end - start < longestPiece; end++) {
      const code = end < 0 ? 1 : end === size ? 2 : said.charCodeAt(end);
      hash = Math.imul(hash ^ code, 0x01000193);
      if (end - start + 1 >= shortestPiece) visit(finish(hash));
    }
  }
}

/** Returns the hash of a word's feature, from the hash of its letters. */
export function wordHash(own: number): number {
  return finish(own ^ 0x1000193);
}

/**
 * Returns the hash of two adjacent words. `skipHash` returns the hash of two words with one word between them. Both
 * functions take the words' letter hashes.
 */
export function pairHash(before: number, own: number): number {
  return joined(before, own, 0x51ed270b);
}
export function skipHash(beforeThat: number, own: number): number {
  return joined(beforeThat, own, 0x2545f491);
}

export function hintHash(name: string): number {
  return finish(hashOf(name) ^ 0x3c6ef372);
}

/** Returns the hash of a word's letters (FNV-1a), as a signed 32-bit integer. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

function joined(first: number, second: number, salt: number): number {
  return finish(Math.imul(finish(first) ^ salt, 0x9e3779b1) ^ second);
}

/**
 * Mixes the bits (the last step of Murmur3), so that any of them may be used. Never returns 0, which marks an empty
 * slot.
 */
function finish(hash: number): number {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  mixed = (mixed ^ (mixed >>> 16)) >>> 0;
  return mixed === 0 ? 1 : mixed;
}
