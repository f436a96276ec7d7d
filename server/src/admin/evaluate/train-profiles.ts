import type { ProfileDocument } from '../../domain/workspace-document.ts';
import { readClassifier, type TaughtClassifier } from '../../drafting/answer/taught-classifier.ts';
import { OperatorError } from '../../lib/errors.ts';
import { createTrainer, TrainingFailed, TrainingStopped } from '../../teaching/create-trainer.ts';
import { isTeachable } from '../../teaching/persona-hash.ts';

/**
 * Trains the classifiers of a document's profiles one after another on a separate thread. Stores nothing. A profile
 * without facts and offers has no classifier.
 * @throws OperatorError that names a profile that could not be trained
 * @throws TrainingStopped once `stop` is aborted
 */
export async function trainProfiles(
  profiles: Iterable<ProfileDocument>,
  progress: (displayName: string, done: number, of: number) => void = () => {},
  stop?: AbortSignal,
): Promise<Map<ProfileDocument, TaughtClassifier | null>> {
  const classifiers = new Map<ProfileDocument, TaughtClassifier | null>();
  const trainer = createTrainer();
  stop?.addEventListener('abort', () => void trainer.close(), { once: true });
  const trained = async ({ id, displayName, persona = {} }: ProfileDocument): Promise<TaughtClassifier | null> => {
    if (!isTeachable(persona)) return null;
    try {
      const told = (done: number, of: number) => progress(displayName, done, of);
      const { bytes } = await trainer.inTurn('evaluate', (train) => train(persona, told));
      return readClassifier(bytes);
    } catch (error) {
      if (!(error instanceof TrainingFailed) || error instanceof TrainingStopped) throw error;
      throw new OperatorError(`Profile ${id}: ${error.message}`, [], { cause: error });
    }
  };
  try {
    for (const profile of profiles) classifiers.set(profile, await trained(profile));
  } finally {
    await trainer.close();
  }
  return classifiers;
}
