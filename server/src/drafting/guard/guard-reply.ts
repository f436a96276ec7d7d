import type { EpochMs } from '../../domain/period.ts';
import type { Persona } from '../../domain/persona.ts';
import { type ApprovedItem, approvedItem } from './approved-items.ts';
import { type ClaimKind, claimsIn } from './claims.ts';
import { emojiIn, sayings, wordsOf } from './wording.ts';

export interface GuardInput {
  readonly reply: string;
  /** Ids of the phrases, facts and offers that the reply was made from. */
  readonly usedItems: readonly string[];
  readonly persona: Persona;
  readonly now: EpochMs;
}

export interface LedgerClaim {
  readonly kind: ClaimKind | 'sentence';
  readonly start: number;
  readonly end: number;
  /** The used item that says the same; null when none does. */
  readonly itemId: string | null;
}

export interface Breach {
  readonly kind: ClaimKind | 'sentence' | 'item' | 'avoid' | 'neverSay' | 'emoji' | 'length';
  readonly start: number;
  readonly end: number;
  /** The offending piece of the reply, or the id of the item: for the caller, never for a log or a trace. */
  readonly what: string;
}

export interface GuardVerdict {
  readonly passed: boolean;
  readonly claims: readonly LedgerClaim[];
  readonly breaches: readonly Breach[];
}

const sparingEmoji = 2;
export const defaultMaxLength = 600;

/**
 * Takes a reply of any origin apart and resolves each claim to an item it used: approved, valid now, and saying the same. Every
 * word must be the creator's own, in whole items; what does not resolve is named as a breach. A claim to be human never passes.
 */
export function guardReply({ reply, usedItems, persona, now }: GuardInput): GuardVerdict {
  const breaches: Breach[] = [];
  const used: ApprovedItem[] = [];
  for (const id of new Set(usedItems)) {
    const item = approvedItem(persona, id, now);
    if (item === undefined) breaches.push({ kind: 'item', start: 0, end: 0, what: id });
    else used.push(item);
  }
  const claims: LedgerClaim[] = [];
  for (const claim of claimsIn(reply)) {
    const source =
      claim.kind === 'human' ? undefined : used.find((item) => item.claims.has(`${claim.kind}:${claim.key}`));
    claims.push({ kind: claim.kind, start: claim.start, end: claim.end, itemId: source?.id ?? null });
    if (source === undefined)
      breaches.push({
        kind: claim.kind,
        start: claim.start,
        end: claim.end,
        what: reply.slice(claim.start, claim.end),
      });
  }
  const sentences = segments(reply, used);
  claims.push(...sentences);
  for (const sentence of sentences) {
    if (sentence.itemId === null)
      breaches.push({
        kind: 'sentence',
        start: sentence.start,
        end: sentence.end,
        what: reply.slice(sentence.start, sentence.end),
      });
  }
  breaches.push(...voiceBreaches(reply, persona));
  return { passed: breaches.length === 0, claims, breaches };
}

/** What the creator's voice forbids, whoever wrote it: avoided words, never-said phrases, emoji, length. */
export function voiceBreaches(reply: string, persona: Persona): Breach[] {
  const breaches: Breach[] = [];
  for (const found of sayings(reply, persona.voice?.avoid ?? [])) breaches.push({ kind: 'avoid', ...found });
  for (const found of sayings(reply, persona.rules?.neverSay ?? [])) breaches.push({ kind: 'neverSay', ...found });
  const emoji = emojiIn(reply);
  const policy = persona.voice?.emoji ?? 'sparing';
  const allowed = policy === 'none' ? 0 : policy === 'sparing' ? sparingEmoji : Number.POSITIVE_INFINITY;
  const extra = emoji[allowed];
  if (extra !== undefined) breaches.push({ kind: 'emoji', ...extra });
  const length = [...reply].length;
  const most = persona.voice?.maxLength ?? defaultMaxLength;
  if (length > most) breaches.push({ kind: 'length', start: 0, end: reply.length, what: `${length} of ${most}` });
  return breaches;
}

/** Lays whole items over the reply, longest first; what no item covers is a sentence that rests on nothing. */
function segments(reply: string, used: readonly ApprovedItem[]): LedgerClaim[] {
  const words = wordsOf(reply);
  const longestFirst = [...used]
    .filter((item) => item.words.length > 0)
    .sort((a, b) => b.words.length - a.words.length);
  const found: LedgerClaim[] = [];
  let at = 0;
  while (at < words.length) {
    const item = longestFirst.find((candidate) =>
      candidate.words.every((word, offset) => words[at + offset]?.word === word),
    );
    let next = at + (item?.words.length ?? 1);
    if (item === undefined) {
      while (
        next < words.length &&
        !longestFirst.some((candidate) => candidate.words.every((word, offset) => words[next + offset]?.word === word))
      )
        next += 1;
    }
    found.push({
      kind: 'sentence',
      start: words[at]?.start ?? 0,
      end: words[next - 1]?.end ?? 0,
      itemId: item?.id ?? null,
    });
    at = next;
  }
  return found;
}
