import type { EpochMs } from '../../domain/period.ts';
import type { Persona } from '../../domain/persona.ts';
import { claimsIn } from './claims.ts';
import { wordsOf } from './wording.ts';

/** One approved text with what it claims, `kind:key` each. */
export interface ApprovedItem {
  readonly id: string;
  readonly words: readonly string[];
  readonly claims: ReadonlySet<string>;
}

interface Source {
  readonly id: string;
  readonly text: string;
  readonly from: EpochMs;
  readonly until: EpochMs;
}

const sources = new WeakMap<Persona, ReadonlyMap<string, readonly Source[]>>();
const taken = new WeakMap<Source, ApprovedItem>();

/** The item of that id, if it is approved and valid at `now`; where several share the id, the first such. */
export function approvedItem(persona: Persona, id: string, now: EpochMs): ApprovedItem | undefined {
  const all = sources.get(persona) ?? collect(persona);
  sources.set(persona, all);
  const source = all.get(id)?.find((entry) => entry.from <= now && now < entry.until);
  if (source === undefined) return undefined;
  const known = taken.get(source);
  if (known !== undefined) return known;
  const item = {
    id,
    words: wordsOf(source.text).map(({ word }) => word),
    claims: new Set(claimsIn(source.text).map((claim) => `${claim.kind}:${claim.key}`)),
  };
  taken.set(source, item);
  return item;
}

function collect(persona: Persona): ReadonlyMap<string, readonly Source[]> {
  const all = new Map<string, Source[]>();
  const add = (
    entry: { readonly id: string; readonly text: string; readonly approved?: boolean },
    from?: string,
    until?: string,
  ): void => {
    if (entry.approved === false) return;
    const source = {
      id: entry.id,
      text: entry.text,
      from: from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from),
      until: until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until),
    };
    all.set(entry.id, [...(all.get(entry.id) ?? []), source]);
  };
  for (const phrase of persona.phrases ?? []) add(phrase);
  for (const fact of persona.facts ?? []) add(fact, fact.validFrom, fact.validUntil);
  for (const offer of persona.offers ?? []) add(offer, offer.startsAt, offer.endsAt);
  return all;
}
