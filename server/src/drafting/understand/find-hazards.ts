import type { Intent } from '../../domain/decision.ts';
import { hazardIntents } from '../../domain/intents.ts';
import { type Hit, type Rule, ruleBook } from '../text/patterns.ts';
import { readPatterns, readWords } from '../text/read-lexicon.ts';
import type { Token } from '../text/tokens.ts';

export interface Hazard {
  readonly category: Intent;
  readonly level: 'block' | 'review';
  /** The rule's list and line, such as `threat.block.12`. */
  readonly rule: string;
  /** Offsets into the original message, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** The hazards whose patterns are sorted by level. The patterns about minors are in separate lists. */
const categories: readonly Intent[] = hazardIntents.filter((intent) => intent !== 'minor_safety');
const categoryOrder: readonly Intent[] = hazardIntents;

/** Every list of rules, by the meaning of a match in the list. */
const lists = {
  block: ofAll('block', 'block'),
  review: ofAll('review', 'review'),
  idiom: ofAll('idioms', 'idiom'),
  signal: rulesOf('manipulation.signal', readPatterns('hazards/manipulation', 'signals')),
  age: ofMinors('age'),
  self: ofMinors('self', 'self is minor'),
  child: ofMinors('child', 'child nearby'),
  withSelf: ofMinors('with_self', 'with self'),
  withChild: ofMinors('with_child', 'with child'),
  alone: ofMinors('alone'),
} as const;
type List = keyof typeof lists;
type Hits = Readonly<Record<List, readonly Hit[]>>;

// One rule book contains all lists, so that a message is scanned only once.
const everything = ruleBook(Object.values(lists).flat());
const listOf = new Map(
  Object.entries(lists).flatMap(([name, rules]) => rules.map(({ id }) => [id, name as List] as const)),
); // the keys above

/** Returns true if any sign blocks a reply. Signs of level `review` are only evidence. */
export function hasBlockingSign(signs: readonly { readonly level: string }[]): boolean {
  return signs.some(({ level }) => level === 'block');
}

/** The words that may be hidden by masked or spaced letters. */
export const hazardVocabulary: readonly string[] = [
  ...new Set([lists.block, lists.alone, lists.withSelf].flatMap((rules) => ruleBook(rules).words)),
].filter((word) => /^[a-z]+$/.test(word));

/**
 * Finds every sign of a blocked category in the message, including signs that span several clauses. Idioms cancel the
 * signs that they overlap.
 */
export function findHazards(tokens: readonly Token[]): Hazard[] {
  const hits = findAll(tokens);
  const taken = hits.idiom;
  const overlaps = (hit: Hit): boolean =>
    taken.some((idiom) => idiom.from < hit.to && hit.from < idiom.to && hit.to - hit.from <= idiom.to - idiom.from + 1);
  const found = [...hits.block, ...hits.review].filter((hit) => !overlaps(hit)).map((hit) => hazard(tokens, hit));
  return [...found, ...attempts(tokens, hits.signal), ...minorHazards(tokens, found, hits)].sort(
    (a, b) =>
      (a.level === b.level ? 0 : a.level === 'block' ? -1 : 1) ||
      categoryOrder.indexOf(a.category) - categoryOrder.indexOf(b.category) ||
      a.start - b.start,
  );
}

/**
 * Returns a hazard if one message contains many command words, each of which is harmless by itself. Such a message
 * attempts to control the service.
 */
function attempts(tokens: readonly Token[], hits: readonly Hit[]): Hazard[] {
  const [first] = hits;
  if (first === undefined || new Set(hits.map((hit) => hit.rule.id)).size < signalLimit) return [];
  return [{ ...hazard(tokens, first), level: 'block', rule: 'manipulation.signals' }];
}

/** The number of different command words that counts as an attempt. An ordinary long message contains three or four. */
const signalLimit = 5;

/** Returns the positions of the tokens that belong to an idiom. */
export function idiomTokens(tokens: readonly Token[]): ReadonlySet<number> {
  const inside = new Set<number>();
  for (const hit of findAll(tokens).idiom) for (let at = hit.from; at < hit.to; at++) inside.add(at);
  return inside;
}

function minorHazards(tokens: readonly Token[], others: readonly Hazard[], hits: Hits): Hazard[] {
  const make = (hit: Hit, level: 'block' | 'review'): Hazard => ({
    ...hazard(tokens, hit),
    category: 'minor_safety',
    level,
    rule: hit.rule.id,
  });
  const alone = hits.alone.map((hit) => make(hit, 'block'));
  const ages = hits.age.filter((hit) => !units.has(tokens[hit.to]?.word ?? '') && !isOthersAge(tokens, hit));
  const self = [...hits.self, ...ages];
  const child = hits.child;
  const isSexual = others.some((other) => other.category === 'sexual');
  if (self.length > 0) {
    const beside = hits.withSelf.filter((hit) => !self.some((own) => own.from < hit.to && hit.from < own.to));
    const level = beside.length > 0 || isSexual ? 'block' : 'review';
    return [...alone, ...[...self, ...beside].map((hit) => make(hit, level))];
  }
  if (child.length > 0) {
    const beside = hits.withChild;
    const isBlocked =
      beside.length > 0 || others.some((other) => other.category === 'sexual' && other.level === 'block');
    if (isBlocked) return [...alone, ...[...child, ...beside].map((hit) => make(hit, 'block'))];
  }
  return alone;
}

const units = new Set(readWords('hazards/minor', 'units after numbers'));

/** Returns true if the age is not the sender's: "my daughter is only 12". */
function isOthersAge(tokens: readonly Token[], hit: Hit): boolean {
  const before = tokens.slice(Math.max(0, hit.from - 3), hit.from).map((token) => token.word);
  return before.some((word) =>
    [
      'daughter',
      'son',
      'kid',
      'niece',
      'nephew',
      'sister',
      'brother',
      'he',
      'she',
      'hes',
      'shes',
      'cat',
      'dog',
      'grandson',
      'granddaughter',
      'who',
    ].includes(word),
  );
}

function hazard(tokens: readonly Token[], hit: Hit): Hazard {
  const [category, level] = hit.rule.id.split('.');
  return {
    // Rule ids are made below from a category and a level.
    category: category as Intent,
    level: level === 'block' ? 'block' : 'review',
    rule: hit.rule.id,
    start: tokens[hit.from]?.start ?? 0,
    end: tokens[hit.to - 1]?.end ?? 0,
  };
}

/**
 * The matches in the latest message. Callers request the hazards and the idioms of a message separately, but the
 * message is scanned only once.
 */
let last: { readonly tokens: readonly Token[]; readonly hits: Hits } | undefined;

function findAll(tokens: readonly Token[]): Hits {
  if (last?.tokens === tokens) return last.hits;
  const hits: Record<List, Hit[]> = {
    block: [],
    review: [],
    idiom: [],
    signal: [],
    age: [],
    self: [],
    child: [],
    withSelf: [],
    withChild: [],
    alone: [],
  };
  for (const hit of everything.find(tokens)) hits[listOf.get(hit.rule.id) ?? 'review'].push(hit);
  last = { tokens, hits };
  return hits;
}

function ofAll(part: string, level: string): Rule[] {
  return categories.flatMap((category) => rulesOf(`${category}.${level}`, readPatterns(`hazards/${category}`, part)));
}

function ofMinors(list: string, part = list): Rule[] {
  return rulesOf(`minor_safety.${list}`, readPatterns('hazards/minor', part));
}

function rulesOf(id: string, patterns: readonly string[]): Rule[] {
  return patterns.map((pattern, line) => ({ id: `${id}.${line}`, pattern, weight: 1 }));
}
