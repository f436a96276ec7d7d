import { readFileSync } from 'node:fs';
import { packed, type Trees } from '../learned/trees.ts';
import type { WordWeights } from './word-weights.ts';

/** The model that `npm run train:answer` fits on the training creators. */
export interface AnswerModel {
  readonly words: WordWeights;
  /** The log-odds that an item is one of the items that answer the message. */
  readonly item: Trees;
  /** The log-odds that the chosen items answer the whole message, and that nothing else is needed. */
  readonly plan: Trees;
  /** The slope and the offset that convert the plan's log-odds into a probability. */
  readonly calibration: readonly [number, number];
  /**
   * The lowest probabilities for an automatic answer, for each autonomy setting and each number in `thresholdPhrases`,
   * and the lowest probability for a proposal.
   */
  readonly thresholds: {
    readonly careful: readonly number[];
    readonly balanced: readonly number[];
    readonly proposal: number;
  };
}

/** The numbers of training phrases per item for which thresholds were chosen. */
export const thresholdPhrases = [0, 16, 60] as const;

/** Returns the threshold for an item with that many training phrases, interpolated between the chosen thresholds. */
export function thresholdAt(thresholds: readonly number[], phrases: number): number {
  const above = thresholdPhrases.findIndex((count) => count >= phrases);
  const next = thresholds[above];
  if (next === undefined) return thresholds.at(-1) ?? 1;
  const [low, high] = [thresholdPhrases[above - 1] ?? 0, thresholdPhrases[above] ?? 0];
  const before = thresholds[above - 1] ?? next;
  return high === low ? next : before + ((next - before) * (phrases - low)) / (high - low);
}

let loaded: AnswerModel | undefined;

/** Returns the committed model, which is read once. */
export function answerModel(): AnswerModel {
  if (loaded === undefined) {
    const stored = JSON.parse(readFileSync(new URL('answer.model.json', import.meta.url), 'utf8')) as AnswerModel; // written by the trainer
    loaded = { ...stored, item: packed(stored.item), plan: packed(stored.plan) };
  }
  return loaded;
}

/** Replaces the committed model with a model that is being trained. */
export function replaceAnswerModel(model: AnswerModel): void {
  loaded = model;
}
