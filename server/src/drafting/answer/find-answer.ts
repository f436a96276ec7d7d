import { sigmoid } from '../learned/probabilities.ts';
import { sumOfTrees } from '../learned/trees.ts';
import type { AnswerInput } from './answer-input.ts';
import { type AnswerModel, answerModel } from './answer-model.ts';
import { type Candidate, candidatesOf, withWordWeights } from './candidates.ts';
import { align, readViews } from './read-views.ts';
import { viewsOf } from './views.ts';

/** An item with the probability that it is one of the items that answer the message. */
export interface LikelyItem extends Candidate {
  readonly probability: number;
}

/** The set of items that most likely answers a message. */
export interface Answer {
  /**
   * The chosen items, most likely first. The reply contains them in the order of the questions. Empty if the creator
   * has no valid item.
   */
  readonly chosen: readonly LikelyItem[];
  /** All candidates, most likely first. */
  readonly candidates: readonly LikelyItem[];
  /**
   * The calibrated probability that the chosen items answer the whole message and that the message asks for nothing
   * else.
   */
  readonly probability: number;
}

/** An item other than the most likely one is also considered necessary if its probability is at least this value. */
const alsoNeeded = 0.5;
const mostItems = 3;
/** The probability of an answer to a message that repeats one of the creator's phrases word for word. */
export const taughtWording = 0.98;

/** Finds the approved items that answer a message, with their probabilities. */
export function findAnswer(input: AnswerInput): Answer {
  const model = answerModel();
  return chooseAnswer(withWordWeights(gatherCandidates(input), model.words), model);
}

/** Returns the most likely items with the evidence for each. */
export function gatherCandidates(input: AnswerInput): Candidate[] {
  const { understanding, index, classifier, history } = input;
  const places = align(index, classifier, input.hashOf);
  const views = readViews(viewsOf(understanding, history), input, places);
  return candidatesOf({ index, classifier, places, understanding, history, views }, input.also);
}

/** Scores candidates with a model's trees, and chooses the items that together most likely answer the message. */
export function chooseAnswer(candidates: readonly Candidate[], model: AnswerModel): Answer {
  const likely = candidates
    .map(
      (candidate): LikelyItem => ({ ...candidate, probability: sigmoid(sumOfTrees(model.item, candidate.features)) }),
    )
    .sort((a, b) => b.probability - a.probability);
  const [first] = likely;
  if (first === undefined) return { chosen: [], candidates: [], probability: 0 };
  const taught = likely.find(({ isTaughtWording }) => isTaughtWording);
  if (taught !== undefined) return { chosen: [taught], candidates: likely, probability: taughtWording };
  const chosen = [first, ...likely.slice(1).filter(({ probability }) => probability >= alsoNeeded)].slice(0, mostItems);
  const sum = planLogOdds(chosen, likely, model);
  const [slope, offset] = model.calibration;
  return { chosen, candidates: likely, probability: sigmoid(slope * sum + offset) };
}

/**
 * Returns the uncalibrated log-odds that the given items, most likely first, answer the whole message, according to the
 * embedded evidence.
 */
export function planLogOdds(
  chosen: readonly LikelyItem[],
  likely: readonly LikelyItem[],
  model: AnswerModel = answerModel(),
): number {
  return sumOfTrees(model.plan, planFeatures(chosen, likely));
}

/** The features for the plan's trees, in addition to the most likely item's features. */
const planFeatureNames = [
  'least chosen',
  'likeliest left out',
  'chosen',
  'sum of the chosen',
  'views',
  'least answered clause',
  'clauses that an item left out answers better',
] as const;

export function planFeatures(chosen: readonly LikelyItem[], likely: readonly LikelyItem[]): Float64Array {
  const [first] = chosen;
  const own = first?.features ?? new Float64Array(0);
  const left = likely.filter((item) => !chosen.includes(item));
  const clauses = (first?.clauses ?? []).map((_, at) => ({
    answered: Math.max(...chosen.map((item) => item.clauses[at] ?? 0)),
    otherwise: Math.max(-20, ...left.map((item) => item.clauses[at] ?? 0)),
  }));
  const features = new Float64Array(own.length + planFeatureNames.length);
  features.set(own);
  features.set(
    [
      Math.min(...chosen.map(({ probability }) => probability)),
      Math.max(0, ...left.map(({ probability }) => probability)),
      chosen.length,
      chosen.reduce((sum, { probability }) => sum + probability, 0),
      new Set(chosen.map(({ view }) => view)).size,
      Math.min(0, ...clauses.map(({ answered }) => answered)),
      clauses.filter(({ answered, otherwise }) => otherwise > answered).length,
    ],
    own.length,
  );
  return features;
}
