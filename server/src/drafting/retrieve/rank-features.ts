import type { Intent } from '../../domain/decision.ts';
import type { TopicView } from '../topics/topic-model.ts';
import { bm25 } from './bm25.ts';
import type { IndexedItem } from './indexed-item.ts';
import type { PersonaIndex } from './persona-index.ts';
import type { ReadQuestion } from './question.ts';

/** The features that compare an approved text with a question, in the order of the ranker's weights. */
export const rankFeatures = [
  'topic agreement',
  'best topic is the same',
  'likelier than by chance',
  'notions shared',
  'BM25',
  'words covered',
  'nearest alias',
  'the whole name of the offer',
  'half a name only',
  'the intent fits',
  'the kind of answer fits',
  'the kind of answer is missing',
  'entities shared',
  'an offer, for a question of buying',
] as const;

/** Returns one row of `rankFeatures` for each item of the index. */
export function rankRows(index: PersonaIndex, question: ReadQuestion): Float64Array[] {
  const rows: Float64Array[] = [];
  eachRow(index, question, (row) => rows.push(row.slice()));
  return rows;
}

/** Returns the weighted sum of `rankFeatures` for each item of the index. */
export function rankScores(index: PersonaIndex, question: ReadQuestion, weights: readonly number[]): Float64Array {
  const scores = new Float64Array(index.items.length);
  eachRow(index, question, (row, at) => {
    let sum = 0;
    for (let feature = 0; feature < row.length; feature++) sum += (row[feature] ?? 0) * (weights[feature] ?? 0);
    scores[at] = sum;
  });
  return scores;
}

/**
 * Calls `visit` with the same row object for each item, because allocating a row costs more than computing its
 * features.
 */
function eachRow(index: PersonaIndex, question: ReadQuestion, visit: (row: Float64Array, at: number) => void): void {
  const { meanings, topics, wanted, needed } = question;
  const lexical = bm25(index, meanings);
  const covered = coverage(index, meanings);
  const notions = notionsShared(index, question.notions);
  const shared = topicsShared(index, topics);
  const nearest = nearestAliases(index, meanings);
  const isBuying = buying.has(question.intent);
  const row = new Float64Array(rankFeatures.length);
  for (const [at, item] of index.items.entries()) {
    const name = nameShare(item, meanings);
    const fits = wanted.some((kind) => item.answers.has(kind));
    row[0] = shared.agreement[at] ?? 0;
    row[1] = topics.topics[0] === item.bestTopic ? 1 : 0;
    row[2] = shared.likelihood[at] ?? 0;
    row[3] = notions[at] ?? 0;
    row[4] = lexical[at] ?? 0;
    row[5] = covered[at] ?? 0;
    row[6] = nearest[at] ?? 0;
    row[7] = name === 1 ? 1 : 0;
    row[8] = name > 0 && name < 1 ? 1 : 0;
    row[9] = item.intents[question.intent] ?? 0;
    row[10] = fits ? 1 : 0;
    row[11] = needed.length > 0 && !fits ? 1 : 0;
    row[12] = sharedEntities(item, question);
    row[13] = isBuying && item.kind === 'offer' ? 1 : 0;
    visit(row, at);
  }
}

const buying = new Set<Intent>(['pricing', 'purchase', 'availability']);

/**
 * Returns, for every item, how far its topics agree with the question's topics, 0 to 1, and how much more likely the
 * question's topics are for the item than by chance, as a logarithm between about -0.6 and 2.
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

/**
 * Returns, for every item, the rarity of the shared associations divided by the rarity of all associations in the
 * question. A question with few associations gives slightly lower values.
 */
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

/**
 * Returns how close the question is to each item's nearest alias: twice the shared meanings divided by the meanings of
 * both.
 */
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
