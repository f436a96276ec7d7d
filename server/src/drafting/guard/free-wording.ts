import type { ApprovedItem } from './approved-items.ts';
import type { Breach, BreachKind, LedgerClaim } from './breach.ts';
import type { Claim } from './claims.ts';
import { type Clause, clausesOf, sentencesIn } from './grounds.ts';
import { isSaidOfAnother, qualifierHolds } from './said-of.ts';

/** Claims whose values only mean something together with what they are said of. */
const unbound = new Set(['promise', 'action', 'human', 'leak']);

/**
 * Judges a piece of a reply that is not word for word an item's: each clause must rest on one used item that has all its words
 * and values, says them of the same thing, bounds them alike, and says yes where the clause says yes.
 */
export function freeWording(
  reply: string,
  from: number,
  to: number,
  used: readonly ApprovedItem[],
): { readonly claims: LedgerClaim[]; readonly breaches: Breach[] } {
  const claims: LedgerClaim[] = [];
  const breaches: Breach[] = [];
  const breach = (kind: BreachKind, start: number, end: number): void => {
    breaches.push({ kind, start, end, what: reply.slice(start, end) });
  };
  let pending: Clause['opens'] = '';
  for (const sentence of sentencesIn(reply.slice(from, to))) {
    const clauses = clausesOf(reply, from + sentence.start, from + sentence.end);
    for (const clause of clauses) {
      if (clause.opens !== '') pending = clause.opens;
      const bound = clause.claims.filter(({ kind }) => !unbound.has(kind));
      if (clause.content.length === 0 && bound.length === 0) continue;
      const rests = restsOn(clause, bound, used);
      if (rests === undefined) {
        for (const word of unsupported(clause, used)) breach(word.isName ? 'name' : 'sentence', word.start, word.end);
        if (unsupported(clause, used).length === 0) breach('binding', clause.start, clause.end);
        claims.push({ kind: 'sentence', start: clause.start, end: clause.end, itemId: null });
        continue;
      }
      const { item, near } = rests;
      claims.push({ kind: 'sentence', start: clause.start, end: clause.end, itemId: item.id });
      for (const claim of bound) {
        if (!qualifierHolds(claim, item)) breach('qualifier', claim.start, claim.end);
        if (isSaidOfAnother(claim, clause, item)) breach('binding', claim.start, claim.end);
      }
      if (near.every((twin) => twin.isNegated !== clause.isNegated)) breach('polarity', clause.start, clause.end);
      else if (contradicts(pending, near)) breach('polarity', clause.start, clause.end);
      if (!near.some((twin) => isLimitedAlike(twin, clauses))) breach('limit', clause.start, clause.end);
      pending = '';
    }
  }
  if (pending !== '' && claims.length === 0) breach('polarity', from, to);
  return { claims, breaches };
}

/** The used item that carries the clause, with the clauses of it that are nearest. */
function restsOn(
  clause: Clause,
  bound: readonly Claim[],
  used: readonly ApprovedItem[],
): { readonly item: ApprovedItem; readonly near: readonly Clause[] } | undefined {
  const carriers = used.filter(
    (item) =>
      clause.content.every((word) => item.stems.has(word.stem)) &&
      bound.every((claim) => item.keys.has(`${claim.kind}:${claim.key}`)),
  );
  let best: { item: ApprovedItem; near: readonly Clause[]; score: number } | undefined;
  for (const item of carriers) {
    const scored = item.clauses.map((twin) => ({ twin, score: overlap(clause, twin) }));
    const top = Math.max(...scored.map(({ score }) => score));
    if (best === undefined || top > best.score)
      best = { item, near: scored.filter(({ score }) => score === top).map(({ twin }) => twin), score: top };
  }
  return best;
}

function overlap(clause: Clause, twin: Clause): number {
  const stems = new Set(twin.content.map((word) => word.stem));
  const keys = new Set(twin.claims.map((claim) => `${claim.kind}:${claim.key}`));
  return (
    clause.content.filter((word) => stems.has(word.stem)).length +
    clause.claims.filter((claim) => keys.has(`${claim.kind}:${claim.key}`)).length
  );
}

function unsupported(clause: Clause, used: readonly ApprovedItem[]): Clause['content'] {
  return clause.content.filter((word) => !used.some((item) => item.stems.has(word.stem)));
}

/** "Yes, we don't", "No, we do". */
function contradicts(opens: Clause['opens'], near: readonly Clause[]): boolean {
  if (opens === 'yes') return near.every((twin) => twin.isNegated);
  return opens === 'no' && near.every((twin) => !twin.isNegated && twin.limits.size === 0);
}

/** What narrows the item must stand in the sentence; a sentence may not narrow what the item leaves open. */
function isLimitedAlike(twin: Clause, sentence: readonly Clause[]): boolean {
  const said = new Set(sentence.flatMap((clause) => [...clause.limits]));
  const isKept = [...twin.limits].every((word) => said.has(word));
  const isAdded = sentence.some((clause) => clause.limits.has('only')) && !twin.limits.has('only');
  return isKept && !isAdded;
}
