import { readFileSync } from 'node:fs';
import type { Trees } from '../learned/trees.ts';

/** What `npm run train:answer` learned on training creators. */
export interface AnswerModel {
  /** One weight for each of `rankFeatures`. */
  readonly rank: readonly number[];
  /** The log-odds that an item is one of those that answer. */
  readonly item: Trees;
  /** The log-odds that the chosen items answer the whole message, and nothing else is needed. */
  readonly plan: Trees;
  /** Makes the plan's log-odds into a probability: slope and offset. */
  readonly calibration: readonly [number, number];
  /** The least probability of an automatic answer, by autonomy; and of a proposal. */
  readonly thresholds: { readonly careful: number; readonly balanced: number; readonly proposal: number };
}

let loaded: AnswerModel | undefined;

/** The committed model, read once. */
export function answerModel(): AnswerModel {
  loaded ??= JSON.parse(readFileSync(new URL('answer.model.json', import.meta.url), 'utf8')) as AnswerModel; // written by the trainer
  return loaded;
}

/** Puts a model under training in the place of the committed one. */
export function replaceAnswerModel(model: AnswerModel): void {
  loaded = model;
}
