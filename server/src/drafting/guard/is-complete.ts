import { readWords } from '../text/read-lexicon.ts';
import { stem } from '../text/stem.ts';
import type { ApprovedItem } from './approved-items.ts';
import type { Clause } from './clauses.ts';

interface Piece {
  readonly start: number;
  /** True for a plain word. False for a value or a name. */
  readonly isPlain: boolean;
  readonly isSaid: boolean;
  readonly isSaidHere: boolean;
}

const values = new Set([
  'price',
  'percentage',
  'date',
  'weekday',
  'time',
  'duration',
  'number',
  'url',
  'email',
  'code',
]);

/**
 * Returns true if the sentence repeats the approved clause without leaving out anything that changes the meaning. "You
 * can return unused pieces within 14 days" must not lose its "unused", and "get the whole fee back" must not lose the
 * words before it. The sentence may leave out the part after an "and", the name of the subject, and one last word.
 */
export function isComplete(
  near: readonly Clause[],
  clause: Clause,
  sentence: readonly Clause[],
  item: ApprovedItem,
): boolean {
  const isWhole = (twin: Clause): boolean => isSaidWhole(twin, clause, sentence, item);
  const here = clause.claims.filter(({ kind }) => values.has(kind));
  const isEachValueWhole = here.every(({ kind, key }) => {
    const twins = item.clauses.filter((twin) => twin.claims.some((own) => own.kind === kind && own.key === key));
    return twins.length === 0 || twins.some(isWhole);
  });
  return near.some(isWhole) && isEachValueWhole;
}

function isSaidWhole(twin: Clause, clause: Clause, sentence: readonly Clause[], item: ApprovedItem): boolean {
  const said = saidIn(sentence);
  const here = saidIn([clause]);
  const pieces: Piece[] = [
    ...twin.content.map(({ stem: own, start, isName }) => ({
      start,
      isPlain: !isName && !/\d/.test(own),
      isSaid: said.has(own) || item.subject.has(own) || bland.has(own),
      isSaidHere: here.has(own),
    })),
    ...twin.claims
      .filter(({ kind }) => values.has(kind))
      .map(({ kind, key, start }) => ({
        start,
        isPlain: false,
        isSaid: isSaid(said, kind, key),
        isSaidHere: isSaid(here, kind, key),
      })),
  ].toSorted((a, b) => a.start - b.start);
  const last = pieces.findLast((piece) => piece.isSaidHere)?.start ?? -1;
  const end = twin.joins.find((at) => at > last) ?? Number.POSITIVE_INFINITY;
  const missing = pieces.filter((piece) => piece.start < end && !piece.isSaid);
  return (
    missing.length === 0 || (missing.length === 1 && missing.every((piece) => piece.isPlain && piece.start > last))
  );
}

/** Verbs and nouns that do not narrow the meaning: "you find my stall at" has the same meaning as "I'm at". */
const bland = new Set(readWords('content-words', 'bland').map(stem));

function saidIn(clauses: readonly Clause[]): ReadonlySet<string> {
  return new Set(
    clauses.flatMap(({ content, claims }) => [
      ...content.map((word) => word.stem),
      ...claims.map(({ kind, key }) => `${kind}:${key}`),
    ]),
  );
}

function isSaid(said: ReadonlySet<string>, kind: string, key: string): boolean {
  return said.has(`${kind}:${key}`) || (kind === 'date' && said.has(`date:${key.replace(/-\d{4}$/, '')}`));
}
