import type { Intent } from '../../domain/decision.ts';
import { type Hit, type Rule, type RuleBook, ruleBook } from '../text/patterns.ts';
import type { Token } from '../text/tokens.ts';
import { crisis } from './hazards/crisis.ts';
import { harassment } from './hazards/harassment.ts';
import type { HazardRules } from './hazards/hazard-rules.ts';
import { manipulation } from './hazards/manipulation.ts';
import { minorRules } from './hazards/minor.ts';
import { sexual } from './hazards/sexual.ts';
import { spam } from './hazards/spam.ts';
import { threat } from './hazards/threat.ts';

export interface Hazard {
  readonly category: Intent;
  readonly level: 'block' | 'review';
  /** Which list and line: `threat.block.12`. */
  readonly rule: string;
  /** Offsets into the original message, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** In the order in which a message that falls under several is named: whoever is in danger comes first. */
const categories: readonly HazardRules[] = [crisis, threat, sexual, harassment, manipulation, spam];
const categoryOrder: readonly Intent[] = [
  'crisis',
  'minor_safety',
  'threat',
  'sexual',
  'harassment',
  'manipulation',
  'spam',
];

const blocks = book((rules) => rules.block, 'block');
const reviews = book((rules) => rules.review, 'review');
const idioms = book((rules) => rules.idioms, 'idiom');
const signals = book((rules) => rules.signals ?? [], 'signal');
const minors = {
  age: lines('minor_safety.age', minorRules.age),
  self: lines('minor_safety.self', minorRules.selfIsMinor),
  child: lines('minor_safety.child', minorRules.childNearby),
  withSelf: lines('minor_safety.with_self', minorRules.withSelf),
  withChild: lines('minor_safety.with_child', minorRules.withChild),
  alone: lines('minor_safety.alone', minorRules.alone),
};

/** The words that masked or spaced letters may hide. */
export const hazardVocabulary: readonly string[] = [
  ...new Set([blocks, minors.alone, minors.withSelf].flatMap((rules) => rules.words)),
].filter((word) => /^[a-z]+$/.test(word));

/** Every sign of a blocked category in the message, over clause borders. Idioms take back what overlaps them. */
export function findHazards(tokens: readonly Token[]): Hazard[] {
  const taken = idioms.find(tokens);
  const overlaps = (hit: Hit): boolean =>
    taken.some((idiom) => idiom.from < hit.to && hit.from < idiom.to && hit.to - hit.from <= idiom.to - idiom.from + 1);
  const found = [...blocks.find(tokens), ...reviews.find(tokens)]
    .filter((hit) => !overlaps(hit))
    .map((hit) => hazard(tokens, hit));
  return [...found, ...attempts(tokens), ...minorHazards(tokens, found)].sort(
    (a, b) =>
      (a.level === b.level ? 0 : a.level === 'block' ? -1 : 1) ||
      categoryOrder.indexOf(a.category) - categoryOrder.indexOf(b.category) ||
      a.start - b.start,
  );
}

/** Many harmless words of command together are no message to a creator. */
function attempts(tokens: readonly Token[]): Hazard[] {
  const hits = signals.find(tokens);
  const [first] = hits;
  if (first === undefined || new Set(hits.map((hit) => hit.rule.id)).size < signalLimit) return [];
  return [{ ...hazard(tokens, first), level: 'block', rule: 'manipulation.signals' }];
}

/** So many different ones; an ordinary long message reaches three or four. */
const signalLimit = 5;

/** Which tokens an idiom explains. */
export function idiomTokens(tokens: readonly Token[]): ReadonlySet<number> {
  const inside = new Set<number>();
  for (const hit of idioms.find(tokens)) for (let at = hit.from; at < hit.to; at++) inside.add(at);
  return inside;
}

function minorHazards(tokens: readonly Token[], others: readonly Hazard[]): Hazard[] {
  const make = (hit: Hit, level: 'block' | 'review'): Hazard => ({
    ...hazard(tokens, hit),
    category: 'minor_safety',
    level,
    rule: hit.rule.id,
  });
  const alone = minors.alone.find(tokens).map((hit) => make(hit, 'block'));
  const ages = minors.age
    .find(tokens)
    .filter((hit) => !units.has(tokens[hit.to]?.word ?? '') && !isOthersAge(tokens, hit));
  const self = [...minors.self.find(tokens), ...ages];
  const child = minors.child.find(tokens);
  const isSexual = others.some((other) => other.category === 'sexual');
  if (self.length > 0) {
    const beside = minors.withSelf
      .find(tokens)
      .filter((hit) => !self.some((own) => own.from < hit.to && hit.from < own.to));
    const level = beside.length > 0 || isSexual ? 'block' : 'review';
    return [...alone, ...[...self, ...beside].map((hit) => make(hit, level))];
  }
  if (child.length > 0) {
    const beside = minors.withChild.find(tokens);
    const isBlocked =
      beside.length > 0 || others.some((other) => other.category === 'sexual' && other.level === 'block');
    if (isBlocked) return [...alone, ...[...child, ...beside].map((hit) => make(hit, 'block'))];
  }
  return alone;
}

const units = new Set(minorRules.unitsAfterNumbers.split(' '));

/** "My daughter is only 12" is not said of oneself. */
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

function book(pick: (rules: HazardRules) => readonly string[], level: string): RuleBook {
  return ruleBook(
    categories.flatMap((rules) =>
      pick(rules).map((pattern, line): Rule => ({ id: `${rules.category}.${level}.${line}`, pattern, weight: 1 })),
    ),
  );
}

function lines(id: string, patterns: readonly string[]): RuleBook {
  return ruleBook(patterns.map((pattern, line) => ({ id: `${id}.${line}`, pattern, weight: 1 })));
}
