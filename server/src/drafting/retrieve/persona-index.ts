import { setImmediate } from 'node:timers/promises';
import type { Persona, Phrase } from '../../domain/persona.ts';
import { isApproved } from '../../domain/validity.ts';
import { normalise } from '../text/normalise.ts';
import { createSpeller } from '../text/spelling.ts';
import { tokens } from '../text/tokens.ts';
import { entitiesOf } from './entities.ts';
import { indexItem } from './index-item.ts';
import type { IndexedItem, ReadItem } from './indexed-item.ts';

export interface PersonaIndex {
  /** Approved facts and offers, regardless of their dates. */
  readonly items: readonly IndexedItem[];
  readonly phrases: readonly Phrase[];
  readonly averageLength: number;
  /**
   * `postings`: for each meaning, the items that contain it, with its weight in each item. `notionPostings`: for each
   * association, the items that have it. `aliasPostings`: for each meaning, the aliases that contain it. Numbers are
   * positions in `items` or, for aliases, in `aliases`.
   */
  readonly postings: ReadonlyMap<string, readonly (readonly [number, number])[]>;
  readonly notionPostings: ReadonlyMap<number, readonly number[]>;
  readonly aliasPostings: ReadonlyMap<string, readonly number[]>;
  /** For each alias of all items: its item and the number of its meanings. */
  readonly aliases: readonly { readonly item: number; readonly size: number }[];
  readonly topicCount: number;
  /** For each topic in turn, the square root of its probability in each item. */
  readonly topicColumns: Float64Array;
  /** Every stem that the creator's own items use. */
  readonly vocabulary: ReadonlySet<string>;
  /** The ids of all words in the items' texts, names and topics. */
  readonly textWords: ReadonlySet<number>;
  /** Places that the creator's own description names. */
  readonly home: ReadonlySet<string>;
  /** Returns the creator's own word that an unknown word is probably a typo of; undefined if there is none. */
  readonly spell: (word: string) => string | undefined;
}

const known = new WeakMap<Persona, PersonaIndex>();

const building = new WeakMap<Persona, Promise<PersonaIndex>>();

/**
 * Returns a persona's index, which is cached as long as that persona object exists. It is built in slices, so that
 * other work does not wait long.
 */
export async function readyIndex(persona: Persona): Promise<PersonaIndex> {
  const before = known.get(persona);
  if (before !== undefined) return before;
  const underWay = building.get(persona) ?? buildInSlices(persona);
  building.set(persona, underWay);
  return underWay;
}

/** Returns a persona's index, building it without interruption if it is not cached. */
export function indexOf(persona: Persona): PersonaIndex {
  return known.get(persona) ?? join(persona, [...itemsOf(persona)]);
}

/** Other work gets a turn after this many characters, about thirty short items; an alias counts as forty. */
const charactersAtOnce = 4_000;

async function buildInSlices(persona: Persona): Promise<PersonaIndex> {
  const items: ReadItem[] = [];
  let characters = 0;
  for (const item of itemsOf(persona)) {
    items.push(item);
    characters += item.item.text.length + 40 * item.aliases.length;
    if (characters < charactersAtOnce) continue;
    characters = 0;
    await setImmediate();
  }
  if (items.length < itemsJoinedAtOnce) return join(persona, items);
  await setImmediate();
  const index = join(persona, items);
  await setImmediate();
  return index;
}

/** With at least this many items, other work gets a turn before and after the join. */
const itemsJoinedAtOnce = 200;

function* itemsOf({ facts = [], offers = [] }: Persona): Generator<ReadItem> {
  for (const item of [...facts, ...offers]) if (isApproved(item)) yield indexItem(item);
}

function join(persona: Persona, read: readonly ReadItem[]): PersonaIndex {
  const items = read.map(({ item }) => item);
  const postings = new Map<string, [number, number][]>();
  const notionPostings = new Map<number, number[]>();
  const aliasPostings = new Map<string, number[]>();
  const aliases: { item: number; size: number }[] = [];
  read.forEach((item, at) => {
    for (const [meaning, weight] of item.weights) post(postings, meaning, [at, weight]);
    for (const notion of item.notions) post(notionPostings, notion, at);
    for (const alias of item.aliases) {
      for (const meaning of alias) post(aliasPostings, meaning, aliases.length);
      aliases.push({ item: at, size: alias.size });
    }
  });
  const vocabulary = new Set<string>();
  const words = new Set<string>();
  for (const { stems, words: own } of read) {
    for (const word of stems) vocabulary.add(word);
    for (const word of own) words.add(word);
  }
  const spellable = [...words];
  let speller: PersonaIndex['spell'] | undefined;
  const index: PersonaIndex = {
    items,
    phrases: (persona.phrases ?? []).filter(isApproved),
    averageLength: items.length === 0 ? 1 : items.reduce((sum, item) => sum + item.length, 0) / items.length,
    vocabulary,
    postings,
    notionPostings,
    aliasPostings,
    aliases,
    topicCount: read[0]?.topicRoots.length ?? 0,
    topicColumns: columnsOf(read.map(({ topicRoots }) => topicRoots)),
    textWords: new Set(items.flatMap((item) => [...item.textWords])),
    home: entitiesOf(tokens(normalise(persona.about ?? ''))).places,
    // The speller is created on first use, because most messages contain no unknown word.
    spell(word) {
      speller ??= createSpeller(spellable, new Set());
      return speller(word);
    },
  };
  known.set(persona, index);
  return index;
}

/** Converts rows of equal length into columns, stored one after another. */
function columnsOf(rows: readonly Readonly<Float64Array>[]): Float64Array {
  const width = rows[0]?.length ?? 0;
  const columns = new Float64Array(width * rows.length);
  rows.forEach((row, at) => {
    for (let column = 0; column < width; column++) columns[column * rows.length + at] = row[column] ?? 0;
  });
  return columns;
}

function post<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
