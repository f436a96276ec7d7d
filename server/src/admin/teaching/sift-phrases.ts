import type { Persona } from '../../domain/persona.ts';
import { maxTrainingPhrases } from '../../domain/training-bound.ts';
import { type FlaggedPhrase, judgePhrases } from '../../drafting/answer/judge-phrases.ts';
import {
  kindWords,
  type PhraseName,
  phraseBounds,
  phraseKey,
  phraseKeysOf,
  phraseKinds,
  phrasesOf,
  taughtItems,
  withPhrases,
} from './taught-items.ts';

/** A rejected phrase, with one sentence that gives the reason. */
export interface RefusedPhrase extends PhraseName {
  readonly reason: 'unknown_item' | 'length' | 'markup' | 'too_many' | FlaggedPhrase['reason'];
  readonly message: string;
}

export interface SiftedPhrases {
  readonly taken: readonly PhraseName[];
  readonly refused: readonly RefusedPhrase[];
  /** Phrases that their items already have. */
  readonly known: readonly PhraseName[];
}

const longestPhrase = 300;
const markup = /<\/?[a-z!][^>]*>|&[a-z]{2,8};|\]\(|\*\*|__|`|^(?:#{1,6}|[-*•>]|\d{1,3}[.)])\s/i;

/**
 * Sorts suggested phrases for a persona's items into those that can be added and those that cannot. `waiting` contains
 * other suggestions that are not accepted yet. They count toward the limits, and no other item can have the same words.
 */
export function siftPhrases(
  persona: Persona,
  phrases: readonly PhraseName[],
  waiting: readonly PhraseName[] = [],
): SiftedPhrases {
  const taught = withPhrases(persona, waiting);
  const counts = new Map<string, number>();
  for (const item of taughtItems(taught))
    for (const kind of phraseKinds) counts.set(`${item.id}\n${kind}`, phrasesOf(item, kind).length);
  let total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const keys = phraseKeysOf(taught);
  const candidates: PhraseName[] = [];
  const refused: RefusedPhrase[] = [];
  const known: PhraseName[] = [];
  for (const phrase of phrases) {
    const place = `${phrase.itemId}\n${phrase.kind}`;
    const count = counts.get(place);
    const fault = count === undefined ? unknownItem(phrase) : faultOf(phrase);
    if (fault !== null || count === undefined) {
      refused.push(fault ?? unknownItem(phrase));
      continue;
    }
    const key = phraseKey(phrase);
    if (keys.has(key)) {
      known.push(phrase);
      continue;
    }
    const excess = excessOf(phrase, count, total);
    if (excess !== null) {
      refused.push(excess);
      continue;
    }
    keys.add(key);
    counts.set(place, count + 1);
    total += 1;
    candidates.push(phrase);
  }
  const flags = flagsOf(taught, candidates);
  const taken = candidates.filter((phrase) => !flags.has(phraseKey(phrase)));
  return { taken, refused: [...refused, ...[...flags.values()].map(refusedFlag)], known };
}

/** Checks each candidate as a phrase of its item. Returns the flagged ones, by key. */
function flagsOf(persona: Persona, candidates: readonly PhraseName[]): Map<string, FlaggedPhrase> {
  const wanted = new Set(candidates.map(phraseKey));
  const flags = new Map<string, FlaggedPhrase>();
  if (wanted.size === 0) return flags;
  for (const flagged of judgePhrases(withPhrases(persona, candidates))) {
    const key = phraseKey(flagged);
    if (wanted.has(key)) flags.set(key, flagged);
  }
  return flags;
}

function refusedFlag(flagged: FlaggedPhrase): RefusedPhrase {
  const { itemId, kind, text, reason } = flagged;
  return { itemId, kind, text, reason, message: flagMessage(flagged) };
}

/** Explains to the creator, in one sentence, why a phrase is flagged. */
export function flagMessage({ reason, value, conflictsWith }: FlaggedPhrase): string {
  switch (reason) {
    case 'personal':
      return 'It contains personal data, such as a name, an address or an order number. Write it without personal data.';
    case 'hazard':
      return 'It reads like a threat, abuse or another danger. Understudy never answers such messages.';
    case 'contradicts':
      return conflictsWith === undefined
        ? `It asks for "${value}", but the item's text says something else. Make it a near miss, or change the text.`
        : `It contains "${value}", which belongs to the item "${conflictsWith}". Add the phrase to that item instead.`;
    case 'both':
      return 'It is both an alias and a near miss of the same item. Keep only one of the two.';
    case 'claimed':
      return `The item "${conflictsWith}" has the same alias. Keep the alias only on the item that answers it.`;
  }
}

function unknownItem(phrase: PhraseName): RefusedPhrase {
  const message = `There is no fact or offer "${phrase.itemId.slice(0, 120)}".`;
  return { ...phrase, reason: 'unknown_item', message };
}

function faultOf(phrase: PhraseName): RefusedPhrase | null {
  const length = [...phrase.text].length;
  if (length < 1 || length > longestPhrase) {
    const message = `It is ${length.toLocaleString('en')} characters long, but a phrase must be 1 to ${longestPhrase}. Shorten it.`;
    return { ...phrase, text: phrase.text.slice(0, longestPhrase), reason: 'length', message };
  }
  if (markup.test(phrase.text) || /\p{Cc}/u.test(phrase.text) || !phrase.text.isWellFormed()) {
    return {
      ...phrase,
      reason: 'markup',
      message: 'It contains markup or control characters. Write it as plain text.',
    };
  }
  return null;
}

function excessOf(phrase: PhraseName, count: number, total: number): RefusedPhrase | null {
  const bound = phraseBounds[phrase.kind];
  if (count >= bound) {
    const message = `The item "${phrase.itemId}" has ${bound} ${kindWords[phrase.kind]}, including waiting suggestions, and cannot have more. Remove some, or reject some suggestions.`;
    return { ...phrase, reason: 'too_many', message };
  }
  if (total >= maxTrainingPhrases) {
    const most = maxTrainingPhrases.toLocaleString('en');
    const message = `The profile has ${most} training phrases, including waiting suggestions, and cannot have more. Remove some from the items that have the most.`;
    return { ...phrase, reason: 'too_many', message };
  }
  return null;
}
