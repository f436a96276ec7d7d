import { createHash } from 'node:crypto';
import type { Fact, Offer, Persona } from '../../domain/persona.ts';
import { wordVectors } from '../meaning/word-meanings.ts';

/** One approved item in the form in which the classifier learns it. */
export interface TaughtItem {
  readonly id: string;
  /** A hash of 16 hexadecimal digits. It changes whenever the word vectors or the item's training data change. */
  readonly hash: string;
  readonly text: string;
  /** The item's name and topic. */
  readonly label: string;
  /** The phrases that fans use to ask for this item. */
  readonly phrases: readonly string[];
  /** Questions that look like the questions for this item, but that the item does not answer. */
  readonly nearMisses: readonly string[];
}

/** The version of the training. A classifier from a different version is trained again. */
const teachingForm = 5;

/**
 * Returns the items that a persona's classifier learns: every fact and offer, including those that are not approved or
 * not currently valid, so that questions about them are not assigned to a similar item.
 */
export function teachingOf(persona: Persona): TaughtItem[] {
  return [...(persona.facts ?? []), ...(persona.offers ?? [])].map(taughtItem);
}

/** The maximum number of an item's aliases that the engine itself reads. The classifier reads all aliases. */
export const mostAliasesRead = 3;

const hashes = new WeakMap<Persona, ReadonlyMap<string, string>>();

/**
 * Returns each item's hash by its id, computed once per persona object, because persona objects are never changed in
 * place.
 */
export function itemHashesOf(persona: Persona): ReadonlyMap<string, string> {
  const known = hashes.get(persona);
  if (known !== undefined) return known;
  const made = new Map(teachingOf(persona).map(({ id, hash }) => [id, hash]));
  hashes.set(persona, made);
  return made;
}

/**
 * Returns the persona without the phrases that only its classifier reads. These phrases are most of the size of a
 * persona, and a process keeps thousands of personas. Drafts stay the same, and `itemHashesOf` still returns the hashes
 * of the whole persona.
 */
export function withoutTeaching(persona: Persona): Persona {
  const bare = <Item extends Fact | Offer>({ nearMisses: _, ...item }: Item): Item =>
    // Only optional fields are omitted.
    ({ ...item, ...(item.aliases && { aliases: item.aliases.slice(0, mostAliasesRead) }) }) as Item;
  const { facts, offers } = persona;
  const kept = { ...persona, ...(facts && { facts: facts.map(bare) }), ...(offers && { offers: offers.map(bare) }) };
  hashes.set(kept, itemHashesOf(persona));
  return kept;
}

/**
 * Returns a hash of 32 hexadecimal digits that identifies the training data of a classifier: the same items and phrases
 * give the same hash.
 */
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
