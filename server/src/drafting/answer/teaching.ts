import { createHash } from 'node:crypto';
import type { Fact, Offer, Persona } from '../../domain/persona.ts';
import { wordVectors } from '../meaning/word-meanings.ts';

/** One approved item as the classifier is taught it. */
export interface TaughtItem {
  readonly id: string;
  /** Changes whenever anything that the classifier learns of the item changes, or the word vectors do. Sixteen hex characters. */
  readonly hash: string;
  readonly text: string;
  /** Name and topic. */
  readonly label: string;
  /** The ways in which fans ask this. */
  readonly phrases: readonly string[];
  /** Questions that look like this item's and that it does not answer. */
  readonly nearMisses: readonly string[];
}

/** The form of the training; a classifier of another form is trained again. */
const teachingForm = 3;

/**
 * What a persona teaches its classifier: every fact and offer, also those that are not approved or not valid now, so that their
 * questions are not given to a neighbour.
 */
export function teachingOf(persona: Persona): TaughtItem[] {
  return [...(persona.facts ?? []), ...(persona.offers ?? [])].map(taughtItem);
}

/** So many aliases of an item are read by the engine itself; the classifier reads all of them. */
export const mostAliasesRead = 3;

const hashes = new WeakMap<Persona, ReadonlyMap<string, string>>();

/** The hash of each item by its id, worked out once for each persona object: those are never changed in place. */
export function itemHashesOf(persona: Persona): ReadonlyMap<string, string> {
  const known = hashes.get(persona);
  if (known !== undefined) return known;
  const made = new Map(teachingOf(persona).map(({ id, hash }) => [id, hash]));
  hashes.set(persona, made);
  return made;
}

/**
 * The persona without the phrases that only its classifier reads, which are most of it: a process keeps thousands of personas.
 * Drafts come out the same, and the hashes stay those of the whole persona.
 */
export function withoutTeaching(persona: Persona): Persona {
  const bare = <Item extends Fact | Offer>({ nearMisses: _, ...item }: Item): Item =>
    // What is left out is optional.
    ({ ...item, ...(item.aliases && { aliases: item.aliases.slice(0, mostAliasesRead) }) }) as Item;
  const { facts, offers } = persona;
  const kept = { ...persona, ...(facts && { facts: facts.map(bare) }), ...(offers && { offers: offers.map(bare) }) };
  hashes.set(kept, itemHashesOf(persona));
  return kept;
}

/** Names what a classifier was trained from: equal teaching gives an equal hash. Thirty-two hex characters. */
export function teachingHash(items: Iterable<Pick<TaughtItem, 'id' | 'hash'>>): string {
  const hash = createHash('sha256').update(`form ${teachingForm}\n`);
  for (const { id, hash: own } of items) hash.update(`${JSON.stringify(id)} ${own}\n`);
  return hash.digest('hex').slice(0, 32);
}

function taughtItem(item: Fact | Offer): TaughtItem {
  const label = ['name' in item ? item.name : '', item.topic ?? ''].filter((part) => part !== '').join(' ');
  const phrases = item.aliases ?? [];
  const nearMisses = item.nearMisses ?? [];
  const hash = createHash('sha256')
    .update(JSON.stringify([wordVectors().version, item.text, label, phrases, nearMisses]))
    .digest('hex')
    .slice(0, 16);
  return { id: item.id, hash, text: item.text, label, phrases, nearMisses };
}
