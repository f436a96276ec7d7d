import type { ApprovedItem } from './approved-items.ts';
import type { Breach, BreachKind, LedgerClaim } from './breach.ts';
import { spokenKinds } from './claim-lines/claim-line.ts';
import { hasAnotherSubject, hasSameQualifier } from './claim-subject.ts';
import { type Clause, clausesOf, type Part, sentencesIn } from './clauses.ts';
import { emptyRemarks } from './courtesies.ts';
import { bindsAcrossClauses, smallestClauses } from './cross-clause-binding.ts';
import { isComplete } from './is-complete.ts';
import { isOfAnotherMood } from './mood.ts';

/**
 * Checks a part of a reply that does not repeat an item word for word. Each clause must be supported by one used item.
 * The item must contain all words and values of the clause, apply the values to the same thing, limit them in the same
 * way, and have the same polarity. `next` is the item that the reply repeats word for word after this part.
 */
export function freeWording(
  reply: string,
  from: number,
  to: number,
  used: readonly ApprovedItem[],
  next?: ApprovedItem,
): { readonly claims: LedgerClaim[]; readonly breaches: Breach[] } {
  const claims: LedgerClaim[] = [];
  const breaches: Breach[] = [];
  const breach = (kind: BreachKind, start: number, end: number): void => {
    breaches.push({ kind, start, end, what: reply.slice(start, end) });
  };
  for (const { start, end } of emptyRemarks(reply, from, to, used)) breach('sentence', start, end);
  let pending: Clause['opens'] = '';
  for (const sentence of sentencesIn(reply.slice(from, to))) {
    const { clauses, carriers } = carried(reply, from + sentence.start, from + sentence.end, used);
    for (const [at, clause] of clauses.entries()) {
      if (clause.opens !== '') pending = clause.opens;
      const bound = clause.claims.filter(({ kind }) => !spokenKinds.has(kind));
      if (clause.content.length === 0 && bound.length === 0) continue;
      const rests = restsOn(clause, carriers[at] ?? []);
      if (rests === undefined) {
        for (const word of unsupported(clause, used)) breach(word.isName ? 'name' : 'sentence', word.start, word.end);
        if (unsupported(clause, used).length === 0) breach('binding', clause.start, clause.end);
        claims.push({ kind: 'sentence', start: clause.start, end: clause.end, itemId: null });
        continue;
      }
      const { item, near } = rests;
      claims.push({ kind: 'sentence', start: clause.start, end: clause.end, itemId: item.id });
      for (const claim of bound) {
        if (!hasSameQualifier(claim, item)) breach('qualifier', claim.start, claim.end);
        if (hasAnotherSubject(claim, clause, item)) breach('binding', claim.start, claim.end);
      }
      const alike = near.filter((twin) => isDeniedAlike(twin, clause));
      const limited = alike.filter((twin) => isLimitedAlike(twin, clause, clauses));
      if (
        alike.length === 0 ||
        !isSupposedAlike(clause, item) ||
        contradicts(pending, alike, item) ||
        isOfAnotherMood(reply.slice(clause.start, clause.end), item.text)
      )
        breach('polarity', clause.start, clause.end);
      else if (limited.length === 0) breach('limit', clause.start, clause.end);
      else if (!isComplete(limited, clause, clauses, item)) breach('omission', clause.start, clause.end);
      for (const small of smallestClauses(reply, clause.start, clause.end))
        if (bindsAcrossClauses(small, item)) breach('binding', small.start, small.end);
      pending = '';
    }
  }
  // If a whole approved text follows a yes or no, the text supports it. A yes or no with nothing after it is
  // unsupported.
  if (
    pending !== '' &&
    (next === undefined ? claims.length === 0 : contradicts(pending, next.clauses.slice(0, 1), next))
  )
    breach('polarity', from, to);
  return { claims, breaches };
}

/**
 * Returns the clauses of a sentence, each with the items that support it. The sentence is split at commas. If no item
 * supports one of the resulting clauses, the sentence is also split at "and".
 */
function carried(reply: string, start: number, end: number, used: readonly ApprovedItem[]) {
  const coarse = clausesOf(reply, start, end);
  const first = carriersOf(coarse, used);
  if (first.every((list) => list.length > 0)) return { clauses: coarse, carriers: first };
  const clauses = clausesOf(reply, start, end, true);
  return { clauses, carriers: carriersOf(clauses, used) };
}

