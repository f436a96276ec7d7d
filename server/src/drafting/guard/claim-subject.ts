import type { ApprovedItem } from './approved-items.ts';
import type { Claim } from './claims.ts';
import type { Clause } from './clauses.ts';
import { contentStems } from './content.ts';

/** Returns true if the item limits the value in the same way as the claim does: "from €80 an hour" is not "€80". */
export function hasSameQualifier(claim: Claim, item: ApprovedItem): boolean {
  const twins = item.claims.filter((own) => own.kind === claim.kind && own.key === claim.key);
  return twins.length === 0 || twins.some((own) => own.qualifier === claim.qualifier);
}

/**
 * Returns true if the item contains the value, but applies it to something else. If "€6 within the EU and €14
 * everywhere else" is approved, "€14 within the EU" is wrong. The words around the value show which of the item's
 * values of that kind is meant.
 */
export function hasAnotherSubject(claim: Claim, clause: Clause, item: ApprovedItem): boolean {
  const rivals = item.clauses.flatMap((twin, at) =>
    twin.claims
      .filter((own) => classOf(own) === classOf(claim))
      .map((own) => ({
        key: own.key,
        around: around(own, twin),
        near: new Set(
          item.clauses.slice(Math.max(0, at - 1), at + 2).flatMap(({ content }) => content.map((word) => word.stem)),
        ),
      })),
  );
  const own = rivals.filter((rival) => rival.key === claim.key);
  const others = rivals.filter((rival) => rival.key !== claim.key);
  if (own.length === 0) return false;
  const said = around(claim, clause);
  const isStrange = own.every(
    (twin) =>
      said.size > 0 &&
      ![...said].some((word) => twin.around.has(word) || twin.near.has(word) || item.subject.has(word)),
  );
  return (
    isStrange ||
    own.every((twin) =>
      others.some((other) => count(said, other.around, twin.around) > count(said, twin.around, other.around)),
    )
  );
}

/**
 * Returns the class of a value. Values in the same class can be mistaken for each other, such as prices in euros or
 * lengths in inches.
 */
function classOf({ kind, key }: Claim): string {
  return `${kind} ${key.replace(/[\d.:-]/g, '').trim()}`;
}

/** The stem of words such as "costs", which can name any price. */
const [priceWord] = contentStems('price');

/** Returns how many of the given words are in `here` but not in `there`. */
function count(said: ReadonlySet<string>, here: ReadonlySet<string>, there: ReadonlySet<string>): number {
  return [...said].filter((word) => here.has(word) && !there.has(word)).length;
}

/**
 * Returns the words and other values of the clause that are nearer to this value than to any other value of its kind.
 */
function around(claim: Claim, clause: Clause): ReadonlySet<string> {
  const same = clause.claims.filter((other) => classOf(other) === classOf(claim) && other.start !== claim.start);
  const isNearest = (place: { readonly start: number; readonly end: number }): boolean =>
    same.every((other) => distance(place, claim) <= distance(place, other));
  return new Set([
    ...clause.content.filter((word) => word.stem !== priceWord && isNearest(word)).map((word) => word.stem),
    ...clause.claims
      .filter((other) => other.start !== claim.start && isNearest(other))
      .map((other) => `${other.kind}:${other.key}`),
  ]);
}

function distance(
  one: { readonly start: number; readonly end: number },
  other: { readonly start: number; readonly end: number },
): number {
  return Math.max(0, Math.max(one.start, other.start) - Math.min(one.end, other.end));
}
