import { readFileSync } from 'node:fs';
import { sigmoid } from '../learned/probabilities.ts';
import { sumOfTrees, type Trees } from '../learned/trees.ts';

/** The model that `npm run train:reliability` fits on many kinds of scripted readers. */
export interface Reliability {
  /** The log-odds that the items of a reading answer the whole message. */
  readonly trees: Trees;
  /** The slope and the offset that convert the log-odds into a probability. */
  readonly calibration: readonly [number, number];
  /**
   * The lowest probabilities for an automatic answer after a second look, one for each autonomy setting, and the lowest
   * for a proposal.
   */
  readonly thresholds: { readonly careful: number; readonly balanced: number; readonly proposal: number };
  /** The lowest probability for an automatic answer without a second look. */
  readonly unchecked: { readonly careful: number; readonly balanced: number };
  /** If the embedded probability of a reading's least likely item is lower than this, the answer is never automatic. */
  readonly leastItem: number;
  /**
   * If the model sees nothing but a courtesy, a friendly line is automatic if its embedded probability is at least this
   * value.
   */
  readonly courtesy: number;
}

let loaded: Reliability | undefined;

/** Returns the committed reliability model, which is read once. */
export function reliability(): Reliability {
  loaded ??= JSON.parse(readFileSync(new URL('reliability.model.json', import.meta.url), 'utf8')) as Reliability; // written by the trainer
  return loaded;
}

/** Replaces the committed reliability model, for tests that must not depend on the latest training. */
export function replaceReliability(other: Reliability): void {
  loaded = other;
}

/** Returns the probability that the items in a reading answer the whole message, based on all evidence together. */
export function reliabilityOf(features: Float64Array, { trees, calibration }: Reliability = reliability()): number {
  const [slope, offset] = calibration;
  return sigmoid(slope * sumOfTrees(trees, features) + offset);
}
