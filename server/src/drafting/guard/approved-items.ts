import type { EpochMs } from '../../domain/period.ts';
import type { Fact, Offer, Persona, Phrase } from '../../domain/persona.ts';
import { isApproved, isValid, validityOf } from '../../domain/validity.ts';
import { type Claim, claimsIn } from './claims.ts';
import { type Clause, clausesIn } from './clauses.ts';
import { contentStems } from './content.ts';
import { wordsOf } from './wording.ts';

/** One approved text with its claims. */
export interface ApprovedItem {
  readonly id: string;
  readonly text: string;
  readonly mediaAssetId: string;
  readonly words: readonly string[];
  /** The claims in the text. */
  readonly claims: readonly Claim[];
  /**
   * `kind:key` of every claim in the text, name, price, address and code. Also contains the less exact forms that a
   * claim covers, such as a date without its year.
   */
  readonly keys: ReadonlySet<string>;
  readonly clauses: readonly Clause[];
  /** The words of the item's name. */
  readonly names: readonly (readonly string[])[];
  /** Stems of the item's name and topic. */
  readonly subject: ReadonlySet<string>;
  /** Stems of everything that the creator approved about the item: text, name, topic, price, address and code. */
  readonly stems: ReadonlySet<string>;
}

/** Words that may name a value of the item although the item does not contain them. */
const calledSo: Readonly<Record<string, string>> = { price: 'price', email: 'email', url: 'link' };

type Source = Phrase | Fact | Offer;

const sources = new WeakMap<Persona, ReadonlyMap<string, readonly Source[]>>();
const taken = new WeakMap<Source, ApprovedItem>();

/**
 * Returns the item with the given id, if it is approved and valid at `now`. If several such items share the id, returns
 * the first.
 */
export function approvedItem(persona: Persona, id: string, now: EpochMs): ApprovedItem | undefined {
  const all = sources.get(persona) ?? sourcesOf(persona);
  sources.set(persona, all);
  const source = all.get(id)?.find((entry) => isValid(validityOf(entry), now));
  if (source === undefined) return undefined;
  const item = taken.get(source) ?? itemOf(source);
  taken.set(source, item);
  return item;
}

function sourcesOf({ phrases = [], facts = [], offers = [] }: Persona): ReadonlyMap<string, readonly Source[]> {
  return Map.groupBy<string, Source>([...phrases, ...facts, ...offers].filter(isApproved), ({ id }) => id);
}

/**
 * Returns an item whose properties are computed when they are first used, because few of them are needed to check a
 * reply of whole texts.
 */
function itemOf(source: Source): ApprovedItem {
  const { id, text } = source;
  const topic = 'topic' in source ? (source.topic ?? '') : '';
  const mediaAssetId = 'mediaAssetId' in source ? (source.mediaAssetId ?? '') : '';
  const fields = fieldsOf(source);
  const everything = once((): Claim[] => [...item.claims, ...fields.flatMap(claimsIn)]);
  const item: ApprovedItem = lazily<ApprovedItem>({
    id: () => id,
    text: () => text,
    mediaAssetId: () => mediaAssetId,
    words: () => wordsOf(text).map(({ word }) => word),
    claims: () => claimsIn(text),
    keys: () => new Set(everything().flatMap(covered)),
    clauses: () => [...clausesIn(text), ...fields.flatMap(clausesIn)],
    names: () => fields.map((field) => wordsOf(field).map(({ word }) => word)),
    subject: () => new Set([topic, ...fields].flatMap(contentStems)),
    stems: () =>
      new Set([
        ...contentStems(text),
        ...item.subject,
        ...everything().flatMap(({ kind }) => contentStems(calledSo[kind] ?? '')),
      ]),
  });
  return item;
}

/** Returns an object that computes each property once, when the property is first read. */
function lazily<Made extends object>(makers: { readonly [Key in keyof Made]: () => Made[Key] }): Made {
  const made = {} as Made; // the loop below defines every property
  for (const key in makers) Object.defineProperty(made, key, { get: once(makers[key]) });
  return made;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * Returns the keys that a claim covers. "12 December 2026" also covers "12 December", and http://… also covers
 * https://….
 */
function covered({ kind, key }: Claim): string[] {
  const own = `${kind}:${key}`;
  if (kind === 'url' && key.startsWith('http://')) return [own, `url:${key.slice('http://'.length)}`];
  return kind === 'date' && /-\d{4}$/.test(key) ? [own, own.replace(/-\d{4}$/, '')] : [own];
}

/** Returns the approved data in addition to the text: name, price, address, code. */
function fieldsOf(source: Source): string[] {
  if (!('name' in source)) return [];
  const { name, price = '', url = '', code } = source;
  return [name, price, url, code === undefined ? '' : `code ${code}`].filter((field) => field !== '');
}
