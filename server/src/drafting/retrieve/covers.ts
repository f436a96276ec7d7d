import type { Intent } from '../../domain/decision.ts';
import type { EpochMs } from '../../domain/period.ts';
import { weekdayNames } from '../text/calendar.ts';
import { readWords } from '../text/read-lexicon.ts';
import { excludesAges } from './ages.ts';
import type { Entities } from './entities.ts';
import type { IndexedItem } from './indexed-item.ts';
import { coversPlace } from './places.ts';

export interface EntityQuestion {
  readonly now: EpochMs;
  readonly intent: Intent;
  /** Places that the creator's own description names. */
  readonly home: ReadonlySet<string>;
}

/** The properties of an item that are compared with a question. */
export type CoveringItem = Pick<IndexedItem, 'text' | 'entities' | 'ages'>;

/**
 * Returns the kinds of values that the question names and the item does not cover: `places`, `weekdays`, `months`,
 * `sizes`, `numbers`, `ages`, `days`.
 */
export function uncoveredEntities(item: CoveringItem, asked: Entities, question: EntityQuestion): string[] {
  const stated = item.entities;
  const missing: string[] = [];
  const isShipping = question.intent === 'shipping';
  for (const place of asked.places) {
    if (coversPlace(stated.places, place, isShipping)) continue;
    // For example, questions to a teacher of Spanish mention Spanish, which names a place. A place from the creator's
    // own description matters only if something is sent there or happens there, or if the item names other places.
    if (question.home.has(place) && !located.has(question.intent) && stated.places.size === 0) continue;
    missing.push('places');
    break;
  }
  if ([...asked.weekdays].some((day) => !stated.weekdays.has(day) && !isInRange(item.text, day)))
    missing.push('weekdays');
  if (asked.relativeDays.some((days) => !coversDay(item, days, question.now))) missing.push('days');
  if ([...asked.months].some((month) => !stated.months.has(month))) missing.push('months');
  if ([...asked.sizes].some((size) => !coversSize(stated.sizes, size, item.text))) missing.push('sizes');
  if ([...asked.numbers].some((number) => !stated.numbers.has(number) && !isInNumbers(item, number)))
    missing.push('numbers');
  if ([...asked.ages].some((age) => !coversAge(item, age))) missing.push('ages');
  return missing;
}

const located = new Set<Intent>(['shipping', 'schedule', 'availability', 'booking', 'purchase']);

/**
 * Returns true if the item may apply to a person of this age. The item need not mention an adult's age, but must admit
 * a child's age.
 */
function coversAge(item: CoveringItem, age: number): boolean {
  if (excludesAges(item.text)) return true;
  if (item.ages !== null) return item.ages.least <= age && age <= item.ages.most;
  return age >= 18 || item.entities.numbers.has(String(age));
}

/** Returns true if the number is inside a range that the text states, such as "from 5 to 30 people". */
function isInNumbers(item: CoveringItem, number: string): boolean {
  const value = Number(number);
  if (!Number.isFinite(value)) return false;
  for (const found of item.text.matchAll(/(\d+)\s?(?:to|–|-)\s?(\d+)/g))
    if (Number(found[1]) <= value && value <= Number(found[2])) return true;
  return false;
}

function isInRange(text: string, day: number): boolean {
  const lower = text.toLowerCase();
  if (/\bevery day\b|\bdaily\b|\b7 days\b|\bseven days\b/.test(lower)) return true;
  const range = /\b(sun|mon|tue|wed|thu|fri|sat)[a-z]*\s?(?:to|through|until|–|-)\s?(sun|mon|tue|wed|thu|fri|sat)/.exec(
    lower,
  );
  if (range === null) return false;
  const first = weekdayNames.findIndex((name) => name.startsWith(range[1] ?? '?'));
  const last = weekdayNames.findIndex((name) => name.startsWith(range[2] ?? '?'));
  return first <= last ? first <= day && day <= last : day >= first || day <= last;
}

const sizeOrder = readWords('entities', 'sizes');

function coversSize(stated: ReadonlySet<string>, size: string, text: string): boolean {
  if (stated.has(size)) return true;
  if (!/\b(?:to|through|–)\b|[–-]/.test(text) || stated.size < 2) return false;
  const places = [...stated].map((name) => sizeOrder.indexOf(name));
  const place = sizeOrder.indexOf(size);
  return Math.min(...places) <= place && place <= Math.max(...places);
}

/**
 * Returns true if the item covers a day relative to now, in UTC. The reply repeats the creator's own words, so that a
 * time zone cannot make it false.
 */
function coversDay(item: CoveringItem, days: number | null, now: EpochMs): boolean {
  const stated = item.entities;
  if (stated.relativeDays.length > 0) return true;
  if (days === null) return stated.weekdays.has(6) || stated.weekdays.has(0);
  if (stated.weekdays.size > 0 && stated.isRecurring) return true;
  return (
    stated.weekdays.has(new Date(now + days * 86_400_000).getUTCDay()) ||
    isInRange(item.text, new Date(now + days * 86_400_000).getUTCDay())
  );
}

/**
 * Returns true if the item names values of this kind, so that an uncovered value contradicts it. An uncovered age
 * always contradicts the item.
 */
export function contradicts(kind: string, { entities }: IndexedItem): boolean {
  if (kind === 'places') return entities.places.size > 0;
  if (kind === 'weekdays') return entities.weekdays.size > 0;
  if (kind === 'months') return entities.months.size > 0;
  if (kind === 'sizes') return entities.sizes.size > 0;
  return kind === 'ages';
}
