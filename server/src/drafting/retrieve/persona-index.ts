import { setImmediate } from 'node:timers/promises';
import type { EpochMs } from '../../domain/period.ts';
import type { Persona, Phrase } from '../../domain/persona.ts';
import { grammarWords } from '../text/lexicon.ts';
import { createSpeller } from '../text/nearby.ts';
import { normalise } from '../text/normalise.ts';
import { stem } from '../text/stem.ts';
import { type Token, tokens } from '../text/tokens.ts';
import { signsIn } from '../understand/mood.ts';
import { type Entities, entitiesOf } from './entities.ts';
import { indexItem } from './index-item.ts';
import { meaningOf } from './synonyms.ts';
import type { Turn } from './turns.ts';

/** A fact or an offer with all that retrieval asks of it, worked out once. */
export interface IndexedItem {
  readonly id: string;
  readonly kind: 'fact' | 'offer';
  readonly text: string;
  readonly topic: string;
  readonly mediaAssetId: string;
  readonly from: EpochMs;
  readonly until: EpochMs;
  /** Weight of each meaning, over all fields. */
  readonly weights: ReadonlyMap<string, number>;
  readonly length: number;
  /** Meanings and plain stems of the text, name, topic and aliases. */
  readonly meanings: Pick<ReadonlySet<string>, 'has'>;
  readonly stems: ReadonlySet<string>;
  /** The words themselves, as far as they carry meaning. */
  readonly words: ReadonlySet<string>;
  readonly aliases: readonly ReadonlySet<string>[];
  /** Its name, topic and aliases as they were written. */
  readonly labels: readonly string[];
  /** Meanings of the name of an offer. */
  readonly name: ReadonlySet<string>;
  readonly entities: Entities;
  /** The ages of people that its text admits; null when it says nothing of them. */
  readonly ages: { readonly least: number; readonly most: number } | null;
  /** The ways in which its text, topic, name or aliases turn a question. */
  readonly turns: ReadonlySet<Turn>;
  /** The groups of words of which one answers for another that it speaks of, as `akin.ts` numbers them. */
  readonly akin: ReadonlySet<number>;
  /** The groups of people that it speaks of. */
  readonly persons: ReadonlySet<number>;
  readonly intents: ReadonlySet<string>;
  /** What kind of answer stands in it. */
  readonly answers: ReadonlySet<AnswerKind>;
  /** What its words make one think of, told by the text apart from topic, name and aliases. */
  readonly notions: ReadonlySet<number>;
  /** The roots of its topics' probabilities, in the order of the topic model. */
  readonly topicRoots: Float64Array;
  /** The likeliest topic. */
  readonly bestTopic: number;
  /** It speaks of everything the creator makes: "every piece is …". */
  readonly isUniversal: boolean;
}

export type AnswerKind = 'amount' | 'duration' | 'time' | 'place' | 'number' | 'link' | 'code' | 'percent' | 'stock';

export interface PersonaIndex {
  /** Approved facts and offers, whatever their dates. */
  readonly items: readonly IndexedItem[];
  readonly phrases: readonly Phrase[];
  readonly averageLength: number;
  /** Where each meaning stands, with its weight there; each notion; each meaning of an alias. Numbers are places in `items`. */
  readonly postings: ReadonlyMap<string, readonly (readonly [number, number])[]>;
  readonly notionPostings: ReadonlyMap<number, readonly number[]>;
  readonly aliasPostings: ReadonlyMap<string, readonly number[]>;
  /** Of each alias of all items: its item and how many meanings it has. */
  readonly aliases: readonly { readonly item: number; readonly size: number }[];
  readonly topicCount: number;
  /** For each topic in turn, the root of its probability in each item. */
  readonly topicColumns: Float64Array;
  /** Every stem that the creator's own items use. */
  readonly vocabulary: ReadonlySet<string>;
  /** The meanings that name an offer. */
  readonly products: ReadonlySet<string>;
  /** The names with which the creator signs. */
  readonly names: ReadonlySet<string>;
  /** The emoji of the creator's approved texts. */
  readonly signs: ReadonlySet<string>;
  /** Places that the creator's own description names. */
  readonly home: ReadonlySet<string>;
  /** The creator's own word that an unknown word is a slip of the finger away from. */
  readonly spell: (word: string) => string | undefined;
}

const known = new WeakMap<Persona, PersonaIndex>();

