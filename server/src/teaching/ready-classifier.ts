import type { Persona } from '../domain/persona.ts';
import { readClassifier, type TaughtClassifier } from '../drafting/answer/taught-classifier.ts';
import type { Store } from '../store/port.ts';
import { isTeachable } from './persona-hash.ts';
import type { ProfilePlace } from './teach-profile.ts';
import { type TrainingProgress, trainPersona } from './train-persona.ts';

/**
 * Trains a classifier synchronously, for commands that draft from a workspace document. Returns null for a persona
 * without items.
 */
export function trainInPlace(persona: Persona, progress?: TrainingProgress): TaughtClassifier | null {
  return isTeachable(persona) ? readClassifier(trainPersona(persona, progress).bytes) : null;
}

/**
 * Returns a profile's stored classifier, even if it was trained on a different state of the persona. Returns null if
 * there is no classifier, or if it cannot be read.
 */
export async function storedClassifier(
  store: Pick<Store, 'classifier'>,
  { workspaceId, profileId }: ProfilePlace,
): Promise<TaughtClassifier | null> {
  const stored = await store.classifier({ workspaceId, profileId });
  if (stored === null) return null;
  try {
    return readClassifier(stored.bytes);
  } catch {
    return null;
  }
}
