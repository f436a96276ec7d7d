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
  /** The index of the first matching token. `to` is the index after the last matching token. */
  readonly from: number;
  readonly to: number;
}

export interface RuleBook {
  readonly rules: readonly Rule[];
  /** Every word that a pattern names in full. */
  readonly words: readonly string[];
  /** Returns every rule that matches in tokens[from, to), each at most once per starting position. */
  find(tokens: readonly Token[], from?: number, to?: number): Hit[];
}

/** The part of a text in which rules are searched. */
interface Stretch {
  readonly tokens: readonly Token[];
  readonly from: number;
  readonly to: number;
}

/** Returns the end of the tokens that match from position `at`; -1 if they do not match. */
type Matcher = (stretch: Stretch, at: number) => number;

interface Compiled {
  readonly rule: Rule;
  /** True if the rule matches only at the beginning of the stretch. */
  readonly isBound: boolean;
  /** Matches the part of the pattern after the first word. */
  readonly rest: Matcher;
}

/**
 * Compiles rules so that they can be looked up by their first word. The cost of reading a message therefore depends on
 * its length and not on the number of rules.
 */
export function ruleBook(rules: readonly Rule[]): RuleBook {
  const words = new Set<string>();
  const accept = memoize(acceptor);
  const byWord = new Map<string, Compiled[]>();
  const byPrefix = new Map<string, Compiled[]>();
  const byNumber: Compiled[] = [];
  for (const rule of rules.flatMap(spelledOut)) {
    const sources = rule.pattern.trim().split(/\s+/);
    for (const source of sources) for (const word of partsOf(source).words) words.add(word);
    const isBound = sources[0] === '^';
    const [first = '', ...others] = isBound ? sources.slice(1) : sources;
    if (!isWord(first) || first.endsWith('?')) throw new Error(`a pattern must begin with a word: ${rule.pattern}`);
    const compiled = {
      rule,
      isBound,
      rest: others.reduceRight((rest, source) => matcher(source, rest, accept), toHere),
    };
    const parts = partsOf(first);
    for (const word of parts.words) push(byWord, word, compiled);
    for (const prefix of parts.prefixes) push(byPrefix, prefix, compiled);
    if (parts.isNumber) byNumber.push(compiled);
  }
  const sizes = [...new Set([...byPrefix.keys()].map((prefix) => prefix.length))].sort((x, y) => x - y);
  const beginningsOf = memoize((said): readonly Compiled[] => [
    ...(byWord.get(said) ?? []),
    ...sizes.flatMap((size) => (size <= said.length ? (byPrefix.get(said.slice(0, size)) ?? []) : [])),
  ]);
  return {
    rules,
    words: [...words],
    find(tokens, from = 0, to = tokens.length) {
      const stretch = { tokens, from, to };
      const hits: Hit[] = [];
      for (let at = from; at < to; at++) {
        const before = hits.length;
        const attempt = ({ rule, isBound, rest }: Compiled): void => {
          const end = isBound && at !== from ? -1 : rest(stretch, at + 1);
          if (end > at && !hits.some((hit, index) => index >= before && hit.rule === rule))
            hits.push({ rule, from: at, to: end });
        };
        for (const form of tokens[at]?.forms ?? []) beginningsOf(form).forEach(attempt);
        if (isNumber(tokens[at])) byNumber.forEach(attempt);
      }
      return hits;
    },
  };
}

/** Returns one rule for each alternative in braces. */
function spelledOut(rule: Rule): Rule[] {
  const open = rule.pattern.indexOf('{');
  if (open < 0) return [rule];
  const close = rule.pattern.indexOf('}', open);
  const ways = rule.pattern.slice(open + 1, close).split('/');
  return ways.flatMap((way) =>
    spelledOut({ ...rule, pattern: rule.pattern.slice(0, open) + way + rule.pattern.slice(close + 1) }),
  );
}

const toHere: Matcher = (_, at) => at;

/** Matches one element, and then the rest of the pattern. */
function matcher(source: string, rest: Matcher, acceptorOf: (source: string) => Accepts): Matcher {
  if (source === '^') return (stretch, at) => (at === stretch.from ? rest(stretch, at) : -1);
  if (source === '$') return (stretch, at) => (at === stretch.to ? rest(stretch, at) : -1);
  if (source.startsWith('~')) {
    const most = source === '~' ? 2 : Number(source.slice(1));
    return (stretch, at) => {
      for (let skip = 0; skip <= most && at + skip <= stretch.to; skip++) {
        const end = rest(stretch, at + skip);
        if (end >= 0) return end;
      }
      return -1;
    };
  }
  const accepts = acceptorOf(source);
  const isOptional = source.endsWith('?');
  return (stretch, at) => {
    const end = at < stretch.to && accepts(stretch.tokens[at]) ? rest(stretch, at + 1) : -1;
    return end < 0 && isOptional ? rest(stretch, at) : end;
  };
}

type Accepts = (token: Token | undefined) => boolean;

function acceptor(source: string): Accepts {
  const { words, prefixes, isNumber: isAnyNumber } = partsOf(source);
  // Most elements of a pattern are one word, and a message of 800 characters is compared with tens of thousands of
  // them.
  const [only] = words;
  if (words.length === 1 && only !== undefined && prefixes.length === 0 && !isAnyNumber)
    return (token) => token?.forms.includes(only) === true;
  const known = new Set(words);
  return (token) => {
    if (token === undefined) return false;
    if (isAnyNumber && isNumber(token)) return true;
    for (const form of token.forms) {
      if (known.has(form)) return true;
      for (const prefix of prefixes) if (form.startsWith(prefix)) return true;
    }
    return false;
  };
}

function isNumber(token: Token | undefined): boolean {
  return /^\d/.test(token?.word ?? '');
}

function isWord(source: string): boolean {
  return source !== '' && source !== '^' && source !== '$' && !source.startsWith('~');
}

/** Returns what an element matches: whole words, beginnings of words, or any number. */
function partsOf(source: string) {
  const parts = isWord(source) ? source.replace(/\?$/, '').split('|') : [];
  return {
    words: [...new Set(parts.filter((part) => !part.endsWith('*') && part !== '#'))],
    prefixes: parts.filter((part) => part.endsWith('*')).map((part) => part.slice(0, -1)),
    isNumber: parts.includes('#'),
  };
}

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
