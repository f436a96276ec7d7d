import type { Persona } from '../../src/domain/persona.ts';
import { readClassifier, type TaughtClassifier } from '../../src/drafting/answer/taught-classifier.ts';
import type { Store } from '../../src/store/port.ts';
import { type ClassifierShelf, noClassifiers } from '../../src/teaching/classifier-shelf.ts';
import { teachingHashOf } from '../../src/teaching/persona-hash.ts';
import { trainPersona } from '../../src/teaching/train-persona.ts';

const known = new Map<string, TaughtClassifier>();

/**
 * Trains a persona's classifier as an import does, and caches it for personas with the same training phrases. Use it
 * only for personas with few phrases.
 */
export function classifierOf(persona: Persona): TaughtClassifier {
  const hash = teachingHashOf(persona);
  const classifier = known.get(hash) ?? readClassifier(trainPersona(persona).bytes);
  known.set(hash, classifier);
  return classifier;
}

/** Trains a profile's classifier when it is first requested, because a test's import into the store trains nothing. */
export const taughtAtOnce = (): ClassifierShelf => ({ ...noClassifiers, get: ({ persona }) => classifierOf(persona) });

/** Stores a profile's classifier, as an import on the command line does while a service is running. */
export async function storeClassifier(
  store: Pick<Store, 'profile' | 'keepClassifier'>,
  place: { readonly workspaceId: string; readonly profileId: string },
): Promise<void> {
  const profile = await store.profile(place);
  if (profile === null) throw new Error('there is no profile to teach');
  const { hash, bytes } = trainPersona(profile.persona);
  await store.keepClassifier({ ...place, hash, bytes });
}
