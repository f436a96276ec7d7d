import { readFileSync } from 'node:fs';
import type { Wording } from '../learned/features.ts';
import { featureWords, wordingOf } from '../learned/features.ts';
import { createScorer, type Scores } from '../learned/linear-model.ts';
import { decodeModel } from '../learned/model-file.ts';
import { sigmoid, softmax } from '../learned/probabilities.ts';
import type { Understanding } from './understand.ts';

/**
 * How likely it is that a message is only a greeting, thanks or praise, so that a friendly line (a greeting or thanks)
 * answers it.
 */
export interface Courtesy {
  readonly kind: 'greeting' | 'thanks' | 'none';
  /** The probability, 0 to 1, that a friendly line is enough. */
  readonly probability: number;
  /** The lowest probability at which the line may be automatic. */
  readonly threshold: number;
}

interface CourtesyNotes {
  readonly temperature: number;
  readonly weights: readonly number[];
  readonly threshold: number;
}

let loaded: { readonly score: (text: Wording) => Scores; readonly notes: CourtesyNotes } | undefined;

/** Returns the courtesy of an understood message. */
export function courtesyOf(understanding: Understanding): Courtesy {
  if (loaded === undefined) {
    const { model, notes } = decodeModel(readFileSync(new URL('courtesy.model', import.meta.url)));
    loaded = { score: createScorer(model), notes: notes as unknown as CourtesyNotes }; // written by the trainer
  }
  const { score, notes } = loaded;
  const chances = softmax(score(wordingOf(featureWords(understanding.tokens))).margins(), notes.temperature);
  const probability = chanceOf(courtesyEvidence(understanding, chances), notes.weights);
  const greeting = (chances[0] ?? 0) + chanceOfIntent(understanding, 'greeting');
  const thanks = (chances[1] ?? 0) + chanceOfIntent(understanding, 'praise');
  const kind = probability < leastCourtesy ? 'none' : greeting > thanks ? 'greeting' : 'thanks';
  return { kind, probability, threshold: notes.threshold };
}

const leastCourtesy = 0.1;

/**
 * Returns the evidence for a courtesy, in the order of the weights. `chances` are the probabilities of greeting, thanks
 * and other, based on words alone.
 */
export function courtesyEvidence(understanding: Understanding, chances: Readonly<Float64Array>): number[] {
  const { clauses, danger } = understanding;
  return [
    1,
    1 - (chances[2] ?? 1),
    chanceOfIntent(understanding, 'greeting') + chanceOfIntent(understanding, 'praise'),
    clauses.some(({ isAsked }) => isAsked) ? 1 : 0,
    clauses.some(({ act }) => act === 'request' || act === 'demand') ? 1 : 0,
    chanceOfIntent(understanding, 'feedback'),
    danger,
  ];
}

/** Returns the probability that these weights give to the evidence. */
export function chanceOf(evidence: readonly number[], weights: readonly number[]): number {
  return sigmoid(evidence.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0));
}

function chanceOfIntent({ whole }: Understanding, name: string): number {
  return whole.intents.find(({ intent }) => intent === name)?.score ?? 0;
}
