import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { guardReply } from '../../src/drafting/guard/guard-reply.ts';
import { createDice } from '../../src/drafting/learned/dice.ts';
import { addedClaims } from './added-claims.ts';
import type { Chance, Change, Changed, CleanReply } from './change.ts';
import { type Creator, creators, now, validItems } from './creators.ts';
import { namedAs } from './named-as.ts';
import { policyChanges } from './policy-changes.ts';
import { subtleChanges } from './subtle-changes.ts';
import { valueChanges } from './value-changes.ts';

export type Wording = 'verbatim' | 'free';

export interface KindResult {
  readonly name: string;
  readonly tried: number;
  readonly caught: number;
  /** The number of caught changes with a breach of the right kind; null for a change without a kind. */
  readonly named: number | null;
  readonly missed: readonly string[];
  readonly unnamed: readonly string[];
}

/** Every kind of change that is measured, by name. */
const changes: Readonly<Record<string, Change>> = {
  ...valueChanges,
  ...addedClaims,
  ...policyChanges,
  ...subtleChanges,
};

/**
 * Changes right replies in each way, `count` times or as often as it applies, and counts how many the guard rejected.
 */
export function measureChanges(wording: Wording, count: number, seed = 1): KindResult[] {
  const clean = [
    ...composedReplies(2_400, seed),
    ...(wording === 'free' ? [...freeReplies(), ...freeReplies('fresh')] : []),
  ];
  return Object.entries(changes).map(([name, change], index) => {
    const chance = chanceOf(seed * 1000 + index);
    const missed: string[] = [];
    const unnamed: string[] = [];
    const expected = namedAs[name];
    let tried = 0;
    for (let attempt = 0; attempt < count * 800 && tried < count; attempt++) {
      const one = chance.pick(clean);
      const changed = change(one, chance);
      if (changed === null || isStillClean(changed, one)) continue;
      tried += 1;
      const { passed, breaches } = guardReply(inputOf(one, changed, wording));
      if (passed) missed.push(changed.reply);
      else if (expected !== undefined && !breaches.some(({ kind }) => expected.includes(kind)))
        unnamed.push(changed.reply);
    }
    const caught = tried - missed.length;
    return { name, tried, caught, named: expected === undefined ? null : caught - unnamed.length, missed, unnamed };
  });
}

/** Returns the right replies that the guard rejects, with its findings. */
export function falseAlarms(clean: readonly CleanReply[], wording: Wording): string[] {
  return clean.flatMap((one) => {
    const { passed, breaches } = guardReply(inputOf(one, one, wording));
    return passed ? [] : [`${one.reply} [${breaches.map(({ kind, what }) => `${kind}: ${what}`).join('; ')}]`];
  });
}

/**
 * Returns replies made of one or two approved texts, some with a phrase before or after, as the embedded engine joins
 * them.
 */
export function composedReplies(count: number, seed: number): CleanReply[] {
  const chance = chanceOf(seed);
  const all = creators();
  const replies: CleanReply[] = [];
  while (replies.length < count) {
    const creator = chance.pick(all);
    const one = composed(creator, chance);
    if (one !== null) replies.push(one);
  }
  return replies;
}

const files = {
  seen: 'paraphrases.yaml',
  unseen: 'paraphrases-unseen.yaml',
  fresh: 'paraphrases-fresh.yaml',
} as const;

/**
 * Returns hand-written paraphrases: those that were used to build the guard, those that were not, or later ones. We
 * have read one half of the later ones, and only measure the other half.
 */
export function freeReplies(which: keyof typeof files = 'seen', half?: 'look' | 'measure'): CleanReply[] {
  const file = files[which];
  const rows: readonly { half?: string; persona: string; items: string[]; reply: string }[] = parse(
    readFileSync(join(import.meta.dirname, file), 'utf8'),
  );
  const known = new Map(creators().map((creator) => [creator.id, creator]));
  return rows
    .filter((row) => half === undefined || row.half === half)
    .map(({ persona: id, items, reply }) => {
      const creator = known.get(id);
      if (creator === undefined) throw new Error(`${file}: no creator "${id}"`);
      return { creator: id, persona: creator.persona, reply, used: items };
    });
}

function composed({ id, persona }: Creator, chance: Chance): CleanReply | null {
  const items = validItems(persona);
  const phrases = (persona.phrases ?? []).filter((phrase) => phrase.approved !== false);
  const first = chance.pick(items);
  const second = chance.below(2) === 0 ? chance.pick(items) : first;
  const greeting = chance.below(2) === 0 ? phrases.find((phrase) => phrase.use === 'greeting') : undefined;
  const signoff = chance.below(3) === 0 ? phrases.find((phrase) => phrase.use === 'signoff') : undefined;
  const parts = [...new Set([greeting, first, second, signoff])].filter((part) => part !== undefined);
  const reply = parts.map((part) => part.text).join(' ');
  if ([...reply].length > (persona.voice?.maxLength ?? 600)) return null;
  return { creator: id, persona, reply, used: parts.map((part) => part.id) };
}

function inputOf(one: CleanReply, changed: Changed, wording: Wording) {
  return {
    reply: changed.reply,
    usedItems: changed.used ?? one.used,
    persona: one.persona,
    now,
    wording,
    mediaAssetId: changed.mediaAssetId ?? '',
  };
}

function isStillClean(changed: Changed, one: CleanReply): boolean {
  return changed.reply === one.reply && changed.mediaAssetId === undefined;
}

function chanceOf(seed: number): Chance {
  const dice = createDice(seed);
  return {
    below: dice.below,
    pick(list) {
      const picked = list[dice.below(list.length)];
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
  };
}
