import { readPairs, readWords } from './read-lexicon.ts';

const scales: ReadonlyMap<string, number> = new Map(
  [...readPairs('numbers', 'scales')].map(([word, factor]) => [word, Number(factor)]),
);
const value: ReadonlyMap<string, number> = new Map([
  ...readWords('numbers', 'small').map((word, index) => [word, index] as const),
  ...readWords('numbers', 'tens').map((word, index) => [word, 20 + 10 * index] as const),
  ...scales,
]);

/** Returns the number that one word names: "seven", "thirty", "dozen"; undefined for any other word. */
export function numberOfWord(word: string): number | undefined {
  return value.get(word);
}

const one = [...value.keys()].join('|');
const run = new RegExp(
  `(?<![a-z0-9])(?:(?:an?|half a) (?=(?:${[...scales.keys()].join('|')})(?![a-z])))?(?:${one})(?:(?:[ -]| and )(?:${one}))*(?![a-z0-9])|(?<![a-z0-9])an? couple(?: of)?(?![a-z])`,
  'g',
);

/**
 * Finds numbers that are written in words, each with its position. Two independent numbers in a row ("one two") stay
 * separate. A lone "one" is usually a pronoun, so it counts only before a unit. "Grand" counts only after a number.
 */
export function numberWords(text: string): { readonly start: number; readonly end: number; readonly value: number }[] {
  return [...text.matchAll(run)].flatMap((match) => {
    const start = match.index;
    if (match[0].includes('couple')) return [{ start, end: start + match[0].length, value: 2 }];
    if (
      match[0] === 'one' &&
      !/^[ -](?:hour|minute|day|week|month|year|euro|dollar|pound|buck)/.test(text.slice(start + 3))
    )
      return [];
    if (match[0] === 'grand') return [];
    return split(match[0], start);
  });
}

function split(words: string, from: number): { start: number; end: number; value: number }[] {
  const found: { start: number; end: number; value: number }[] = [];
  let total = 0;
  let current: number | null = /^an? /.test(words) ? 1 : /^half a /.test(words) ? 0.5 : null;
  let start = from;
  let end = from;
  let last = current === null ? 0 : 1;
  const close = (): void => {
    if (current !== null) found.push({ start, end, value: total + current });
    total = 0;
    current = null;
    last = 0;
  };
  for (const match of words.matchAll(/[a-z]+/g)) {
    const number = value.get(match[0]);
    if (number === undefined) continue;
    const place = from + match.index;
    if (scales.has(match[0])) {
      current = (current ?? 1) * number;
      if (number === 1000) {
        total += current;
        current = 0;
      }
      last = number;
    } else if (current !== null && fits(last, number)) {
      current += number;
      last = number;
    } else {
      close();
      start = place;
      current = number;
      last = number;
    }
    end = place + match[0].length;
  }
  close();
  return found;
}

/**
 * Returns true if the second number continues the first: "eight" continues "thirty", "forty" continues "hundred", but
 * nothing continues "seven".
 */
function fits(last: number, next: number): boolean {
  if (last >= 100) return next < last;
  return last >= 20 && last < 100 && next > 0 && next < 10;
}
