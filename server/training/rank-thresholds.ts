import { sigmoid } from '../src/drafting/learned/probabilities.ts';
import { answerFeatures } from '../src/drafting/retrieve/answer-features.ts';
import { indexOf, type PersonaIndex } from '../src/drafting/retrieve/persona-index.ts';
import { type ReadQuestion, readQuestion } from '../src/drafting/retrieve/question.ts';
import { rankFeatures } from '../src/drafting/retrieve/rank-features.ts';
import { answerValues, lackOf, rank, type Scored } from '../src/drafting/retrieve/retrieve.ts';
import type { AskedCase } from './rank-cases.ts';
import { dot, fitAnswer, fitRanker, type RankList } from './rank-train.ts';

/** A question of a case with every valid item against it. */
export interface Unit {
  readonly asked: AskedCase;
  readonly index: PersonaIndex;
  readonly read: ReadQuestion;
  readonly items: readonly Scored[];
  /** The message can be answered by items, and this is what has to find one. */
  readonly isAnswerable: boolean;
  /** No right item has a content word of the question. */
  readonly sharesNothing: boolean;
}

/** What would be answered, by weights that the case had no part in. */
export interface Judged {
  readonly unit: Unit;
  readonly probability: number;
  readonly isRight: boolean;
  /** An item whose entities cover the question's was found, and the policy lets it answer. */
  readonly mayAnswer: boolean;
  readonly probabilityOfNext: number;
}

/**
 * `wrong` is of answers by items to the validation authors. Strangers have always met two to three times as many wrong answers as the
 * authors on whom the floor was chosen, so it is half of the 3 % that is wanted.
 */
export const targets = { wrong: 0.015, margin: 0.1 };
const width = rankFeatures.length + answerFeatures.length;
const rankPenalty = 0.003;
const answerPenalty = 0.003;

export function unitsOf(cases: readonly AskedCase[]): Unit[] {
  return cases.map((asked) => {
    const index = indexOf(asked.persona);
    const read = readQuestion(index, asked.question);
    const items = rank(index, read);
    const right = items.filter(({ item }) => asked.items.has(item.id));
    return {
      asked,
      index,
      read,
      items,
      isAnswerable: asked.isSafe && right.length > 0,
      sharesNothing: !right.some(({ item }) => read.asked.some((word) => item.stems.has(word.stem))),
    };
  });
}

export function fitOn(units: readonly Unit[], prior: readonly number[]) {
  const weights = fitRanker(listsOf(units), prior, rankPenalty);
  const rows = units.flatMap((unit) => {
    const [best] = bestOf(unit, weights);
    return best === undefined ? [] : [{ values: best.values, isRight: unit.asked.items.has(best.id) }];
  });
  return { rank: weights, answer: fitAnswer(rows, width, answerPenalty) };
}

/** What a fit would answer, of cases that it did not see. */
export function judge(units: readonly Unit[], fit: ReturnType<typeof fitOn>): Judged[] {
  return units.map((unit): Judged => {
    const [best, next] = bestOf(unit, fit.rank).map((one) => ({
      ...one,
      probability: sigmoid(dot(one.values, fit.answer.weights) + fit.answer.offset),
    }));
    return {
      unit,
      probability: best?.probability ?? 0,
      probabilityOfNext: next?.probability ?? 0,
      isRight: best !== undefined && unit.asked.items.has(best.id),
      mayAnswer: best !== undefined && unit.asked.mayAnswer,
    };
  });
}

/**
 * The lowest probability from which on no more than `targets.wrong` of the messages that are answered are answered wrong. A message
 * is answered when each of its questions is, and right when each is answered right and all of it could be.
 */
export function chooseFloor(judged: readonly Judged[]): number {
  const messages = new Map<string, { probability: number; isRight: boolean }>();
  for (const one of judged) {
    const { profile, message, isSafe } = one.unit.asked;
    const key = `${profile} ${message}`;
    const before = messages.get(key) ?? { probability: 1, isRight: isSafe };
    messages.set(key, {
      probability: Math.min(before.probability, isOpen(one) ? one.probability : 0),
      isRight: before.isRight && one.isRight,
    });
  }
  const order = [...messages.values()].sort((a, b) => b.probability - a.probability);
  let floor = 0.99;
  let wrong = 0;
  order.forEach(({ isRight, probability }, at) => {
    if (!isRight) wrong += 1;
    if (probability > 0.5 && wrong <= targets.wrong * (at + 1)) floor = probability;
  });
  return Math.round(floor * 1000) / 1000;
}

export function isOpen({ mayAnswer, probability, probabilityOfNext }: Judged): boolean {
  return mayAnswer && probability - probabilityOfNext >= targets.margin;
}

export function listsOf(units: readonly Unit[]): RankList[] {
  return units.flatMap(({ items, asked, isAnswerable }) => {
    const right = items.findIndex(({ item }) => asked.items.has(item.id));
    return isAnswerable ? [{ items: items.map(({ features }) => features), right }] : [];
  });
}

/** The two best items that can answer at all. */
function bestOf(unit: Unit, weights: readonly number[]): { id: string; values: Float64Array }[] {
  const order = unit.items
    .map((scored) => ({ ...scored, score: dot(scored.features, weights) }))
    .sort((a, b) => b.score - a.score);
  return order
    .slice(0, 5)
    .map((scored, place) => ({ scored, place }))
    .filter(({ scored }) => lackOf(scored.item, unit.index, unit.read) === '')
    .slice(0, 2)
    .map(({ scored, place }) => ({
      id: scored.item.id,
      values: answerValues(scored, place, order, unit.index, unit.read),
    }));
}
