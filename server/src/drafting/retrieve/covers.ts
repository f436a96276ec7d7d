import type { EpochMs } from '../../domain/period.ts';
import type { Entities } from './entities.ts';
import type { IndexedItem } from './persona-index.ts';
import { coversPlace } from './places.ts';

/** What the question names and the item does not speak of: `places`, `weekdays`, `months`, `sizes`, `numbers`, `days`. */
export function uncoveredEntities(item: IndexedItem, asked: Entities, question: { readonly now: EpochMs }): string[] {
  const stated = item.entities;
  const missing: string[] = [];
  if ([...asked.places].some((place) => !coversPlace(stated.places, place))) missing.push('places');
  if ([...asked.weekdays].some((day) => !stated.weekdays.has(day) && !isInRange(item.text, day)))
    missing.push('weekdays');
  if ([...asked.months].some((month) => !stated.months.has(month))) missing.push('months');
  if ([...asked.sizes].some((size) => !coversSize(stated.sizes, size, item.text))) missing.push('sizes');
  if ([...asked.numbers].some((number) => !stated.numbers.has(number))) missing.push('numbers');
  if (asked.relativeDays.some((days) => !coversDay(item, days, question.now))) missing.push('days');
  return missing;
}

const dayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

function isInRange(text: string, day: number): boolean {
  const lower = text.toLowerCase();
  if (/\bevery day\b|\bdaily\b|\b7 days\b|\bseven days\b/.test(lower)) return true;
  const range = /\b(sun|mon|tue|wed|thu|fri|sat)[a-z]*\s?(?:to|through|until|–|-)\s?(sun|mon|tue|wed|thu|fri|sat)/.exec(
    lower,
  );
  if (range === null) return false;
  const first = dayNames.findIndex((name) => name.startsWith(range[1] ?? '?'));
  const last = dayNames.findIndex((name) => name.startsWith(range[2] ?? '?'));
  return first <= last ? first <= day && day <= last : day >= first || day <= last;
}

const sizeOrder = ['xxs', 'xs', 's', 'm', 'l', 'xl', '2xl', '3xl', '4xl', '5xl'];

function coversSize(stated: ReadonlySet<string>, size: string, text: string): boolean {
  if (stated.has(size)) return true;
  if (!/\b(?:to|through|–)\b|[–-]/.test(text) || stated.size < 2) return false;
  const places = [...stated].map((name) => sizeOrder.indexOf(name));
  const place = sizeOrder.indexOf(size);
  return Math.min(...places) <= place && place <= Math.max(...places);
}

/** A day counted from now, in UTC; the reply repeats the creator's own words, so that a time zone can't make it false. */
function coversDay(item: IndexedItem, days: number | null, now: EpochMs): boolean {
  const stated = item.entities;
  if (stated.relativeDays.length > 0) return true;
  if (days === null) return stated.weekdays.has(6) || stated.weekdays.has(0);
  if (stated.weekdays.size > 0 && stated.isRecurring) return true;
  return (
    stated.weekdays.has(new Date(now + days * 86_400_000).getUTCDay()) ||
    isInRange(item.text, new Date(now + days * 86_400_000).getUTCDay())
  );
}
