import { readLines } from './read-lexicon.ts';

const weekdays = readLines('calendar', 'weekdays').map((line) => line.split(' '));
const months = readLines('calendar', 'months').map((line) => line.split(' '));

/** The full names of the weekdays, Sunday first. `monthNames` contains the full names of the months. */
export const weekdayNames: readonly string[] = weekdays.map(([name = '']) => name);
export const monthNames: readonly string[] = months.map(([name = '']) => name);
/** Other names of the months, such as abbreviations. */
export const shortMonths: readonly string[] = months.flatMap(([, ...others]) => others);

const weekdayNumbers = numbersOf(weekdays.map(([name = '', ...others]) => [name, `${name}s`, ...others]));
const monthNumbers = numbersOf(months);

/**
 * `weekdayOf` returns the weekday that a word names, where 0 is Sunday. `monthOf` returns the month, where 0 is
 * January. Both return undefined for any other word.
 */
export const weekdayOf = (word: string): number | undefined => weekdayNumbers.get(word);
export const monthOf = (word: string): number | undefined => monthNumbers.get(word);

function numbersOf(lines: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  return new Map(lines.flatMap((names, number) => names.map((name) => [name, number] as const)));
}
