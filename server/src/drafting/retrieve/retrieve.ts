import { sigmoid } from '../learned/probabilities.ts';
import { topicModel } from '../topics/topic-model.ts';
import { answerFeaturesOf, isTelling, lacksThing } from './answer-features.ts';
import { uncoveredEntities } from './covers.ts';
import { type IndexedItem, isValid, type PersonaIndex } from './persona-index.ts';
import { type Question, type ReadQuestion, readQuestion } from './question.ts';
import { createRankFeatures, rankFeatures } from './rank-features.ts';
import { hasWord, speaksOf } from './said-words.ts';
import { strays } from './strays.ts';
import type { Turn } from './turns.ts';

export type { Question } from './question.ts';

/** One item's claim to answer a clause. `lack` names what keeps it from being sent without the creator; '' when nothing does. */
export interface Candidate {
  readonly item: IndexedItem;
  /** The calibrated probability that the item answers, 0 to 1. */
  readonly score: number;
  /** How much of the question's words the item has, 0 to 1. */
  readonly coverage: number;
  /** It is nearly one of the ways that fans ask this, shares more than one telling word, or surely answers. */
  readonly isPlain: boolean;
  readonly lack: '' | 'floor' | 'entity' | 'answer' | 'word' | 'margin';
}

/** An item below the floor is no answer; one that is not ahead of the next by the margin is a guess. */
export function retrievalThresholds(): { readonly floor: number; readonly margin: number } {
  const { floor, margin } = topicModel().notes;
  return { floor, margin };
}

export interface Scored {
  readonly item: IndexedItem;
  readonly features: Float64Array;
  readonly score: number;
}

/** Approved items that are valid now, best first, at most five. Ties keep the order of the persona. */
export function retrieve(index: PersonaIndex, question: Question): Candidate[] {
  const { notes } = topicModel();
  const read = readQuestion(index, question);
  if (read.meanings.length === 0 && read.entities.at.size === 0 && read.beside.length === 0) return [];
  const ranked = best(index, read, mostCandidates);
  const lacks = ranked.map(({ item }) => lackOf(item, index, read));
  const candidates = ranked.map((scored, place): Candidate => {
    const { item } = scored;
    const values = answerValues(scored, place, ranked, index, read, lacks);
    const probability = sigmoid(dot(values, notes.answer) + notes.answerOffset);
    const telling = new Set(read.asked.filter((word) => isTelling(word, item)).map((word) => word.meaning)).size;
    const alias = scored.features[aliasAt] ?? 0;
    return {
      item,
      score: round(probability),
      coverage: round(scored.features[coverageAt] ?? 0),
      isPlain: alias >= 0.75 || telling > 1 || probability >= surely,
      lack: lacks[place] || (probability < notes.floor ? 'floor' : ''),
    };
  });
  const [first, second] = candidates.filter((candidate) => candidate.lack === '');
  if (first === undefined) return candidates;
  const tooClose = second !== undefined && first.score - second.score < notes.margin;
  const stray = tooClose ? '' : strays(first.item, index, read);
  const lack = tooClose ? 'margin' : stray === '' ? '' : 'word';
  return [{ ...first, lack }, ...candidates.filter((candidate) => candidate !== first)];
}

/** Why an item cannot answer, however near it is: it does not speak of what is named, or says nothing of the kind that is asked for. */
export function lackOf(item: IndexedItem, index: PersonaIndex, question: ReadQuestion): Candidate['lack'] {
  const { now, intent, needed, entities } = question;
  const missing = uncoveredEntities(item, entities, {
    now,
    intent,
    home: index.home,
  });
  if (missing.length > 0 || isOtherOffer(item, index, question)) return 'entity';
  if (needed.length > 0 && !needed.some((kind) => item.answers.has(kind))) return 'answer';
  if (lacksThing(item, index, question)) return 'word';
  for (const turn of question.turns.keys()) if (!turnsAlike(item, turn, question)) return 'word';
  return question.said.every((word) => speaksOf(item, index, word, intent)) ? '' : 'word';
}

/**
 * He or she may be any of the people that an item speaks of; "if I am **late**" turns no item that speaks of it; and what does
 * not work is what help with it is for.
 */
function turnsAlike(item: IndexedItem, turn: Turn, { turns, said, intent }: ReadQuestion): boolean {
  if (item.turns.has(turn)) return true;
  if (turn === 'third') return item.persons.size > 0;
  if (turn === 'condition') return said.some((word) => word.at > (turns.get(turn) ?? 0) && hasWord(item, word));
  return (
    turn === 'not' &&
    intent === 'access_problem' &&
    said.length > 0 &&
    (item.turns.has('condition') || item.intents.has(intent))
  );
}

/** The question names one offer in full, and this is another: the half day does not answer for the full day. */
function isOtherOffer(item: IndexedItem, index: PersonaIndex, { meanings }: ReadQuestion): boolean {
  const isNamed = ({ name }: IndexedItem): boolean =>
    name.size > 0 && [...name].every((part) => meanings.includes(part));
  return item.kind === 'offer' && !isNamed(item) && index.items.some(isNamed);
}

/** The best valid items, best first; of equals the first. */
function best(index: PersonaIndex, question: ReadQuestion, most: number): Scored[] {
  const { notes } = topicModel();
  const featuresOf = createRankFeatures(index, question);
  const room = new Float64Array(rankFeatures.length);
  const found: { at: number; score: number }[] = [];
  index.items.forEach((item, at) => {
    if (!isValid(item, question.now)) return;
    const score = dot(featuresOf(at, room), notes.rank);
    if (found.length === most && score <= (found.at(-1)?.score ?? 0)) return;
    const place = found.findIndex((other) => other.score < score);
    found.splice(place < 0 ? found.length : place, 0, { at, score });
    if (found.length > most) found.pop();
  });
  return found.flatMap(({ at, score }) => {
    const item = index.items[at];
    return item === undefined ? [] : [{ item, features: featuresOf(at), score }];
  });
}

/** Every valid item with its features and score, best first. */
export function rank(index: PersonaIndex, question: ReadQuestion): Scored[] {
  const { notes } = topicModel();
  const featuresOf = createRankFeatures(index, question);
  const scored: Scored[] = [];
  index.items.forEach((item, at) => {
    if (!isValid(item, question.now)) return;
    const features = featuresOf(at);
    scored.push({ item, features, score: dot(features, notes.rank) });
  });
  return scored.sort((a, b) => b.score - a.score);
}

/** The features of both kinds by which the probability of an answer is told. */
export function answerValues(
  scored: Scored,
  place: number,
  ranked: readonly Scored[],
  index: PersonaIndex,
  question: ReadQuestion,
  lacks?: readonly Candidate['lack'][],
): Float64Array {
  // What cannot answer and is behind is no rival; what is ahead tells that this is no answer, either.
  const rival =
    place > 0
      ? ranked[0]
      : ranked.find((other, at) => at > 0 && (lacks?.[at] ?? lackOf(other.item, index, question)) === '');
  const other = rival?.score ?? scored.score - 4;
  const more = answerFeaturesOf(scored.item, index, question, scored.score, scored.score - other);
  const values = new Float64Array(scored.features.length + more.length);
  values.set(scored.features);
  values.set(more, scored.features.length);
  return values;
}

const mostCandidates = 5;
const aliasAt = rankFeatures.indexOf('nearest alias');
const coverageAt = rankFeatures.indexOf('words covered');
/** From here on an item needs no shared word to count as a plain answer. */
const surely = 0.9;

function dot(values: Readonly<Float64Array>, weights: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += (values[at] ?? 0) * (weights[at] ?? 0);
  return sum;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
