import type { Token } from '../text/tokens.ts';
import { agesNamed } from './ages.ts';
import { beginsPlace, placeNamed } from './places.ts';

/** What is named exactly, and must therefore be answered exactly. Values are normal forms: `country:brazil`, `weekday:2`, `size:m`, `number:350`. */
export interface Entities {
  readonly places: ReadonlySet<string>;
  readonly weekdays: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  readonly sizes: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  /** Of people, in years. */
  readonly ages: ReadonlySet<number>;
  /** today, tomorrow, next week …: days counted from now, null when it is no single day. */
  readonly relativeDays: readonly (number | null)[];
  /** Says how often: every, daily, weekly. */
  readonly isRecurring: boolean;
  /** Indexes of the tokens that name an entity. */
  readonly at: ReadonlySet<number>;
}

const weekdays = index('sunday monday tuesday wednesday thursday friday saturday', {
  sun: 0,
  mon: 1,
  tue: 2,
  tues: 2,
  wed: 3,
  weds: 3,
  thu: 4,
  thur: 4,
  thurs: 4,
  fri: 5,
  sat: 6,
  sundays: 0,
  mondays: 1,
  tuesdays: 2,
  wednesdays: 3,
  thursdays: 4,
  fridays: 5,
  saturdays: 6,
});
const months = index('january february march april may june july august september october november december', {
  jan: 0,
  feb: 1,
  apr: 3,
  jun: 5,
  jul: 6,
  aug: 7,
  sep: 8,
  sept: 8,
  oct: 9,
  nov: 10,
  dec: 11,
});
const sizes = new Set('xxs xs s m l xl xxl 2xl 3xl 4xl 5xl'.split(' '));
const sizeWords: Readonly<Record<string, string>> = { 'x small': 'xs', small: 's', medium: 'm', large: 'l' };
const relative: Readonly<Record<string, number | null>> = { today: 0, tonight: 0, tomorrow: 1, weekend: null };
const recurring = new Set([
  'every',
  'each',
  'daily',
  'weekly',
  'monthly',
  'always',
  'biweekly',
  'fortnightly',
  'weekdays',
  'weekends',
]);
const numberWords = index('zero one two three four five six seven eight nine ten eleven twelve', {
  dozen: 12,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  hundred: 100,
});

export function entitiesOf(tokens: readonly Token[], from = 0, to = tokens.length): Entities {
  // Most texts name few of these: a set is made when there is something to put into it.
  let places: Set<string> | undefined;
  let weekdaysNamed: Set<number> | undefined;
  let monthsNamed: Set<number> | undefined;
  let sizesNamed: Set<string> | undefined;
  let numbers: Set<string> | undefined;
  let ages: Set<number> | undefined;
  let taken: Set<number> | undefined;
  const relativeDays: (number | null)[] = [];
  let isRecurring = false;
  for (const { age, at } of agesNamed(tokens, from, to)) {
    ages = withOne(ages, age);
    taken = withOne(taken, at);
  }
  for (let at = from; at < to; at++) {
    const token = tokens[at];
    if (token === undefined || token.isEmoji) continue;
    if (taken?.has(at)) continue;
    const word = token.word;
    const before = tokens[at - 1]?.word ?? '';
    const long = placePhrase(tokens, at, to);
    if (long !== undefined) {
      places = withOne(places, long.place);
      for (let i = 0; i < long.size; i++) taken = withOne(taken, at + i);
      at += long.size - 1;
      continue;
    }
    const weekday = weekdays.get(word);
    const month = months.get(word);
    let isNamed = true;
    if (weekday !== undefined && !(word === 'sun' && before === 'the')) weekdaysNamed = withOne(weekdaysNamed, weekday);
    else if (
      month !== undefined &&
      (word !== 'may' || (beforeMonth.has(before) && !pronouns.has(tokens[at + 1]?.word ?? ''))) &&
      (word !== 'march' || beforeMonth.has(before))
    )
      monthsNamed = withOne(monthsNamed, month);
    else if (sizes.has(word) && isSizeContext(tokens, at))
      sizesNamed = withOne(sizesNamed, word === 'xxl' ? '2xl' : word);
    else if (sizeWords[word] !== undefined && isSizeContext(tokens, at))
      sizesNamed = withOne(sizesNamed, sizeWords[word]);
    else if (word in relative && Object.hasOwn(relative, word)) relativeDays.push(relative[word] ?? null);
    else if (/^\d/.test(word)) numbers = withOne(numbers, word);
    else if (numberWords.has(word) && word !== 'one' && !isOfUs(tokens, at))
      numbers = withOne(numbers, String(numberWords.get(word)));
    else isNamed = false;
    if (isNamed) taken = withOne(taken, at);
    if (recurring.has(word)) isRecurring = true;
  }
  return {
    places: places ?? none,
    weekdays: weekdaysNamed ?? none,
    months: monthsNamed ?? none,
    sizes: sizesNamed ?? none,
    numbers: numbers ?? none,
    ages: ages ?? none,
    relativeDays,
    isRecurring,
    at: taken ?? none,
  };
}

