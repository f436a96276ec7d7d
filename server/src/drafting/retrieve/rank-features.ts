import type { Intent } from '../../domain/decision.ts';
import type { TopicView } from '../topics/topic-model.ts';
import { bm25 } from './bm25.ts';
import type { IndexedItem, PersonaIndex } from './persona-index.ts';
import type { ReadQuestion } from './question.ts';

/** What speaks for an item, in the order of the ranker's weights. */
export const rankFeatures = [
  'topic agreement',
  'topic agreement with the background',
  'best topic is the same',
  'likelier than by chance',
  'likelier than by chance, with the background',
  'notions shared',
  'notions shared with the background',
  'BM25',
  'words covered',
  'BM25 of the background',
  'nearest alias',
  'an alias word for word',
  'the whole name of the offer',
  'half a name only',
  'the intent fits',
  'the kind of answer fits',
  'the kind of answer is missing',
  'entities shared',
  'an offer, for a question of buying',
] as const;

/** Reads the items of an index, by their places, for a question: one value for each of `rankFeatures`, written into a list given. */
export function createRankFeatures(
  index: PersonaIndex,
  question: ReadQuestion,
): (at: number, into?: Float64Array) => Float64Array {
  const { meanings, topics, wide, wanted } = question;
  const lexical = bm25(index, meanings);
  const lexicalBeside = bm25(index, question.beside);
  const covered = coverage(index, meanings);
  const notions = notionsShared(index, question.notions);
  const notionsBeside = notionsShared(index, question.besideNotions);
  const own = topicsShared(index, topics);
  const around = wide === topics ? own : topicsShared(index, wide);
  const nearest = nearestAliases(index, meanings);
  const isBuying = buying.has(question.intent);
  return (at, values = new Float64Array(rankFeatures.length)) => {
    const item = index.items[at];
    if (item === undefined) return values;
    const alias = nearest[at] ?? 0;
    const name = nameShare(item, meanings);
    const fits = wanted.some((kind) => item.answers.has(kind));
    values[0] = own.agreement[at] ?? 0;
    values[1] = around.agreement[at] ?? 0;
    values[2] = topics.topics[0] === item.bestTopic ? 1 : 0;
    values[3] = own.likelihood[at] ?? 0;
    values[4] = around.likelihood[at] ?? 0;
    values[5] = notions[at] ?? 0;
    values[6] = notionsBeside[at] ?? 0;
    values[7] = lexical[at] ?? 0;
    values[8] = covered[at] ?? 0;
    values[9] = lexicalBeside[at] ?? 0;
    values[10] = alias;
    values[11] = alias >= 0.95 ? 1 : 0;
    values[12] = name === 1 ? 1 : 0;
    values[13] = name > 0 && name < 1 ? 1 : 0;
    values[14] = item.intents.has(question.intent) ? 1 : 0;
    values[15] = fits ? 1 : 0;
    values[16] = wanted.length > 0 && !fits ? 1 : 0;
    values[17] = sharedEntities(item, question);
    values[18] = isBuying && item.kind === 'offer' ? 1 : 0;
    return values;
  };
}

const buying = new Set<Intent>(['pricing', 'purchase', 'availability']);

/**
 * Of every item: how far the topics agree, 0 to 1; and how much likelier the question's topics are for it than for any, as a
 * logarithm between about -1 and 2.
 */
function topicsShared(index: PersonaIndex, view: TopicView): { agreement: Float64Array; likelihood: Float64Array } {
  const agreement = new Float64Array(index.items.length);
  const likelihood = new Float64Array(index.items.length);
  view.topics.forEach((topic, place) => {
    const root = view.roots[place] ?? 0;
    const column = topic * agreement.length;
    for (let at = 0; at < agreement.length; at++) {
      const product = root * (index.topicColumns[column + at] ?? 0);
      agreement[at] = (agreement[at] ?? 0) + product;
      likelihood[at] = (likelihood[at] ?? 0) + product * product;
    }
  });
  for (let at = 0; at < likelihood.length; at++)
    likelihood[at] = Math.log(0.3 + (likelihood[at] ?? 0) * index.topicCount) / 2;
  return { agreement, likelihood };
}

/** The rarity of the notions shared over that of all asked, with a little less for a question of few. */
function notionsShared(index: PersonaIndex, asked: ReadonlySet<number>): Float64Array {
  const shared = new Float64Array(index.items.length);
  let total = 2;
  for (const notion of asked) {
    const list = index.notionPostings.get(notion) ?? [];
    const rarity = Math.log(1 + index.items.length / (0.5 + list.length));
    total += Math.min(rarity, 2);
    for (const at of list) shared[at] = (shared[at] ?? 0) + rarity;
  }
  for (let at = 0; at < shared.length; at++) shared[at] = (shared[at] ?? 0) / total;
  return shared;
}

function coverage(index: PersonaIndex, meanings: readonly string[]): Float64Array {
  const covered = new Float64Array(index.items.length);
  let total = 0;
  for (const meaning of meanings) {
    const list = index.postings.get(meaning) ?? [];
    const rarity = Math.log(1 + index.items.length / (0.5 + list.length));
    const weight = list.length === 0 ? Math.min(rarity, 1.2) : rarity;
    total += weight;
    for (const [at] of list) covered[at] = (covered[at] ?? 0) + weight;
  }
  if (total > 0) for (let at = 0; at < covered.length; at++) covered[at] = (covered[at] ?? 0) / total;
  return covered;
}

/** How nearly the question is one of the ways that fans ask this: shared meanings over all meanings of both. */
function nearestAliases(index: PersonaIndex, meanings: readonly string[]): Float64Array {
  const shared = new Uint16Array(index.aliases.length);
  for (const meaning of meanings)
    for (const alias of index.aliasPostings.get(meaning) ?? []) shared[alias] = (shared[alias] ?? 0) + 1;
  const nearest = new Float64Array(index.items.length);
  index.aliases.forEach(({ item, size }, alias) => {
    const share = (2 * (shared[alias] ?? 0)) / (size + meanings.length);
    if (share > (nearest[item] ?? 0)) nearest[item] = share;
  });
  return nearest;
}

function nameShare(item: IndexedItem, meanings: readonly string[]): number {
  if (item.name.size === 0) return 0;
  let said = 0;
  for (const part of item.name) if (meanings.includes(part)) said += 1;
  return said / item.name.size;
}

function sharedEntities(item: IndexedItem, question: ReadQuestion): number {
  const asked = question.entities;
  if (asked.at.size === 0) return 0;
  const stated = item.entities;
  let shared = 0;
  for (const place of asked.places) if (stated.places.has(place)) shared += 1;
  for (const day of asked.weekdays) if (stated.weekdays.has(day)) shared += 1;
  for (const month of asked.months) if (stated.months.has(month)) shared += 1;
  for (const size of asked.sizes) if (stated.sizes.has(size)) shared += 1;
  for (const number of asked.numbers) if (stated.numbers.has(number)) shared += 1;
  return Math.min(2, shared);
}
