import { memoize } from './memoize.ts';
import type { Token } from './tokens.ts';

/**
 * A pattern of words in the notation of the rule files, with elements separated by spaces: `word`, `one|other`,
 * `begin*` (any word with that beginning), `~` (up to two words between), `~4` (up to four), `#` (a number), `^` and
 * `$` (first and last word of the clause). `?` after an element makes it optional; `{you are/youre}` lists alternatives
 * of several words.
 */
export interface Rule {
  readonly id: string;
  readonly pattern: string;
  readonly weight: number;
}

export interface Hit {
  readonly rule: Rule;
  /** The first token and the one after the last. */
  readonly from: number;
  readonly to: number;
}

export interface RuleBook {
  readonly rules: readonly Rule[];
  readonly words: readonly string[];
  /** Every rule that matches in tokens[from, to), at most once per starting position. */
  find(tokens: readonly Token[], from?: number, to?: number): Hit[];
}

type Element =
  | {
      readonly kind: 'word';
      /** One bit for each word of the book: set for the words that match. */
      readonly bits: Uint32Array;
      readonly prefixes: readonly string[];
      readonly number: boolean;
      readonly optional: boolean;
    }
  | { readonly kind: 'gap'; readonly most: number }
  | { readonly kind: 'first' }
  | { readonly kind: 'last' };

interface Compiled {
  readonly rule: Rule;
  readonly elements: readonly Element[];
}

/**
 * A book's knowledge of one reading of a token: the rules that may begin with it, and its number among the book's
 * words, or -1.
 */
interface Form {
  readonly said: string;
  readonly begins: readonly Compiled[];
  readonly number: number;
}

/** The part of a text in which rules are searched, with the book's knowledge of each token in it. */
interface Stretch {
  readonly tokens: readonly Token[];
  readonly from: number;
  readonly to: number;
  /** By position, starting at `from`. */
  readonly forms: readonly (readonly Form[])[];
}

/**
 * Compiles rules into one look-up by first word, so that the cost of a message depends on its own length and not on the
 * number of rules.
 */
export function ruleBook(rules: readonly Rule[]): RuleBook {
  const written = rules.flatMap(spelledOut).map((rule) => ({ rule, sources: rule.pattern.trim().split(/\s+/) }));
  const numbers = new Map<string, number>();
  for (const source of written.flatMap(({ sources }) => sources))
    for (const word of wordsOf(source)) if (!numbers.has(word)) numbers.set(word, numbers.size);
  const elements = new Map<string, Element>();
  const elementOf = (source: string): Element => {
    const known = elements.get(source) ?? element(source, numbers);
    elements.set(source, known);
    return known;
  };
  const byWord = new Map<string, Compiled[]>();
  const byPrefix = new Map<string, Compiled[]>();
  const byNumber: Compiled[] = [];
  for (const { rule, sources } of written) {
    const compiled = { rule, elements: sources.map(elementOf) };
    const place = sources[0] === '^' ? 1 : 0;
    const first = compiled.elements[place];
    if (first?.kind !== 'word' || first.optional) throw new Error(`a pattern must begin with a word: ${rule.pattern}`);
    for (const word of wordsOf(sources[place] ?? '')) push(byWord, word, compiled);
    for (const prefix of first.prefixes) push(byPrefix, prefix, compiled);
    if (first.number) byNumber.push(compiled);
  }
  const prefixSizes = [...new Set([...byPrefix.keys()].map((prefix) => prefix.length))].sort((x, y) => x - y);
  const formOf = memoize((said): Form => {
    const begins = [...(byWord.get(said) ?? [])];
    for (const size of prefixSizes) if (size <= said.length) begins.push(...(byPrefix.get(said.slice(0, size)) ?? []));
    return { said, begins, number: numbers.get(said) ?? -1 };
  });
  const attempt = (list: readonly Compiled[], hits: Hit[], before: number, stretch: Stretch, at: number): void => {
    for (const { rule, elements: parts } of list) {
      // The first word is known to match, because it led to the rule.
      const isBound = parts[0]?.kind === 'first';
      if (isBound && at !== stretch.from) continue;
      const end = match(parts, isBound ? 2 : 1, stretch, at + 1);
      if (end > at && !hits.some((hit, index) => index >= before && hit.rule === rule))
        hits.push({ rule, from: at, to: end });
    }
  };
  return {
    rules,
    words: [...numbers.keys()],
    find(tokens, from = 0, to = tokens.length) {
      const forms: Form[][] = [];
      for (let at = from; at < to; at++) forms.push(tokens[at]?.forms.map(formOf) ?? []);
      const stretch = { tokens, from, to, forms };
      const hits: Hit[] = [];
      for (let at = from; at < to; at++) {
        const before = hits.length;
        for (const { begins } of forms[at - from] ?? []) attempt(begins, hits, before, stretch, at);
        if (byNumber.length > 0 && isNumber(tokens[at])) attempt(byNumber, hits, before, stretch, at);
      }
      return hits;
    },
  };
}