const none: ReadonlySet<never> = new Set();

function withOne<T>(set: Set<T> | undefined, value: T): Set<T> {
  return (set ?? new Set<T>()).add(value);
}

const pronouns = new Set(['i', 'we', 'you', 'he', 'she', 'it', 'they']);

/** "The two of us" counts nothing. */
function isOfUs(tokens: readonly Token[], at: number): boolean {
  return tokens[at + 1]?.word === 'of' && ['us', 'you', 'them'].includes(tokens[at + 2]?.word ?? '');
}

const beforeMonth = new Set([
  'in',
  'on',
  'of',
  'this',
  'next',
  'by',
  'until',
  'since',
  'from',
  'for',
  'during',
  'late',
  'early',
  'to',
]);

function isSizeContext(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.word ?? '';
  if (word.length > 1 && sizes.has(word)) return true;
  const near = [tokens[at - 2]?.word, tokens[at - 1]?.word, tokens[at + 1]?.word, tokens[at + 2]?.word];
  return near.some(
    (other) => other !== undefined && (sizeNeighbours.has(other) || (other !== word && sizes.has(other))),
  );
}

const sizeNeighbours = new Set(['size', 'sizes', 'in', 'a', 'an', 'the', 'to', 'or', 'extra']);

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
/** Also a garment, a first name, a font. */
const alsoWords = new Set(['jersey', 'jordan', 'chad', 'georgia', 'guinea', 'reunion', 'heard']);
const towards = new Set(['to', 'in', 'from', 'within', 'outside', 'near', 'for', 'and', 'or', 'of']);

/** "us" the pronoun, "there" in "is there", "turkey" on a plate. */
function ambiguousPlace(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.word ?? '';
  const before = tokens[at - 1]?.word ?? '';
  if (word === 'us')
    return (
      !(
        before === 'the' ||
        before === 'to' ||
        before === 'in' ||
        before === 'within' ||
        before === 'from' ||
        before === 'outside'
      ) ||
      (before === 'to' && ['speak', 'talk', 'show', 'tell'].includes(tokens[at - 2]?.word ?? ''))
    );
  if (alsoWords.has(word)) return !towards.has(before);
  if (word === 'there') return before !== 'ship' && before !== 'deliver' && before !== 'post' && before !== 'to';
  if (word === 'outside') return tokens[at + 1]?.word === undefined || tokens[at + 1]?.word === 'your';
  return word === 'states' || word === 'rio' ? before !== 'the' && before !== 'to' : false;
}

function index(list: string, more: Readonly<Record<string, number>>): ReadonlyMap<string, number> {
  return new Map([...list.split(' ').map((word, at) => [word, at] as const), ...Object.entries(more)]);
}
