import type { Fact, Offer } from '../../domain/persona.ts';
import { type Claim, claimsIn } from '../guard/claims.ts';
import { ageRange } from '../retrieve/ages.ts';
import { uncoveredEntities } from '../retrieve/covers.ts';
import { type Entities, entitiesOf } from '../retrieve/entities.ts';
import { normalise } from '../text/normalise.ts';
import { type Token, tokens } from '../text/tokens.ts';

/** The values that an item's approved words state. They are read once for all phrases of the item. */
export interface StatedValues {
  readonly id: string;
  readonly text: string;
  readonly words: string;
  readonly entities: Entities;
  readonly ages: ReturnType<typeof ageRange>;
  readonly claims: ReadonlyMap<string, readonly Claim[]>;
  /** All numbers in the approved words, as digits. */
  readonly numbers: ReadonlySet<string>;
  readonly isOffer: boolean;
}

/** A value that a phrase asks for although the item's text excludes it. */
export interface Contradiction {
  /** The value in the words of the phrase. */
  readonly value: string;
  /** The id of the other offer that the phrase names; omitted for other kinds of values. */
  readonly itemId?: string;
}

export function statedValues(item: Fact | Offer): StatedValues {
  const isOffer = 'name' in item;
  const text = isOffer ? `${item.name}. ${item.text} ${item.price ?? ''}` : item.text;
  const list = tokens(normalise(text));
  return {
    id: item.id,
    text,
    words: wordsOf(list),
    entities: entitiesOf(list),
    ages: ageRange(text),
    claims: Map.groupBy(claimsIn(text), ({ kind }) => kind),
    numbers: new Set(text.match(/\d+(?:\.\d+)?/g)),
    isOffer,
  };
}

/** Returns the words of a text in normal form, with a space before and after each word. */
export function wordsOf(list: readonly Token[]): string {
  return ` ${list.flatMap((token) => (token.isEmoji ? [] : [token.word])).join(' ')} `;
}

/**
 * Returns the value that a phrase asks for although the item states other values of the same kind: a place, weekday,
 * month, date, size, amount, percentage, price or offer. Returns null if there is no such value, or if the item's text
 * may cover it. Statements that fans make about themselves ("I live in Leeds", "ordered on Monday") do not ask for a
 * value. `offers` are the names of all offers in normal form.
 */
export function contradictionIn(
  phrase: string,
  item: StatedValues,
  offers: readonly { readonly id: string; readonly name: string }[],
): Contradiction | null {
  const list = tokens(normalise(phrase));
  return otherOffer(list, item, offers) ?? otherEntity(list, phrase, item) ?? otherAmount(phrase, item);
}

function otherOffer(
  list: readonly Token[],
  item: StatedValues,
  offers: readonly { readonly id: string; readonly name: string }[],
): Contradiction | null {
  if (!item.isOffer) return null;
  const words = wordsOf(list);
  const named = offers.filter(({ name }) => words.includes(name));
  // A comparison names several offers, and a text that mentions the other offer may well answer it.
  if (named.length === 0 || named.some(({ id, name }) => id === item.id || item.words.includes(name))) return null;
  const [other] = named;
  // A short name may also be a common word.
  if (other === undefined || other.name.trim().split(' ').length < 2) return null;
  return { value: other.name.trim(), itemId: other.id };
}

const compared = ['places', 'weekdays', 'months', 'sizes'] as const;

function otherEntity(list: readonly Token[], phrase: string, item: StatedValues): Contradiction | null {
  const asked = entitiesOf(list);
  for (const kind of compared) {
    const stated = item.entities[kind];
    if (asked[kind].size === 0 || stated.size === 0) continue;
    if (kind === 'months' && isOpenEnded(item)) continue;
    if (kind === 'places' && /\b(?:outside|elsewhere)\b/i.test(item.text)) continue;
    const only = { ...nothing, [kind]: asked[kind] };
    const missing = (value: Entities): boolean =>
      uncoveredEntities(item, value, { now: 0, intent: 'shipping', home: new Set() }).includes(kind);
    // Either day answers "Wednesday or Thursday?".
    const values: (string | number)[] = [...asked[kind]];
    if (!values.every((value) => missing({ ...only, [kind]: new Set([value]) }))) continue;
    if (kind === 'months' && values.every((month) => typeof month === 'number' && isInMonths(item, month))) continue;
    const at = [...asked.at].find((place) => isAskedFor(list, place, phrase, kind));
    if (at !== undefined) return { value: phrase.slice(list[at]?.start, list[at]?.end) };
  }
  return null;
}

const nothing: Entities = {
  places: new Set(),
  weekdays: new Set(),
  months: new Set(),
  sizes: new Set(),
  numbers: new Set(),
  ages: new Set(),
  relativeDays: [],
  isRecurring: false,
  at: new Set(),
};

