import { setImmediate } from 'node:timers/promises';
import type { Persona, Phrase } from '../../domain/persona.ts';
import { isApproved } from '../../domain/validity.ts';
import { mostAliasesRead } from '../answer/teaching.ts';
import { dimensions } from '../meaning/dimensions.ts';
import { meaningOf } from '../meaning/word-meanings.ts';
import { normalise } from '../text/normalise.ts';
import { tokens } from '../text/tokens.ts';
import { wordIdsOf } from '../text/word-ids.ts';
import { entitiesOf } from './entities.ts';
import { IndexedItem } from './indexed-item.ts';

export interface PersonaIndex {
  /** Approved facts and offers, regardless of their dates. */
  readonly items: readonly IndexedItem[];
  readonly phrases: readonly Phrase[];
  /** For each item in turn, the `dimensions` values of the meaning of its text, name and topic. */
  readonly meanings: Float32Array;
  /** The ids of all words in the items' texts, names, topics and first aliases. */
  readonly words: ReadonlySet<number>;
  /** Places that the creator's own description names. */
  readonly home: ReadonlySet<string>;
}

const known = new WeakMap<Persona, PersonaIndex>();
const building = new WeakMap<Persona, Promise<PersonaIndex>>();

/**
 * Returns the index of a persona, which is cached for as long as the persona object exists. The index is built in
 * slices, so that other work does not wait long.
 */
export async function readyIndex(persona: Persona): Promise<PersonaIndex> {
  const before = known.get(persona);
  if (before !== undefined) return before;
  const underWay = building.get(persona) ?? buildInSlices(persona);
  building.set(persona, underWay);
  return underWay;
}

/** Returns the index of a persona. If the index is not cached, builds it without interruption. */
export function indexOf(persona: Persona): PersonaIndex {
  const before = known.get(persona);
  if (before !== undefined) return before;
  const slices = build(persona);
  for (;;) {
    const slice = slices.next();
    if (slice.done === true) return slice.value;
  }
}

async function buildInSlices(persona: Persona): Promise<PersonaIndex> {
  const slices = build(persona);
  for (;;) {
    const slice = slices.next();
    if (slice.done === true) return slice.value;
    await setImmediate();
  }
}

/** The number of items after which other work gets a turn. */
const itemsAtOnce = 100;

function* build(persona: Persona): Generator<void, PersonaIndex> {
  const sources = [...(persona.facts ?? []), ...(persona.offers ?? [])].filter(isApproved);
  const items: IndexedItem[] = [];
  const meanings = new Float32Array(sources.length * dimensions);
  const words = new Set<number>();
  for (const [at, source] of sources.entries()) {
    const item = new IndexedItem(source);
    meanings.set(meaningOf(item.words), at * dimensions);
    for (const word of item.words) words.add(word);
    for (const alias of source.aliases?.slice(0, mostAliasesRead) ?? [])
      for (const word of wordIdsOf(tokens(normalise(alias)))) words.add(word);
    items.push(item);
    if (items.length % itemsAtOnce === 0) yield;
  }
  const phrases = (persona.phrases ?? []).filter(isApproved);
  const home = entitiesOf(tokens(normalise(persona.about ?? ''))).places;
  const index: PersonaIndex = { items, phrases, meanings, words, home };
  known.set(persona, index);
  return index;
}
