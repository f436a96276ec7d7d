import { type Intent, intents } from '../src/domain/decision.ts';
import type { createDice } from '../src/drafting/learned/dice.ts';
import type { Check } from '../src/drafting/model/check-form.ts';
import { fillerWords } from '../src/drafting/text/lexicon.ts';
import { stem } from '../src/drafting/text/stem.ts';

type Dice = ReturnType<typeof createDice>;

/** The right reading of a message. */
export interface Label {
  readonly message: string;
  readonly intent: string;
  readonly risk: 'safe' | 'review' | 'blocked';
  /** Includes phrases. */
  readonly items: readonly string[];
}

/** An approved item as shown to a reader. */
export interface ShownItem {
  readonly id: string;
  readonly text: string;
}

/** The errors of a scripted reader. Each number is the probability, from 0 to 1, of the described behavior. */
export interface Noise {
  /** The reader names a wrong item in place of a right one. */
  readonly wrong: number;
  /** The wrong item is the one with the most similar words, and otherwise a random one. */
  readonly nearest: number;
  /** `omits`: the reader leaves out one of several items. `adds`: it names one additional item. */
  readonly omits: number;
  readonly adds: number;
  /** The reader calls an unsafe message safe, and names an item for it. */
  readonly missesRisk: number;
  /** The reader calls a safe message `review`. */
  readonly seesRisk: number;
  /** The reader names a wrong intent. */
  readonly otherIntent: number;
  /** A check gives a wrong answer. */
  readonly wrongCheck: number;
  /**
   * How the reader answers a check. `honest`: truthfully. `strict`: it calls three of ten complete answers partial.
   * `stubborn`: "fully" for its own items, and "no" for all others. `agreeable`: always "fully".
   */
  readonly checks: 'honest' | 'strict' | 'stubborn' | 'agreeable';
  /** True if the reader does not read: it calls every message safe, and names the most similar item. */
  readonly isGullible: boolean;
  /** The reader splits the message into parts, one for each item, if possible. */
  readonly splits: number;
}

const exact: Noise = {
  wrong: 0,
  nearest: 1,
  omits: 0,
  adds: 0,
  missesRisk: 0,
  seesRisk: 0,
  otherIntent: 0,
  wrongCheck: 0,
  checks: 'honest',
  isGullible: false,
  splits: 0.5,
};

/** The readers for which goals are set. */
export const namedReaders: Readonly<Record<'perfect' | 'middling' | 'gullible' | 'stubborn' | 'steered', Noise>> = {
  perfect: exact,
  middling: { ...exact, wrong: 0.1, missesRisk: 0.1, seesRisk: 0.05, otherIntent: 0.05, wrongCheck: 0.1 },
  gullible: { ...exact, isGullible: true, checks: 'agreeable' },
  /** Gullible, and keeps to its answer when asked again. */
  stubborn: { ...exact, isGullible: true, checks: 'stubborn' },
  /**
   * Names an arbitrary item and calls the message safe, regardless of its question, like a reader that obeys a
   * stranger.
   */
  steered: { ...exact, wrong: 1, nearest: 0, missesRisk: 1, otherIntent: 1, checks: 'stubborn' },
};

/** Returns a reader of a random kind: careful, hasty, credulous, or arbitrary. */
export function anyReader(dice: Dice): Noise {
  const upTo = (most: number): number => (dice.below(1_000) / 1_000) * most;
  const kind = dice.below(100);
  const manner = dice.below(100);
  const checks = manner < 65 ? 'honest' : manner < 78 ? 'strict' : manner < 90 ? 'stubborn' : 'agreeable';
  const base = { ...exact, nearest: dice.below(4) === 0 ? 0 : 1, splits: dice.below(3) / 2 };
  if (kind < 15) return { ...base, wrong: upTo(0.03), missesRisk: upTo(0.03), wrongCheck: upTo(0.05) };
  if (kind < 60)
    return {
      ...base,
      checks,
      wrong: upTo(0.25),
      omits: upTo(0.2),
      adds: upTo(0.06),
      missesRisk: upTo(0.3),
      seesRisk: upTo(0.1),
      otherIntent: upTo(0.3),
      wrongCheck: upTo(0.25),
    };
  if (kind < 75)
    return {
      ...base,
      checks,
      wrong: upTo(0.6),
      omits: 0.3,
      adds: 0.1,
      missesRisk: 0.6,
      otherIntent: 0.5,
      wrongCheck: 0.4,
    };
  if (kind < 92) return { ...base, isGullible: true, checks: manner < 70 ? 'agreeable' : 'stubborn' };
  return { ...base, wrong: 1, nearest: 0, missesRisk: 1, otherIntent: 1, checks: 'stubborn' };
}

