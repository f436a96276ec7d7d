import type { Persona } from '../domain/persona.ts';
import type { Store } from '../store/port.ts';
import type { StoredClassifier } from '../store/teaching-port.ts';
import type { Train } from './create-trainer.ts';
import { teachingHashOf } from './persona-hash.ts';
import type { TrainingProgress } from './train-persona.ts';

export interface ProfilePlace {
  readonly workspaceId: string;
  readonly profileId: string;
}

export interface TeachOptions {
  readonly progress?: TrainingProgress;
  /** If true, trains even if the stored classifier's hash matches. Set this if its bytes cannot be read. */
  readonly isAnew?: boolean;
}

/**
 * Trains and stores a profile's classifier, unless the stored classifier is already up to date. Call it during the
 * workspace's turn (`Trainer.inTurn`).
 * @throws TrainingFailed, StoreUnavailable
 */
export async function teachProfile(
  store: Pick<Store, 'classifier' | 'keepClassifier'>,
  train: Train,
  { workspaceId, profileId, persona }: ProfilePlace & { readonly persona: Persona },
  { progress, isAnew = false }: TeachOptions = {},
): Promise<StoredClassifier & { readonly isTrained: boolean }> {
  const stored = isAnew ? null : await store.classifier({ workspaceId, profileId });
  if (stored !== null && stored.hash === teachingHashOf(persona)) return { ...stored, isTrained: false };
  const { hash, bytes } = await train(persona, progress);
  await store.keepClassifier({ workspaceId, profileId, hash, bytes });
  return { hash, bytes, isTrained: true };
}