const building = new WeakMap<Persona, Promise<PersonaIndex>>();

/** The index of a persona, kept for as long as that persona object lives. Built in slices, so that nobody else waits long. */
export async function readyIndex(persona: Persona): Promise<PersonaIndex> {
  const before = known.get(persona);
  if (before !== undefined) return before;
  const underWay = building.get(persona) ?? buildInSlices(persona);
  building.set(persona, underWay);
  return underWay;
}

/** The same at once. */
export function indexOf(persona: Persona): PersonaIndex {
  return known.get(persona) ?? join(persona, [...itemsOf(persona)]);
}

/** Others get their turn after so many characters, of some thirty short items; an alias counts as forty. */
const charactersAtOnce = 4_000;

async function buildInSlices(persona: Persona): Promise<PersonaIndex> {
  const items: IndexedItem[] = [];
  let characters = 0;
  for (const item of itemsOf(persona)) {
    items.push(item);
    characters += item.text.length + 40 * item.aliases.length;
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

/** From here on joining is a turn of its own. */
const itemsJoinedAtOnce = 200;

function* itemsOf(persona: Persona): Generator<IndexedItem> {
  for (const fact of persona.facts ?? [])
    if (isApproved(fact)) yield indexItem('fact', fact, fact.validFrom, fact.validUntil);
  for (const offer of persona.offers ?? [])
    if (isApproved(offer)) yield indexItem('offer', offer, offer.startsAt, offer.endsAt);
}

function isApproved(item: { readonly approved?: boolean }): boolean {
  return item.approved !== false;
}

function join(persona: Persona, items: readonly IndexedItem[]): PersonaIndex {
  const postings = new Map<string, [number, number][]>();
  const notionPostings = new Map<number, number[]>();
  const aliasPostings = new Map<string, number[]>();
  const aliases: { item: number; size: number }[] = [];
  items.forEach((item, at) => {
    for (const [meaning, weight] of item.weights) post(postings, meaning, [at, weight]);
    for (const notion of item.notions) post(notionPostings, notion, at);
    for (const alias of item.aliases) {
      for (const meaning of alias) post(aliasPostings, meaning, aliases.length);
      aliases.push({ item: at, size: alias.size });
    }
  });
  const vocabulary = new Set<string>();
  const products = new Set<string>();
  for (const item of items) {
    for (const word of item.stems) vocabulary.add(word);
    for (const part of item.name) products.add(part);
  }
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
    topicCount: items[0]?.topicRoots.length ?? 0,
    topicColumns: columnsOf(items.map((item) => item.topicRoots)),
    products,
    names: namesIn((persona.phrases ?? []).filter((phrase) => phrase.use === 'signoff' && isApproved(phrase))),
    signs: new Set([...items, ...(persona.phrases ?? []).filter(isApproved)].flatMap(({ text }) => signsIn(text))),
    home: entitiesOf(tokens(normalise(persona.about ?? ''))).places,
    // Most messages hold no word that needs it.
    spell(word) {
      speller ??= createSpeller(
        items.flatMap((item) => [...item.words]),
        new Set(),
      );
      return speller(word);
    },
  };
  known.set(persona, index);
  return index;
}

function namesIn(phrases: readonly Phrase[]): ReadonlySet<string> {
  const capitals = phrases.flatMap(({ text }) => text.match(/\p{Lu}\p{L}+/gu) ?? []);
  return new Set(tokens(normalise(capitals.join(' '))).map(({ word }) => word));
}

/** Rows of equal length as columns, one behind the other. */
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

/** True inside the item's dates: from its first instant, up to but not at its last. */
export function isValid(item: { readonly from: EpochMs; readonly until: EpochMs }, now: EpochMs): boolean {
  return item.from <= now && now < item.until;
}

/** Words that carry meaning: no grammar, no emoji. Their indexes in the token list, with stem and meaning. */
export function contentOf(
  list: readonly Token[],
  from = 0,
  to = list.length,
): { at: number; stem: string; meaning: string; token: Token }[] {
  const content = [];
  for (let at = from; at < to; at++) {
    const token = list[at];
    if (token === undefined || token.isEmoji || token.word === '¤' || grammarWords.has(token.word)) continue;
    const stemmed = stem(token.word);
    content.push({ at, stem: stemmed, meaning: meaningOf(stemmed), token });
  }
  return content;
}
