import type { Persona } from '../domain/persona.ts';
import { judgePhrases } from '../drafting/answer/judge-phrases.ts';
import { teachingOf } from '../drafting/answer/teaching.ts';
import { type TrainedClassifier, trainClassifier } from '../drafting/answer/train-classifier.ts';

/** Receives the progress of training: the completed passes, and the total. */
export type TrainingProgress = (done: number, of: number) => void;

/**
 * Trains a persona's classifier on this thread. Leaves out phrases that the classifier must not learn. Identical
 * personas produce identical bytes. Takes about three seconds for 40 items with 80 phrases each.
 */
export function trainPersona(persona: Persona, progress: TrainingProgress = () => {}): TrainedClassifier {
  const unused = new Set(judgePhrases(persona).map(({ text }) => text));
  return trainClassifier(teachingOf(persona), unused, progress);
}
