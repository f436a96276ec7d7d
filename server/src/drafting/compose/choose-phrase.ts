import type { HistoryMessage } from '../../domain/conversation.ts';
import type { EpochMs } from '../../domain/period.ts';
import type { Persona, Phrase } from '../../domain/persona.ts';
import { isSayable } from './sayable.ts';

/** The conversation so far, which a phrase must fit. */
export interface Thread {
  readonly message: string;
  /** Oldest first. */
  readonly history: readonly HistoryMessage[];
  readonly now: EpochMs;
}

/**
 * Returns a phrase with the given use that fits the season and the time of day, and has not yet occurred in the thread.
 * If several fit, a hash of the message selects one of them. This way, all phrases are used, and the same message
 * always gets the same phrase. If all have occurred, returns the least recently used one if `isNeeded` is true,
 * otherwise undefined.
 */
export function choosePhrase(
  use: Phrase['use'],
  persona: Persona,
  phrases: readonly Phrase[],
  thread: Thread,
  isNeeded: boolean,
): Phrase | undefined {
  const sayable = phrases.filter((phrase) => phrase.use === use && isSayable(phrase.text, persona));
  const fitting = fitsBest(sayable, thread);
  const heard = thread.history.map(({ direction, body }) => (direction === 'outbound' ? body : ''));
  const lastHeard = (phrase: Phrase): number => heard.findLastIndex((body) => body.includes(phrase.text));
  const fresh = fitting.filter((phrase) => lastHeard(phrase) < 0);
  if (fresh.length > 0) return fresh[hash(`${use} ${thread.message}`) % fresh.length];
  if (!isNeeded) return undefined;
  return (fitting.length > 0 ? fitting : sayable).toSorted((a, b) => lastHeard(a) - lastHeard(b))[0];
}

/**
 * Returns the phrases that suit the season and the time of day that the message names: "Good morning" answers "Good
 * morning". If the message names no time of day, phrases without one are preferred.
 */
function fitsBest(phrases: readonly Phrase[], { message, now }: Thread): readonly Phrase[] {
  const asked = partOfDay(message);
  const inSeason = phrases.filter(({ text }) => isInSeason(text, now));
  const same = asked === '' ? [] : inSeason.filter(({ text }) => partOfDay(text) === asked);
  if (same.length > 0) return same;
  const neutral = inSeason.filter(({ text }) => partOfDay(text) === '');
  if (neutral.length > 0) return neutral;
  return asked === '' ? inSeason : [];
}

function partOfDay(text: string): string {
  const found = /\b(?:good )?(morning|afternoon|evening)\b/i.exec(text.slice(0, 60));
  return found?.[1]?.toLowerCase() ?? '';
}

/** Months, 0 to 11, in which a festive phrase may be used. */
const seasons: readonly (readonly [RegExp, readonly number[]])[] = [
  [/\b(?:christmas|xmas|festive)\b/i, [11]],
  [/\bnew year\b/i, [11, 0]],
  [/\beaster\b/i, [2, 3]],
  [/\bhalloween\b/i, [9]],
  [/\bvalentine/i, [1]],
  [/\bthanksgiving\b/i, [10]],
];

function isInSeason(text: string, now: EpochMs): boolean {
  const month = new Date(now).getUTCMonth();
  return seasons.every(([word, months]) => !word.test(text) || months.includes(month));
}

/** Returns the 32-bit FNV-1a hash of a text. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
