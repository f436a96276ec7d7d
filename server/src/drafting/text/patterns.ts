import { remembered } from './remembered.ts';
import type { Token } from './tokens.ts';

/**
 * A pattern of words, as the rule files write them, elements divided by spaces:
 * `word`, `one|other`, `begin*` (any word that begins so), `~` (up to two words between), `~4` (up to four), `#` (a number),
 * `^` and `$` (first and last word of the clause); `?` behind an element makes it optional; `{you are/youre}` alternatives of several words.
 */
export interface Rule {
  readonly id: string;
  readonly pattern: string;
  readonly weight: number;
}

export interface Hit {
  readonly rule: Rule;
  /** First token and the one behind the last. */
  readonly from: number;
  readonly to: number;
}

export interface RuleBook {
  readonly rules: readonly Rule[];
  readonly words: readonly string[];
  /** Every rule that matches in tokens[from, to), at most once per place where it begins. */
  find(tokens: readonly Token[], from?: number, to?: number): Hit[];
}

type Element =
  | {
      readonly kind: 'word';
      readonly words: ReadonlySet<string>;
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

/** Compiles rules into one look-up by first word, so that a message costs its own length, not the number of rules. */
export function ruleBook(rules: readonly Rule[]): RuleBook {
  const byWord = new Map<string, Compiled[]>();
  const byPrefix = new Map<string, Compiled[]>();
  const byNumber: Compiled[] = [];
  const vocabulary = new Set<string>();
  for (const rule of rules.flatMap(spelledOut)) {
    const elements = rule.pattern.trim().split(/\s+/).map(element);
    const compiled = { rule, elements };
    const first = elements[0]?.kind === 'first' ? elements[1] : elements[0];
    if (first?.kind !== 'word' || first.optional) throw new Error(`a pattern must begin with a word: ${rule.pattern}`);
    for (const word of first.words) push(byWord, word, compiled);
    for (const prefix of first.prefixes) push(byPrefix, prefix, compiled);
    if (first.number) byNumber.push(compiled);
    for (const part of elements) if (part.kind === 'word') for (const word of part.words) vocabulary.add(word);
  }
  const prefixSizes = [...new Set([...byPrefix.keys()].map((prefix) => prefix.length))].sort((x, y) => x - y);
  const beginningWith = remembered((form): readonly Compiled[] => {
    const list = [...(byWord.get(form) ?? [])];
    for (const size of prefixSizes) if (size <= form.length) list.push(...(byPrefix.get(form.slice(0, size)) ?? []));
    return list;
  });
  const attempt = (
    list: readonly Compiled[],
    hits: Hit[],
    before: number,
    tokens: readonly Token[],
    at: number,
    from: number,
    to: number,
  ): void => {
    for (const { rule, elements } of list) {
      const end = match(elements, 0, tokens, at, from, to);
      if (end > at && !hits.some((hit, index) => index >= before && hit.rule === rule))
        hits.push({ rule, from: at, to: end });
    }
  };
  return {
    rules,
    words: [...vocabulary],
    find(tokens, from = 0, to = tokens.length) {
      const hits: Hit[] = [];
      for (let at = from; at < to; at++) {
        const token = tokens[at];
        if (token === undefined) continue;
        const before = hits.length;
        for (const form of token.forms) attempt(beginningWith(form), hits, before, tokens, at, from, to);
        if (byNumber.length > 0 && isNumber(token)) attempt(byNumber, hits, before, tokens, at, from, to);
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

function match(
  elements: readonly Element[],
  index: number,
  tokens: readonly Token[],
  at: number,
  from: number,
  to: number,
): number {
  const current = elements[index];
  if (current === undefined) return at;
  switch (current.kind) {
    case 'first':
      return at === from ? match(elements, index + 1, tokens, at, from, to) : -1;
    case 'last':
      return at === to ? match(elements, index + 1, tokens, at, from, to) : -1;
    case 'gap':
      for (let skip = 0; skip <= current.most && at + skip <= to; skip++) {
        const end = match(elements, index + 1, tokens, at + skip, from, to);
        if (end >= 0) return end;
      }
      return -1;
    case 'word': {
      const token = at < to ? tokens[at] : undefined;
      if (token !== undefined && fits(current, token)) {
        const end = match(elements, index + 1, tokens, at + 1, from, to);
        if (end >= 0) return end;
      }
      return current.optional ? match(elements, index + 1, tokens, at, from, to) : -1;
    }
  }
}

function fits(element: Extract<Element, { kind: 'word' }>, token: Token): boolean {
  if (element.number && isNumber(token)) return true;
  for (const form of token.forms) {
    if (element.words.has(form)) return true;
    for (const prefix of element.prefixes) if (form.startsWith(prefix)) return true;
  }
  return false;
}

function isNumber(token: Token): boolean {
  const code = token.word.charCodeAt(0);
  return code >= 48 && code <= 57;
}

function element(source: string): Element {
  if (source === '^') return { kind: 'first' };
  if (source === '$') return { kind: 'last' };
  if (source.startsWith('~')) return { kind: 'gap', most: source === '~' ? 2 : Number(source.slice(1)) };
  const optional = source.endsWith('?');
  const parts = (optional ? source.slice(0, -1) : source).split('|');
  return {
    kind: 'word',
    words: new Set(parts.filter((part) => !part.endsWith('*') && part !== '#')),
    prefixes: parts.filter((part) => part.endsWith('*')).map((part) => part.slice(0, -1)),
    number: parts.includes('#'),
    optional,
  };
}

function push(map: Map<string, Compiled[]>, key: string, value: Compiled): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