const prepositions: Readonly<Record<(typeof compared)[number], RegExp>> = {
  places: /^(?:to|into)$/,
  weekdays: /^(?:on)$/,
  months: /^(?:in|on|of)$/,
  sizes: /^(?:in|size|a|an|have|the|got|make|do)$/,
};
const asking =
  /^(?:(?:and|so|but|also|hi|hey|hello|pls|please)\s)*(?:do|does|is|are|can|could|will|would|u|you|any|may|have|when|what)\s/;
const aboutSelf =
  /(?<![a-z])(?:i'?m|i am|i was|we'?re|we are|we were|live|lives|living|from|moved|moving|ordered|bought|paid|booked|my|our|if)(?![a-z])/;

/** Returns true if the clause around a token asks for exactly that value and does not describe the person who asks. */
function isAskedFor(list: readonly Token[], at: number, phrase: string, kind: (typeof compared)[number]): boolean {
  const token = list[at];
  if (token === undefined) return false;
  const from = Math.max(...[...',.;!?'].map((mark) => phrase.lastIndexOf(mark, token.start))) + 1;
  const clause = phrase.slice(from).split(/[,.;!?]/)[0] ?? '';
  const plain = clause.trim().toLowerCase().replaceAll('’', "'");
  const before = list[at - 1]?.word ?? '';
  return prepositions[kind].test(before) && asking.test(`${plain} `) && !aboutSelf.test(plain);
}

/** Returns true if the text names one month as a limit: "until March" and "from May" leave the other end open. */
function isOpenEnded({ text, entities }: StatedValues): boolean {
  return (
    entities.months.size === 1 && /\b(?:from|since|until|till|before|after|by|starts?|begins?|opens?)\b/i.test(text)
  );
}

function isInMonths({ text, entities }: StatedValues, month: number): boolean {
  const [first, last] = [...entities.months];
  if (first === undefined || last === undefined || !/\b(?:to|until|till|through|and)\b|[–-]/i.test(text)) return false;
  return first <= last ? first <= month && month <= last : month >= first || month <= last;
}

const amounts = new Set(['price', 'percentage', 'date', 'number']);
/**
 * Matches words that make an amount uncertain: it may be a limit, a budget or the fan's own, or the phrase may ask for
 * a choice. The text may then answer with another amount.
 */
const unsure =
  /(?<![a-z])(?:under|below|over|above|around|about|between|up to|max|budget|less|more|at least|most|spend|spending|spent|have|got|afford|paid|plus|extra|for two|if|than|each|cheaper|from|or|my|our|i'?m|fit|fits|enough|saved|worth|order|ordered|left|basket|laptop|room|after|before|still|too late|for a|i'd)(?![a-z])/;

/**
 * Finds a price, a percentage, a day of the year or a measure for which the item's text states a different value and no
 * range.
 */
function otherAmount(phrase: string, item: StatedValues): Contradiction | null {
  if (!/\d/.test(phrase) || unsure.test(phrase.toLowerCase())) return null;
  for (const { kind, key, qualifier, start, end } of claimsIn(phrase)) {
    if (!amounts.has(kind) || isBounded(qualifier) || !/\d/.test(key)) continue;
    const unit = unitOf(kind, key);
    if (unit === '') continue;
    const stated = (item.claims.get(kind) ?? []).filter((claim) => unitOf(kind, claim.key) === unit);
    if (stated.length === 0 || stated.some((claim) => mayCover(claim, key))) continue;
    if (kind === 'date' && stated.length > 1) continue;
    // In "70, 90 and 110 cm", one measure belongs to all three numbers.
    if (kind === 'number' && key.split(/[ -]/).some((part) => item.numbers.has(part))) continue;
    return { value: phrase.slice(start, end) };
  }
  return null;
}

/**
 * Returns the property that two values must share to be comparable: the currency, the month or the measure; '' for a
 * bare number.
 */
function unitOf(kind: string, key: string): string {
  if (kind === 'percentage') return '%';
  if (kind === 'date') return /^[a-z]+ \d{1,2}$/.test(key) ? (key.split(' ')[0] ?? '') : '';
  return / ([a-z]+)$/.exec(key)?.[1] ?? '';
}

function mayCover({ key, qualifier }: Claim, asked: string): boolean {
  if (key === asked || /-/.test(key)) return true;
  const [own, other] = [key, asked].map((each) => Number(/[\d.]+/.exec(each)?.[0]));
  if (own === undefined || other === undefined) return true;
  // A multiple may be the price of several units.
  return isBounded(qualifier) || other % own === 0;
}

/**
 * Returns true if the qualifier covers more than one value, such as "from €20" and "up to 14 days", but not "€20 a
 * class".
 */
function isBounded(qualifier: string): boolean {
  return /^(?:min|max|about|minus)/.test(qualifier);
}
