import { monthOf, weekdayOf } from '../text/calendar.ts';
import { numberOfWord } from '../text/number-words.ts';
import { readPairs, readWords } from '../text/read-lexicon.ts';
import type { Token } from '../text/tokens.ts';
import { agesNamed } from './ages.ts';
import { beginsPlace, placeNamed } from './places.ts';

/**
 * The values that a text names exactly, so that an answer must contain exactly these values. Places are in the form
 * that `placeNamed` returns. Weekdays and months are numbers from 0 (Sunday, January).
 */
export interface Entities {
  readonly places: ReadonlySet<string>;
  readonly weekdays: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  readonly sizes: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  /** The ages of people, in years. */
  readonly ages: ReadonlySet<number>;
  /**
   * Days relative to now, from words such as "tomorrow"; null for a word such as "weekend" that names no single day.
   */
  readonly relativeDays: readonly (number | null)[];
  /** True if the text states a frequency: every, daily, weekly. */
  readonly isRecurring: boolean;
  /** The indexes of the tokens that name an entity. */
  readonly at: ReadonlySet<number>;
}

const sizes = new Set(readWords('entities', 'sizes'));
const sizesInWords = readPairs('entities', 'sizes in words');
const besideSizes = new Set(readWords('entities', 'beside sizes'));
const relativeDays = readPairs('entities', 'relative days');
const recurring = new Set(readWords('calendar', 'recurring'));
const ambiguousMonths = new Set(readWords('calendar', 'ambiguous months'));
const beforeMonths = new Set(readWords('entities', 'before months'));
const beforePlaces = new Set(readWords('entities', 'before places'));
const ambiguousPlaces = new Set(readWords('places', 'ambiguous'));

/** Returns the entities that tokens[from, to) name. */
export function entitiesOf(tokens: readonly Token[], from = 0, to = tokens.length): Entities {
  const places = new Set<string>();
  const weekdays = new Set<number>();
  const months = new Set<number>();
  const sizesNamed = new Set<string>();
  const numbers = new Set<string>();
  const named = agesNamed(tokens, from, to);
  const ages = new Set(named.map(({ age }) => age));
  const taken = new Set(named.map(({ at }) => at));
  const daysNamed: (number | null)[] = [];
  let isRecurring = false;
  for (let at = from; at < to; at++) {
    const token = tokens[at];
    if (token === undefined || token.isEmoji || taken.has(at)) continue;
    const { word } = token;
    const phrase = placePhrase(tokens, at, to);
    if (phrase !== undefined) {
      places.add(phrase.place);
      for (let i = 0; i < phrase.size; i++) taken.add(at + i);
      at += phrase.size - 1;
      continue;
    }
    const weekday = weekdayOf(word);
    const month = monthOf(word);
    const size = sizesInWords.get(word) ?? (sizes.has(word) ? word : undefined);
    const days = relativeDays.get(word);
    const number = /^\d/.test(word) ? word : numberOfWord(word);
    let isNamed = true;
    if (weekday !== undefined && !(word === 'sun' && tokens[at - 1]?.word === 'the')) weekdays.add(weekday);
    else if (month !== undefined && isMonth(tokens, at)) months.add(month);
    else if (size !== undefined && isSizeContext(tokens, at)) sizesNamed.add(size);
    else if (days !== undefined) daysNamed.push(days === '?' ? null : Number(days));
    else if (number !== undefined && (word === number || isCounted(tokens, at))) numbers.add(String(number));
    else isNamed = false;
    if (isNamed) taken.add(at);
    if (recurring.has(word)) isRecurring = true;
  }
  return {
    places: kept(places),
    weekdays: kept(weekdays),
    months: kept(months),
    sizes: kept(sizesNamed),
    numbers: kept(numbers),
    ages: kept(ages),
    relativeDays: daysNamed,
    isRecurring,
    at: kept(taken),
  };
}

const none: ReadonlySet<never> = new Set();

/**
 * Returns a shared set in place of an empty one. Most texts name few entities, and an index of items keeps all their
 * sets.
 */
function kept<T>(set: ReadonlySet<T>): ReadonlySet<T> {
  return set.size === 0 ? none : set;
}

const pronouns = new Set(['i', 'we', 'you', 'he', 'she', 'it', 'they']);

/** Returns true if a number word counts something: "one" is mostly a pronoun, and "the two of us" is not a count. */
function isCounted(tokens: readonly Token[], at: number): boolean {
  const isOfUs = tokens[at + 1]?.word === 'of' && ['us', 'you', 'them'].includes(tokens[at + 2]?.word ?? '');
  return tokens[at]?.word !== 'one' && !isOfUs;
}

/** Returns true if the word names a month in its context: "march" may be a verb, and "may" mostly is a verb. */
function isMonth(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.word ?? '';
  if (!ambiguousMonths.has(word)) return true;
  return beforeMonths.has(tokens[at - 1]?.word ?? '') && !(word === 'may' && pronouns.has(tokens[at + 1]?.word ?? ''));
}

function isSizeContext(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.word ?? '';
  if (/^\d?x+[sl]$/.test(word)) return true;
  const near = [tokens[at - 2]?.word, tokens[at - 1]?.word, tokens[at + 1]?.word, tokens[at + 2]?.word];
  return near.some((other) => other !== undefined && (besideSizes.has(other) || (other !== word && isSize(other))));
}

function isSize(word: string): boolean {
  return sizes.has(word) || word === 'xxl';
}

function placePhrase(tokens: readonly Token[], at: number, to: number): { place: string; size: number } | undefined {
  if (!beginsPlace(tokens[at]?.word ?? '')) return undefined;
  for (let size = Math.min(longestName, to - at); size >= 1; size--) {
    const words = tokens.slice(at, at + size).map((token) => token.word);
    const name = words.join('_');
    if (size === 1 && ambiguousPlace(tokens, at)) continue;
    const place = placeNamed(name);
    if (place !== undefined) return { place, size };
  }
  return undefined;
}

const longestName = 6;

/**
 * Returns true if the word does not name a place in its context: "us" as a pronoun, "there" in "is there", "turkey" on
 * a plate.
 */
function ambiguousPlace(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.word ?? '';
  const before = tokens[at - 1]?.word ?? '';
  if (word === 'us')
    return (
      !/^(?:the|to|in|within|from|outside)$/.test(before) ||
      (before === 'to' && ['speak', 'talk', 'show', 'tell'].includes(tokens[at - 2]?.word ?? ''))
    );
  if (ambiguousPlaces.has(word)) return !beforePlaces.has(before);
  if (word === 'there') return !/^(?:ship|deliver|post|to)$/.test(before);
  if (word === 'outside') return tokens[at + 1]?.word === undefined || tokens[at + 1]?.word === 'your';
  return word === 'states' || word === 'rio' ? before !== 'the' && before !== 'to' : false;
}
