import type { EpochMs } from '../../domain/period.ts';
import type { Persona } from '../../domain/persona.ts';
import { type Claim, claimsIn } from './claims.ts';
import { contentStems } from './content.ts';
import { type Clause, clausesIn } from './grounds.ts';
import { wordsOf } from './wording.ts';

/** One approved text with what it claims. */
export interface ApprovedItem {
  readonly id: string;
  readonly text: string;
  readonly isPhrase: boolean;
  readonly mediaAssetId: string;
  readonly words: readonly string[];
  readonly claims: readonly Claim[];
  /** `kind:key` of every claim, with the less exact forms that it covers: a date without its year. */
  readonly keys: ReadonlySet<string>;
  readonly clauses: readonly Clause[];
  /** The words of what the creator calls it. */
  readonly names: readonly (readonly string[])[];
  /** Stems of everything the creator approved about it: text, name, topic, price, address and code. */
  readonly stems: ReadonlySet<string>;
}

interface Source {
  readonly id: string;
  readonly text: string;
  /** What is approved beside the text: name, price, address, code. */
  readonly fields: readonly string[];
  readonly topic: string;
  readonly isPhrase: boolean;
  readonly mediaAssetId: string;
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
  const claims = [source.text, ...source.fields].flatMap(claimsIn);
  const item = {
    id,
    text: source.text,
    isPhrase: source.isPhrase,
    mediaAssetId: source.mediaAssetId,
    words: wordsOf(source.text).map(({ word }) => word),
    claims,
    keys: new Set(claims.flatMap(covered)),
    clauses: [...clausesIn(source.text), ...source.fields.flatMap(clausesIn)],
    names: source.fields.map((field) => wordsOf(field).map(({ word }) => word)),
    stems: new Set([source.text, source.topic, ...source.fields].flatMap(contentStems)),
  };
  taken.set(source, item);
  return item;
}

/** "12 December 2026" also says "12 December". */
function covered({ kind, key }: Claim): string[] {
  const own = `${kind}:${key}`;
  return kind === 'date' && /-\d{4}$/.test(key) ? [own, own.replace(/-\d{4}$/, '')] : [own];
}

function collect(persona: Persona): ReadonlyMap<string, readonly Source[]> {
  const all = new Map<string, Source[]>();
  const add = (
    entry: { readonly id: string; readonly text: string; readonly approved?: boolean; readonly mediaAssetId?: string },
    more: Partial<Source> & { readonly validFrom?: string | undefined; readonly validUntil?: string | undefined },
  ): void => {
    if (entry.approved === false) return;
    const source: Source = {
      id: entry.id,
      text: entry.text,
      fields: more.fields ?? [],
      topic: more.topic ?? '',
      isPhrase: more.isPhrase ?? false,
      mediaAssetId: entry.mediaAssetId ?? '',
      from: more.validFrom === undefined ? Number.NEGATIVE_INFINITY : Date.parse(more.validFrom),
      until: more.validUntil === undefined ? Number.POSITIVE_INFINITY : Date.parse(more.validUntil),
    };
    all.set(entry.id, [...(all.get(entry.id) ?? []), source]);
  };
  for (const phrase of persona.phrases ?? []) add(phrase, { isPhrase: true });
  for (const fact of persona.facts ?? [])
    add(fact, { topic: fact.topic ?? '', validFrom: fact.validFrom, validUntil: fact.validUntil });
  for (const offer of persona.offers ?? [])
    add(offer, {
      topic: offer.topic ?? '',
      fields: [
        offer.name,
        offer.price ?? '',
        offer.url ?? '',
        offer.code === undefined ? '' : `code ${offer.code}`,
      ].filter((field) => field !== ''),
      validFrom: offer.startsAt,
      validUntil: offer.endsAt,
    });
  return all;
}
