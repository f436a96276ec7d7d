import { memoize } from '../text/memoize.ts';
import { numberOfWord } from '../text/number-words.ts';
import { readWords } from '../text/read-lexicon.ts';
import type { Token } from '../text/tokens.ts';

/**
 * Finds the ages of people that a question names ("my son is 8", "a 12 year old", "kids of ten"), with the positions of
 * their tokens.
 */
export function agesNamed(list: readonly Token[], from: number, to: number): { age: number; at: number }[] {
  const found: { age: number; at: number }[] = [];
  for (let at = from; at < to; at++) {
    const age = numberOf(list[at]?.word ?? '');
    if (age === null || age > 99) continue;
    const [two, one] = [list[at - 2]?.word ?? '', list[at - 1]?.word ?? ''];
    const [next, after] = [list[at + 1]?.word ?? '', list[at + 2]?.word ?? ''];
    const isOld =
      /^(?:yo|yrs?|year-?olds?)$/.test(next) ||
      (/^(?:years?|yrs?|month)s?$/.test(next) && /^(?:olds?|of)$/.test(after));
    const isPersons =
      (/^(?:is|turns|turned|turning|just|aged|age|hes|shes|whos|hit)$/.test(one) &&
        people.has(list[at - 2]?.word ?? '')) ||
      /^(?:aged|age|turns|turned|turning|hes|shes)$/.test(one) ||
      (people.has(two) && one === 'of') ||
      (/^im$/.test(one) && !counted.has(next));
    if (isOld || isPersons) found.push({ age, at });
  }
  return found;
}

/** Returns the lowest and the highest age that a text admits; null if it does not mention ages. */
export function ageRange(text: string): { readonly least: number; readonly most: number } | null {
  const lower = text.toLowerCase();
  const least =
    /\b(?:from|over|above|at least|minimum age(?: is)?|older than)\s(?:the age of\s|age\s)?(\d{1,2})(?!\s?(?:€|%|eur|minutes|hours|days|weeks|people|pieces|am|pm|:|to\b|cm|mm))\b/.exec(
      lower,
    ) ?? /\b(\d{1,2})(?:\s?years?)?(?:\s?\+|\s(?:and|or)\s(?:over|up|older|above)|\sup(?:wards)?\b)/.exec(lower);
  const most = /\b(?:under|below|younger than|up to age)\s(?:the age of\s)?(\d{1,2})\b/.exec(lower);
  const both =
    /\b(?:ages?|aged|between|from)\s(\d{1,2})\s?(?:to|–|-|and)\s?(\d{1,2})\b/.exec(lower) ??
    /\b(\d{1,2})\s?(?:to|–|-)\s?(\d{1,2})[\s-]year/.exec(lower);
  if (both !== null) return { least: Number(both[1]), most: Number(both[2]) };
  const isOfPeople =
    /\b(?:age|aged|ages|years?|adults?|child|children|kids?|teen|teenagers?|youngest|older|over)\b|\d\+/.test(lower);
  if (least !== null && isOfPeople) return { least: Number(least[1]), most: 199 };
  if (most !== null && isOfPeople) return { least: 0, most: Number(most[1]) };
  if (/\badults only\b|\bfor adults\b|\bgrown-ups only\b/.test(lower)) return { least: 18, most: 199 };
  if (/\b(?:all ages|any age|every age)\b/.test(lower)) return { least: 0, most: 199 };
  return null;
}

/**
 * Returns true if a text says which people are excluded, because such a text answers the question for every age:
 * "adults only", "I don't teach children".
 */
export function excludesAges(text: string): boolean {
  return /\b(?:no|not|don'?t|never|can'?t)\b[^.;]*\b(?:children|kids|minors|under|younger|babies|toddlers)\b|\b(?:adults|grown-ups) only\b|\bonly (?:for )?(?:adults|grown-ups)\b/.test(
    text.toLowerCase().replaceAll('’', "'"),
  );
}

const people = new Set(readWords('entities', 'people'));
const counted = new Set(readWords('entities', 'counted'));

const numberOf = memoize((word: string): number | null => {
  if (/^\d{1,2}$/.test(word)) return Number(word);
  const yo = /^(\d{1,2})(?:yo|yrs?)$/.exec(word);
  if (yo !== null) return Number(yo[1]);
  const value = numberOfWord(word);
  return value !== undefined && value > 1 ? value : null;
});