/** One rule for each alternative in braces. */
function spelledOut(rule: Rule): Rule[] {
  const open = rule.pattern.indexOf('{');
  if (open < 0) return [rule];
  const close = rule.pattern.indexOf('}', open);
  const ways = rule.pattern.slice(open + 1, close).split('/');
  return ways.flatMap((way) =>
    spelledOut({ ...rule, pattern: rule.pattern.slice(0, open) + way + rule.pattern.slice(close + 1) }),
  );
}

/** The end of the tokens that elements[index…] match, starting at `at`; -1 if they do not match. */
function match(elements: readonly Element[], index: number, stretch: Stretch, at: number): number {
  const current = elements[index];
  if (current === undefined) return at;
  switch (current.kind) {
    case 'first':
      return at === stretch.from ? match(elements, index + 1, stretch, at) : -1;
    case 'last':
      return at === stretch.to ? match(elements, index + 1, stretch, at) : -1;
    case 'gap':
      for (let skip = 0; skip <= current.most && at + skip <= stretch.to; skip++) {
        const end = match(elements, index + 1, stretch, at + skip);
        if (end >= 0) return end;
      }
      return -1;
    case 'word':
      if (at < stretch.to && fits(current, stretch, at)) {
        const end = match(elements, index + 1, stretch, at + 1);
        if (end >= 0) return end;
      }
      return current.optional ? match(elements, index + 1, stretch, at) : -1;
  }
}

function fits(element: Extract<Element, { kind: 'word' }>, { tokens, from, forms }: Stretch, at: number): boolean {
  if (element.number && isNumber(tokens[at])) return true;
  for (const { said, number } of forms[at - from] ?? []) {
    if (number >= 0 && ((element.bits[number >> 5] ?? 0) & (1 << (number & 31))) !== 0) return true;
    for (const prefix of element.prefixes) if (said.startsWith(prefix)) return true;
  }
  return false;
}

function isNumber(token: Token | undefined): boolean {
  const code = token?.word.charCodeAt(0) ?? 0;
  return code >= 48 && code <= 57;
}

function element(source: string, numbers: ReadonlyMap<string, number>): Element {
  if (source === '^') return { kind: 'first' };
  if (source === '$') return { kind: 'last' };
  if (source.startsWith('~')) return { kind: 'gap', most: source === '~' ? 2 : Number(source.slice(1)) };
  const bits = new Uint32Array(Math.ceil(numbers.size / 32));
  for (const word of wordsOf(source)) {
    const number = numbers.get(word) ?? 0;
    bits[number >> 5] = (bits[number >> 5] ?? 0) | (1 << (number & 31));
  }
  const parts = partsOf(source);
  return {
    kind: 'word',
    bits,
    prefixes: parts.filter((part) => part.endsWith('*')).map((part) => part.slice(0, -1)),
    number: parts.includes('#'),
    optional: source.endsWith('?'),
  };
}

/** The words that an element names in full. */
function wordsOf(source: string): string[] {
  if (source === '^' || source === '$' || source.startsWith('~')) return [];
  return [...new Set(partsOf(source).filter((part) => !part.endsWith('*') && part !== '#'))];
}

function partsOf(source: string): string[] {
  return (source.endsWith('?') ? source.slice(0, -1) : source).split('|');
}

function push(map: Map<string, Compiled[]>, key: string, value: Compiled): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
