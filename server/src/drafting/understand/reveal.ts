import type { Token } from '../text/tokens.ts';

export interface Revealed {
  readonly tokens: readonly Token[];
  /** Words that were spaced out, masked or mistyped on purpose and turned out to be hazardous ones. */
  readonly disguised: number;
}

/** Undoes what hides words from a reader of tokens: letters spaced out ("k i l l"), stars in words ("f**k"), words run together. */
export function reveal(tokens: readonly Token[], vocabulary: ReadonlySet<string>): Revealed {
  let disguised = 0;
  const out: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const run = runOfLetters(tokens, at);
    const pieces =
      run.length > 2 ? segment(run.map((token) => token.forms.at(-1) ?? token.word).join(''), vocabulary) : [];
    const [first] = run;
    const last = run.at(-1);
    if (pieces.length > 0 && first !== undefined && last !== undefined) {
      disguised += 1;
      for (const word of pieces) out.push({ word, forms: [word], start: first.start, end: last.end, isEmoji: false });
      at += run.length;
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

/** Consecutive tokens of one or two characters that together may spell a word. */
function runOfLetters(tokens: readonly Token[], from: number): Token[] {
  const run: Token[] = [];
  for (let at = from; at < tokens.length && run.length < 40; at++) {
    const token = tokens[at];
    if (token === undefined || token.isEmoji || token.end - token.start !== 1) break;
    run.push(token.word.length === 1 ? token : { ...token, word: token.word, forms: [shortest(token)] });
  }
  return run;
}

/** The letter as typed: shorthand has turned "u" into "you". */
function shortest(token: Token): string {
  return letterOf.get(token.word) ?? token.word.charAt(0);
}

const letterOf = new Map([
  ['you', 'u'],
  ['are', 'r'],
  ['and', 'n'],
]);

function segment(letters: string, vocabulary: ReadonlySet<string>): string[] {
  if (!/^[a-z0-9]+$/.test(letters)) return [];
  const plain = letters.replace(/0/g, 'o').replace(/1/g, 'i').replace(/3/g, 'e').replace(/4/g, 'a').replace(/5/g, 's');
  const best: (string[] | undefined)[] = [[]];
  for (let end = 1; end <= plain.length; end++) {
    for (let size = Math.min(14, end); size >= 1; size--) {
      const before = best[end - size];
      const word = plain.slice(end - size, end);
      if (before !== undefined && (size > 2 ? vocabulary.has(word) : small.has(word))) {
        best[end] = [...before, word];
        break;
      }
    }
  }
  const found = best[plain.length] ?? [];
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

/** Words that people run together. */
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
