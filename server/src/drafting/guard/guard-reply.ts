import type { EpochMs } from '../../domain/period.ts';
import type { Persona } from '../../domain/persona.ts';
import { type ApprovedItem, approvedItem } from './approved-items.ts';
import type { Breach, BreachKind, LedgerClaim } from './breach.ts';
import { claimsIn } from './claims.ts';
import { sentencesIn } from './clauses.ts';
import { freeWording } from './free-wording.ts';
import { namedOffers } from './names.ts';
import { disguisesAndMarkup, foreignLanguage, isLeak } from './text-integrity.ts';
import { verbatimClaims } from './verbatim-claims.ts';
import { voiceBreaches } from './voice-breaches.ts';
import { wholeItems } from './whole-items.ts';
import { wordsOf } from './wording.ts';

export interface GuardInput {
  readonly reply: string;
  /** The ids of the phrases, facts and offers that the reply is based on. */
  readonly usedItems: readonly string[];
  readonly persona: Persona;
  readonly now: EpochMs;
  /**
   * `verbatim` (the default): every word is part of a whole approved text. `free`: an English sentence may state
   * approved content in other words, as long as one used item supports the sentence. In any other language, the reply
   * must be verbatim.
   */
  readonly wording?: 'verbatim' | 'free';
  /** The media asset that is sent with the reply; it must belong to a used item. */
  readonly mediaAssetId?: string;
}

export interface GuardVerdict {
  readonly passed: boolean;
  readonly claims: readonly LedgerClaim[];
  readonly breaches: readonly Breach[];
}

/**
 * Splits a reply from any source into claims. For each claim, finds a used item that is approved, currently valid, and
 * says the same. The words of the fan's message do not count as support. A claim without such an item is reported as a
 * breach. A claim to be human never passes.
 */
export function guardReply(input: GuardInput): GuardVerdict {
  const { reply, usedItems, persona, now, wording, mediaAssetId } = input;
  const breaches: Breach[] = [];
  const claims: LedgerClaim[] = [];
  const breach = (kind: BreachKind, start: number, end: number, what = reply.slice(start, end)): void => {
    breaches.push({ kind, start, end, what });
  };
  const used: ApprovedItem[] = [];
  const ids = new Set(usedItems);
  for (const id of ids) {
    const item = approvedItem(persona, id, now);
    if (item === undefined) breach('item', 0, 0, id);
    else used.push(item);
  }
  if (mediaAssetId !== undefined && mediaAssetId !== '' && !used.some((item) => item.mediaAssetId === mediaAssetId))
    breach('media', 0, 0, mediaAssetId);
  const unvoiced = voiceBreaches(reply, persona);
  // A reply over the length limit is rejected in any case, so no other checks are made.
  if (wording === 'free' && unvoiced.some(({ kind }) => kind === 'length'))
    return { passed: false, claims, breaches: [...breaches, ...unvoiced] };
  const plain = verbatimClaims(reply, used);
  if (plain !== null) {
    claims.push(...plain);
    breaches.push(...unvoiced);
    return { passed: breaches.length === 0, claims, breaches };
  }
  for (const { kind, key, start, end } of claimsIn(reply)) {
    const source = kind === 'human' ? undefined : used.find((item) => item.keys.has(`${kind}:${key}`));
    claims.push({ kind, start, end, itemId: source?.id ?? null });
    if (source === undefined) breach(kind, start, end);
  }
  for (const name of namedOffers(reply, persona, used)) {
    claims.push(name);
    if (name.itemId === null) breach('name', name.start, name.end);
  }
  const pieces = wholeItems(reply, used);
  for (const [at, piece] of pieces.entries()) {
    if (piece.itemId !== null) {
      claims.push(piece);
      if (pieces.findIndex((other) => other.itemId === piece.itemId) < at) breach('repeat', piece.start, piece.end);
      continue;
    }
    const language = foreignLanguage(reply.slice(piece.start, piece.end), persona, used);
    const isFree = wording === 'free' && (persona.languages ?? ['en']).includes('en') && language === '';
    const judged = isFree
      ? freeWording(reply, piece.start, pieces[at + 1]?.start ?? reply.length, used, followed(pieces[at + 1], used))
      : undefined;
    if (judged === undefined) claims.push(piece);
    else claims.push(...judged.claims);
    const unfounded: readonly Breach[] = judged?.breaches ?? [
      { kind: 'sentence', start: piece.start, end: piece.end, what: reply.slice(piece.start, piece.end) },
    ];
    breaches.push(...unfounded);
    if (language !== '') breach('language', piece.start, piece.end);
    if (unfounded.length > 0 && isLeak(reply.slice(piece.start, piece.end), persona, ids))
      breach('leak', piece.start, piece.end);
  }
  for (const { start, end } of repeated(reply)) breach('repeat', start, end);
  breaches.push(...disguisesAndMarkup(reply, used), ...unvoiced);
  return { passed: breaches.length === 0, claims, breaches };
}

function followed(next: LedgerClaim | undefined, used: readonly ApprovedItem[]): ApprovedItem | undefined {
  return next === undefined ? undefined : used.find((item) => item.id === next.itemId);
}

/** Finds each repetition of a sentence with three or more words. */
function repeated(reply: string): { readonly start: number; readonly end: number }[] {
  const seen = new Set<string>();
  return sentencesIn(reply).filter(({ start, end }) => {
    const words = wordsOf(reply.slice(start, end)).map(({ word }) => word);
    const key = words.join(' ');
    if (words.length < 3) return false;
    const isKnown = seen.has(key);
    seen.add(key);
    return isKnown;
  });
}