/**
 * Returns the used items that support each clause. An item must also support the clauses that share the clause's
 * subject. A comma does not change the subject, so "the bowl, white, is €38" needs one item that says all three. "And",
 * "but" and a semicolon may change the subject.
 */
function carriersOf(clauses: readonly Clause[], used: readonly ApprovedItem[]): (readonly ApprovedItem[])[] {
  const breaths: Clause[][] = [];
  for (const clause of clauses) {
    const last = breaths.at(-1);
    if (last === undefined || clause.isApart) breaths.push([clause]);
    else last.push(clause);
  }
  return breaths.flatMap((breath) => {
    const carriers = used.filter((item) => breath.every((clause) => carries(item, clause)));
    return breath.map(() => carriers);
  });
}

function carries(item: ApprovedItem, clause: Clause): boolean {
  return (
    clause.content.every((word) => item.stems.has(word.stem)) &&
    clause.claims.every((claim) => spokenKinds.has(claim.kind) || item.keys.has(`${claim.kind}:${claim.key}`))
  );
}

/**
 * Returns the item that supports the clause best, together with the item's clauses that are closest to it. Returns
 * undefined if no item supports the clause.
 */
function restsOn(
  clause: Clause,
  carriers: readonly ApprovedItem[],
): { readonly item: ApprovedItem; readonly near: readonly Clause[] } | undefined {
  let best: { item: ApprovedItem; near: readonly Clause[]; score: number } | undefined;
  for (const item of carriers) {
    const scored = item.clauses.map((twin) => ({ twin, score: overlap(clause, twin) }));
    const top = Math.max(...scored.map(({ score }) => score));
    const near = scored.filter(({ score }) => score === top).map(({ twin }) => twin);
    if (best === undefined || top > best.score) best = { item, near: nearestOf(near), score: top };
  }
  return best;
}

/**
 * Returns the clauses to compare with. If equally close clauses differ in polarity, returns only those with the fewest
 * content words.
 */
function nearestOf(near: readonly Clause[]): readonly Clause[] {
  const isAgreed = near.every(({ isNegated }) => isNegated === near[0]?.isNegated);
  const fewest = Math.min(...near.map(({ content }) => content.length));
  return isAgreed ? near : near.filter(({ content }) => content.length === fewest);
}

function overlap(clause: Part, twin: Part): number {
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

/**
 * Returns true for a "yes" before a negated statement ("Yes, we don't"), and for a "no" before an item without a
 * negation and without a limit such as "only".
 */
function contradicts(opens: Clause['opens'], near: readonly Clause[], item: ApprovedItem): boolean {
  if (opens === 'yes') return near.every((twin) => twin.isNegated);
  return opens === 'no' && item.clauses.every((twin) => !twin.isNegated && twin.limits.size === 0);
}

/**
 * Returns true if each part of the clause has the same polarity as the matching parts of the approved clause, and no
 * more negations. If the matching parts differ in polarity, the part is compared with the whole approved clause.
 */
function isDeniedAlike(twin: Clause, clause: Clause): boolean {
  return partsIn(clause).every((part) => {
    if (part.content.length + part.claims.length === 0 && !part.isNegated) return true;
    const touched = partsIn(twin).filter((own) => overlap(part, own) > 0);
    const [first = twin] = touched;
    const model = touched.some((own) => own.isNegated !== first.isNegated) ? twin : first;
    const most = Math.max(1, ...touched.map(({ denials }) => denials), touched.length > 1 ? twin.denials : 0);
    return part.isNegated === model.isNegated && part.denials <= most;
  });
}

function partsIn(clause: Clause): readonly Part[] {
  return clause.parts.length === 0 ? [clause] : clause.parts;
}

function isSupposedAlike(clause: Clause, item: ApprovedItem): boolean {
  return clause.supposes === '' || item.clauses.some((twin) => twin.supposes === clause.supposes);
}

/**
 * Returns true if the sentence contains all words that narrow the approved clause. An "only" must be in the clause
 * itself, and the clause must not add an "only" of its own.
 */
function isLimitedAlike(twin: Clause, clause: Clause, sentence: readonly Clause[]): boolean {
  const said = new Set(sentence.flatMap(({ limits }) => [...limits]));
  const isKept = [...twin.limits].every((word) => (word === 'only' ? clause.limits.has(word) : said.has(word)));
  return isKept && (twin.limits.has('only') || !clause.limits.has('only'));
}
