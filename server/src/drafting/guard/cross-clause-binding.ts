import type { ApprovedItem } from './approved-items.ts';
import { type Clause, clausesOf, sentencesIn } from './clauses.ts';

type Pieces = ReadonlySet<string>;

interface Statement {
  /** The content of each of the item's smallest clauses. */
  readonly clauses: readonly Pieces[];
  /** The first words of the item, which may be combined with all its other words. */
  readonly lead: Pieces;
}

const known = new WeakMap<ApprovedItem, Statement>();

/**
 * Returns true if a clause combines pieces from two clauses of the item, and no clause of the item contains both. If
 * "members get it free; others pay €5" is approved, "others get it free" has the same words and another meaning. The
 * item's beginning, name and topic may be combined with everything. Two clauses may be combined if both are repeated
 * whole.
 */
export function bindsAcrossClauses(clause: Clause, item: ApprovedItem): boolean {
  const { clauses, lead } = known.get(item) ?? statementOf(item);
  const pieces = [...piecesOf(clause)].filter((piece) => !lead.has(piece) && !item.subject.has(piece));
  const homes = pieces.flatMap((piece) => {
    const at = clauses.flatMap((own, index) => (own.has(piece) ? [index] : []));
    return at.length === 0 ? [] : [{ piece, at }];
  });
  const said = piecesOf(clause);
  const isWhole = (at: number): boolean =>
    [...(clauses[at] ?? [])].every((piece) => said.has(piece) || lead.has(piece));
  return homes.some((one) =>
    homes.some(
      (other) =>
        !(isValue(one.piece) && isValue(other.piece)) &&
        !one.at.some((at) => other.at.includes(at)) &&
        !(one.at.some(isWhole) && other.at.some(isWhole)),
    ),
  );
}

/**
 * Returns the smallest clauses of each sentence in a piece of a text; "and the blue one" belongs to the clause before
 * it.
 */
export function smallestClauses(
  text: string,
  from: number,
  to: number,
  mayJoin: (clause: Clause) => boolean = () => true,
): Clause[] {
  return sentencesIn(text.slice(from, to)).flatMap(({ start, end }) => {
    const out: Clause[] = [];
    for (const clause of clausesOf(text, from + start, from + end, true)) {
      const last = out.at(-1);
      const isListed =
        last !== undefined &&
        clause.isBare &&
        mayJoin(clause) &&
        /^\s*(?:and|or|plus)\s/i.test(text.slice(clause.start));
      if (!isListed) out.push(clause);
      else
        out[out.length - 1] = {
          ...last,
          end: clause.end,
          content: [...last.content, ...clause.content],
          claims: [...last.claims, ...clause.claims],
        };
    }
    return out;
  });
}

function statementOf(item: ApprovedItem): Statement {
  const all = smallestClauses(item.text, 0, item.text.length, isShort);
  const words = all.flatMap(({ content }) => content);
  const gap = words.findIndex(({ start }, at) => at > 0 && !/^\s$/.test(item.text.slice(words[at - 1]?.end, start)));
  const made = {
    clauses: all.map(piecesOf),
    lead: new Set(words.slice(0, gap < 0 ? words.length : gap).map(({ stem }) => stem)),
  };
  known.set(item, made);
  return made;
}

/** Returns true for a clause of one or two words that states nothing by itself, as in "with a sketch and your date". */
function isShort({ content, claims }: Clause): boolean {
  return content.length <= 2 && claims.length === 0;
}

function piecesOf({ content, claims }: Clause): Pieces {
  return new Set([...content.map(({ stem }) => stem), ...claims.map(({ kind, key }) => `${kind}:${key}`)]);
}

function isValue(piece: string): boolean {
  return piece.includes(':');
}
