import { readFileSync } from 'node:fs';
import { sigmoid } from '../learned/probabilities.ts';
import { sumOfTrees, type Trees } from '../learned/trees.ts';

/** What `npm run train:reliability` learned from scripted readers of many kinds. */
export interface Reliability {
  /** The log-odds that the items of a reading answer the whole message. */
  readonly trees: Trees;
  /** Makes the log-odds into a probability: slope and offset. */
  readonly calibration: readonly [number, number];
  /** The least probability of an automatic answer after a second look, by autonomy; and of a proposal. */
  readonly thresholds: { readonly careful: number; readonly balanced: number; readonly proposal: number };
  /** The least probability of an automatic answer without a second look. */
  readonly unchecked: { readonly careful: number; readonly balanced: number };
  /** Below this embedded probability of its least likely item, a reading is a suggestion and never a reply. */
  readonly leastItem: number;
  /** From this embedded probability on, a friendly line goes out where the model sees nothing but a courtesy. */
  readonly courtesy: number;
}

let loaded: Reliability | undefined;

/** The committed reliability, read once. */
export function reliability(): Reliability {
  loaded ??= JSON.parse(readFileSync(new URL('reliability.model.json', import.meta.url), 'utf8')) as Reliability; // written by the trainer
  return loaded;
}

/** Puts another reliability in the place of the committed one, as tests do that must not depend on what was learned last. */
export function replaceReliability(other: Reliability): void {
  loaded = other;
}

/** The probability that the items of a reading answer the whole message, by all evidence together. */
export function reliabilityOf(features: Float64Array, { trees, calibration }: Reliability = reliability()): number {
  const [slope, offset] = calibration;
  return sigmoid(slope * sumOfTrees(trees, features) + offset);
}