/** Returns the JSON with which a reader with this noise answers a `reading`. */
export function scriptedReading(label: Label, items: readonly ShownItem[], noise: Noise, dice: Dice) {
  const happens = (chance: number): boolean => dice.below(10_000) < chance * 10_000;
  const near = bySimilarity(label.message, items);
  const nearest = near[0]?.id;
  const intent: Intent = intents.find((one) => one === label.intent) ?? 'unclear';
  const whole = (ids: readonly string[]) => [{ text: label.message.slice(0, 800), items: ids }];
  if (noise.isGullible)
    return {
      intent: 'content_question',
      risk: 'safe',
      courtesy: 'none',
      parts: whole(nearest ? [nearest] : []),
      topics: [],
    };
  const said = happens(noise.otherIntent) ? 'content_question' : intent;
  const right = label.risk === 'safe' ? label.items.filter((id) => items.some((item) => item.id === id)) : [];
  if (label.risk !== 'safe') {
    if (!happens(noise.missesRisk))
      return { intent: said, risk: label.risk, courtesy: 'none', parts: whole([]), topics: [] };
    const named = happens(noise.nearest) ? nearest : near[dice.below(Math.max(1, near.length))]?.id;
    const parts = whole(named === undefined ? [] : [named]);
    return { intent: 'content_question', risk: 'safe', courtesy: 'none', parts, topics: [] };
  }
  const risk = happens(noise.seesRisk) ? 'review' : 'safe';
  if (right.length === 0)
    return { intent: said, risk, courtesy: intent === 'greeting' ? 'greeting' : 'thanks', parts: [], topics: [] };
  const others = near.filter(({ id }) => !right.includes(id)).map(({ id }) => id);
  const otherOne = (): string | undefined =>
    happens(noise.nearest) ? others[0] : others[dice.below(Math.max(1, others.length))];
  let chosen = right.map((id) => (happens(noise.wrong) ? (otherOne() ?? id) : id));
  if (chosen.length > 1 && happens(noise.omits)) chosen = chosen.slice(1);
  const extra = happens(noise.adds) ? otherOne() : undefined;
  if (extra !== undefined) chosen.push(extra);
  const ids = [...new Set(chosen)];
  const parts = ids.length > 1 && happens(noise.splits) ? split(label.message, ids, items) : whole(ids);
  return { intent: said, risk, courtesy: 'none', parts, topics: [] };
}

/**
 * Returns the JSON with which the same reader answers a `check` of these items; `named` are the items of its reading.
 */
export function scriptedCheck(
  label: Label,
  checked: readonly string[],
  isWhole: boolean,
  noise: Noise,
  dice: Dice,
  named: readonly string[],
): { answers: Check; missing: string } {
  if (noise.checks === 'agreeable') return { answers: 'fully', missing: '' };
  if (noise.checks === 'stubborn')
    return { answers: checked.every((id) => named.includes(id)) ? 'fully' : 'no', missing: '' };
  const right = label.risk === 'safe' ? label.items : [];
  const hits = checked.filter((id) => right.includes(id)).length;
  const isFull = hits === checked.length && (!isWhole || hits === right.filter((id) => !id.startsWith('ph_')).length);
  const truth = hits === 0 ? 'no' : isFull ? 'fully' : 'partly';
  if (dice.below(10_000) < noise.wrongCheck * 10_000)
    return { answers: truth === 'fully' ? (dice.below(2) === 0 ? 'partly' : 'no') : 'fully', missing: '' };
  const isMissed = noise.checks === 'strict' && truth === 'fully' && dice.below(10) < 3;
  return { answers: isMissed ? 'partly' : truth, missing: '' };
}

/** Sorts items by the words that they share with a text, the most similar first. */
function bySimilarity(text: string, items: readonly ShownItem[]): ShownItem[] {
  const words = stemsOf(text);
  const all = items.map((item) => ({ item, stems: stemsOf(item.text) }));
  const weightOf = (word: string): number =>
    Math.log(1 + all.length / Math.max(1, all.filter(({ stems }) => stems.has(word)).length));
  return all
    .map(({ item, stems }) => {
      let score = 0;
      for (const word of words) if (stems.has(word)) score += weightOf(word);
      return { item, score: score / Math.sqrt(4 + stems.size) };
    })
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
}

function stemsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length > 2 && !fillerWords.has(word)).map(stem));
}

/** Splits a message into one part for each item: the sentence that shares the most words with it. */
function split(message: string, ids: readonly string[], items: readonly ShownItem[]) {
  const sentences = message.match(/[^.?!,]+[.?!,]*/gu)?.filter((one) => /[\p{L}\p{N}]/u.test(one)) ?? [message];
  if (sentences.length < ids.length) return [{ text: message.slice(0, 800), items: ids }];
  const found = new Map<string, string[]>();
  for (const id of ids) {
    const own = stemsOf(items.find((item) => item.id === id)?.text ?? '');
    const shared = (sentence: string): number => [...stemsOf(sentence)].filter((word) => own.has(word)).length;
    const best = sentences.toSorted((a, b) => shared(b) - shared(a))[0] ?? message;
    found.set(best, [...(found.get(best) ?? []), id]);
  }
  return [...found].map(([text, own]) => ({ text: text.trim().slice(0, 800), items: own }));
}
