import type { Intent } from '../../domain/decision.ts';
import type { TopicView } from '../topics/topic-model.ts';
import { createBm25 } from './bm25.ts';
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

/** Reads items for a question: one value for each of `rankFeatures`. What does not depend on the item is worked out once. */
export function createRankFeatures(index: PersonaIndex, question: ReadQuestion): (item: IndexedItem) => Float64Array {
  const { meanings, topics, wide, wanted } = question;
  const lexical = createBm25(index, meanings);
  const lexicalBeside = createBm25(index, question.beside);
  const covered = createCoverage(index, meanings);
  const notions = createNotions(index, question.notions);
  const notionsBeside = createNotions(index, question.besideNotions);
  const isBuying = buying.has(question.intent);
  return (item) => {
    const alias = nearestAlias(item, meanings);
    const name = nameShare(item, meanings);
    const fits = wanted.some((kind) => item.answers.has(kind));
    const own = agreement(item, topics);
    const chance = likelihood(item, topics);
    const values = new Float64Array(rankFeatures.length);
    values[0] = own;
    values[1] = wide === topics ? own : agreement(item, wide);
    values[2] = topics.topics[0] === item.bestTopic ? 1 : 0;
    values[3] = chance;
    values[4] = wide === topics ? chance : likelihood(item, wide);
    values[5] = notions(item);
    values[6] = notionsBeside(item);
    values[7] = lexical(item);
    values[8] = covered(item);
    values[9] = lexicalBeside(item);
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

function agreement(item: IndexedItem, view: TopicView): number {
  let sum = 0;
  for (let at = 0; at < view.topics.length; at++)
    sum += (view.roots[at] ?? 0) * (item.topicRoots[view.topics[at] ?? 0] ?? 0);
  return sum;
}

/** How much likelier the question's topics are for the item than for any: the logarithm, between about -1 and 2. */
function likelihood(item: IndexedItem, view: TopicView): number {
  let sum = 0;
  for (let at = 0; at < view.topics.length; at++) {
    const product = (view.roots[at] ?? 0) * (item.topicRoots[view.topics[at] ?? 0] ?? 0);
    sum += product * product;
  }
  return Math.log(0.3 + sum * item.topicRoots.length) / 2;
}

/** The rarity of the notions shared over that of all asked, with a little less for a question of few. */
function createNotions(index: PersonaIndex, asked: ReadonlySet<number>): (item: IndexedItem) => number {
  const notions = [...asked];
  const rarities = notions.map((notion) =>
    Math.log(1 + index.items.length / (0.5 + (index.notionFrequency.get(notion) ?? 0))),
  );
  const total = rarities.reduce((sum, rarity) => sum + Math.min(rarity, 2), 2);
  return (item) => {
    let shared = 0;
    for (let at = 0; at < notions.length; at++) if (item.notions.has(notions[at] ?? -1)) shared += rarities[at] ?? 0;
    return shared / total;
  };
}

function createCoverage(index: PersonaIndex, meanings: readonly string[]): (item: IndexedItem) => number {
  const weights = meanings.map((meaning) => {
    const frequency = index.frequency.get(meaning);
    const rarity = Math.log(1 + index.items.length / (0.5 + (frequency ?? 0)));
    return frequency === undefined ? Math.min(rarity, 1.2) : rarity;
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return (item) => {
    let covered = 0;
    for (let at = 0; at < meanings.length; at++) if (item.meanings.has(meanings[at] ?? '')) covered += weights[at] ?? 0;
    return total === 0 ? 0 : covered / total;
  };
}

/** How nearly the question is one of the ways that fans ask this: shared meanings over all meanings of both. */
function nearestAlias(item: IndexedItem, meanings: readonly string[]): number {
  let best = 0;
  for (const alias of item.aliases) {
    let shared = 0;
    for (const meaning of meanings) if (alias.has(meaning)) shared += 1;
    if (shared > 0) best = Math.max(best, (2 * shared) / (alias.size + meanings.length));
  }
  return best;
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
