import type { Token } from '../text/tokens.ts';

export interface Revealed {
  readonly tokens: readonly Token[];
  /** How often words were spaced out, masked with stars or run together. */
  readonly disguised: number;
}

/**
 * Decodes disguised words: spaced-out letters ("k i l l"), stars in words ("f**k"), and words that are run together.
 */
export function reveal(tokens: readonly Token[], vocabulary: ReadonlySet<string>): Revealed {
  let disguised = 0;
  const out: Token[] = [];
  const ends = wordEndsOf(vocabulary);
  let run: SpacedRun = { from: 0, to: 0, sizesAt: [], plain: '', longBefore: [] };
  for (let at = 0; at < tokens.length; ) {
    if (at >= run.to) run = spacedRun(tokens, at, ends);
    const end = Math.min(run.to, at + longestRun);
    const pieces = end - at > 2 ? segment(run, at, end) : [];
    const first = tokens[at];
    const last = tokens[end - 1];
    if (pieces.length > 0 && first !== undefined && last !== undefined) {
      disguised += 1;
      for (const word of pieces) out.push({ word, forms: [word], start: first.start, end: last.end, isEmoji: false });
      at = end;
      continue;
    }
    const token = tokens[at];
    at += 1;
    if (token === undefined) continue;
    const open = token.word.includes('*') ? unmask(token.word, vocabulary) : [];
    if (open.length > 0) {
      disguised += 1;
      out.push({ ...token, forms: [...token.forms, ...open] });
      continue;
    }
    const glued = gluedWords.get(squash(token));
    if (glued !== undefined) {
      disguised += 1;
      for (const word of glued.split(' '))
        out.push({ word, forms: [word], start: token.start, end: token.end, isEmoji: false });
      continue;
    }
    out.push(token);
  }
  return { tokens: out, disguised };
}

/**
 * Consecutive tokens of one character, which may spell words. The words that end at each position are looked up once.
 */
interface SpacedRun {
  readonly from: number;
  readonly to: number;
  /** The letters, including digits that represent letters; any other character is a space. */
  readonly plain: string;
  /** For each position in `plain`, the lengths of the words that end before it, the longest first. */
  readonly sizesAt: readonly (readonly number[])[];
  /** For each position in `plain`, how many words of more than two letters end at or before it. */
  readonly longBefore: readonly number[];
}

const longestRun = 40;
const longestWord = 14;

function spacedRun(tokens: readonly Token[], from: number, ends: WordEnds): SpacedRun {
  let plain = '';
  let to = from;
  for (; to < tokens.length; to++) {
    const token = tokens[to];
    if (token === undefined || token.isEmoji || token.end - token.start !== 1) break;
    const letter = letterAsTyped(token);
    plain += /^[a-z0-9]$/.test(letter) ? (letterFor[letter] ?? letter) : ' ';
  }
  // A run that is this short spells no word. The next run starts after its first character.
  if (to - from < 3) return { from, to: Math.max(to, from + 1), plain: '', sizesAt: [], longBefore: [] };
  const sizesAt: (readonly number[])[] = [];
  const longBefore: number[] = [];
  let long = 0;
  for (let end = 0; end <= plain.length; end++) {
    const sizes = sizesOfWordsBefore(plain, end, ends);
    sizesAt.push(sizes);
    if ((sizes[0] ?? 0) > 2) long += 1;
    longBefore.push(long);
  }
  return { from, to, plain, sizesAt, longBefore };
}

/** A trie of words from the last letter to the first. Most positions are ruled out after one or two letters. */
interface WordEnds {
  readonly before: Map<string, WordEnds>;
  isWord: boolean;
}

const knownEnds = new WeakMap<ReadonlySet<string>, WordEnds>();

function wordEndsOf(vocabulary: ReadonlySet<string>): WordEnds {
  const known = knownEnds.get(vocabulary);
  if (known !== undefined) return known;
  const root: WordEnds = { before: new Map(), isWord: false };
  const spelled = [...vocabulary].filter((word) => word.length > 2 && word.length <= longestWord);
  for (const word of [...spelled, ...small]) {
    let node = root;
    for (const letter of [...word].reverse()) {
      const next = node.before.get(letter) ?? { before: new Map(), isWord: false };
      node.before.set(letter, next);
      node = next;
    }
    node.isWord = true;
  }
  knownEnds.set(vocabulary, root);
  return root;
}

/** Returns the lengths of the words that end before a position of a text, the longest first. */
function sizesOfWordsBefore(text: string, end: number, ends: WordEnds): number[] {
  const sizes: number[] = [];
  let node: WordEnds | undefined = ends;
  for (let size = 1; size <= end; size++) {
    node = node.before.get(text.charAt(end - size));
    if (node === undefined) break;
    if (node.isWord) sizes.unshift(size);
  }
  return sizes;
}

/** Returns the letter as typed, because shorthand has turned "u" into "you". */
function letterAsTyped(token: Token): string {
  if (token.word.length === 1) return token.forms.at(-1) ?? token.word;
  return letterOf.get(token.word) ?? token.word.charAt(0);
}

const letterFor: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's' };

const letterOf = new Map([
  ['you', 'u'],
  ['are', 'r'],
  ['and', 'n'],
]);

/**
 * Returns the words that the letters of the tokens [from, to) spell. Returns none if some letters do not belong to a
 * word.
 */
function segment({ from: start, plain, sizesAt, longBefore }: SpacedRun, from: number, to: number): string[] {
  const first = from - start;
  const length = to - from;
  if (longBefore[first] === longBefore[first + length]) return [];
  /** For each position: the length of the last word that ends there, if words fill everything before the position. */
  const lastSize: (number | undefined)[] = [0];
  for (let end = 1; end <= length; end++) {
    lastSize[end] = sizesAt[first + end]?.find((size) => size <= end && lastSize[end - size] !== undefined);
  }
  const found: string[] = [];
  for (let end = length; end > 0; ) {
    const size = lastSize[end];
    if (size === undefined) return [];
    found.unshift(plain.slice(first + end - size, first + end));
    end -= size;
  }
  return found.some((word) => word.length > 2) ? found : [];
}

const small = new Set(['u', 'i', 'a', 'to', 'me', 'my', 'ur', 'of', 'go', 'in', 'im']);

function unmask(word: string, vocabulary: ReadonlySet<string>): string[] {
  const open: string[] = [];
  for (const candidate of vocabulary) {
    if (candidate.length > 2 && fitsMask(word, candidate)) open.push(candidate);
  }
  return open;
}

function fitsMask(mask: string, word: string): boolean {
  if (mask.length !== word.length || mask.charAt(0) !== word.charAt(0)) return false;
  for (let at = 0; at < mask.length; at++)
    if (mask.charAt(at) !== '*' && mask.charAt(at) !== word.charAt(at)) return false;
  return true;
}

function squash(token: Token): string {
  return token.forms.length > 1 ? (token.forms.at(-1) ?? token.word) : token.word;
}

/** Words that people write without the space between them. */
const gluedWords = new Map(
  [
    'kill yourself',
    'kill myself',
    'kill you',
    'send nudes',
    'ignore all previous instructions',
    'ignore previous instructions',
    'fuck you',
    'fuck off',
    'go die',
    'hang yourself',
    'end my life',
    'kill urself',
    'want to die',
    'wanna die',
    'feet pics',
    'dick pic',
    'follow me',
    'check out my',
    'system prompt',
    'die bitch',
    'self harm',
    'shut up',
  ].map((phrase) => [phrase.replaceAll(' ', ''), phrase.replace('urself', 'yourself')] as const),
);
