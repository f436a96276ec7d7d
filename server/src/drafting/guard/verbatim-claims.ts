import type { ApprovedItem } from './approved-items.ts';
import type { LedgerClaim } from './breach.ts';

/**
 * Returns the claims of a reply that consists only of whole approved texts, each once, separated by white space.
 * Returns null for any other reply. A reply of whole texts makes the same claims as its items, so the reply need not be
 * searched for claims again.
 */
export function verbatimClaims(reply: string, used: readonly ApprovedItem[]): LedgerClaim[] | null {
  const left = used.toSorted((a, b) => b.text.length - a.text.length);
  const ledger: LedgerClaim[] = [];
  let at = skipSpace(reply, 0);
  while (at < reply.length) {
    const place = left.findIndex(({ text }) => isWholeAt(reply, at, text.trim()));
    const [item] = place < 0 ? [] : left.splice(place, 1);
    if (item === undefined || item.claims.some((claim) => claim.kind === 'human')) return null;
    const text = item.text.trim();
    const shift = at - item.text.indexOf(text);
    ledger.push(
      { kind: 'sentence', start: at, end: at + text.length, itemId: item.id },
      ...item.claims.map(({ kind, start, end }) => ({ kind, start: start + shift, end: end + shift, itemId: item.id })),
    );
    at = skipSpace(reply, at + text.length);
  }
  return ledger;
}

function isWholeAt(reply: string, at: number, text: string): boolean {
  const end = at + text.length;
  return text !== '' && reply.startsWith(text, at) && (end === reply.length || skipSpace(reply, end) > end);
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text.charAt(at) === ' ' || text.charAt(at) === '\n') at += 1;
  return at;
}
