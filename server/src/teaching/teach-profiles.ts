import type { Persona } from '../domain/persona.ts';
import type { Store } from '../store/port.ts';
import { createTrainer } from './create-trainer.ts';
import { isTeachable } from './persona-hash.ts';
import { type ProfilePlace, teachProfile } from './teach-profile.ts';
import { reasonOf } from './upkeep.ts';

export type NamedProfile = ProfilePlace & { readonly displayName: string; readonly persona: Persona };

export interface TeachingSummary {
  readonly trained: number;
  /** The number of profiles whose stored classifiers were already up to date. */
  readonly unchanged: number;
  readonly failed: readonly (ProfilePlace & { readonly displayName: string; readonly reason: string })[];
}

/**
 * Trains and stores the classifiers of profiles, one after another, on a thread that ends afterwards. Skips profiles
 * without items. Training failures do not throw: the summary names each profile whose training failed.
 */
export async function teachProfiles(
  store: Pick<Store, 'classifier' | 'keepClassifier'>,
  profiles: readonly NamedProfile[],
  progress: (displayName: string, done: number, of: number) => void,
): Promise<TeachingSummary> {
  const trainer = createTrainer();
  const failed: TeachingSummary['failed'][number][] = [];
  let trained = 0;
  let unchanged = 0;
  try {
    for (const profile of profiles) {
      const { workspaceId, profileId, displayName, persona } = profile;
      if (!isTeachable(persona)) continue;
      try {
        const { isTrained } = await trainer.inTurn(workspaceId, (train) =>
          teachProfile(store, train, profile, { progress: (done, of) => progress(displayName, done, of) }),
        );
        if (isTrained) trained += 1;
        else unchanged += 1;
      } catch (error) {
        failed.push({ workspaceId, profileId, displayName, reason: reasonOf(error) });
      }
    }
  } finally {
    await trainer.close();
  }
  return { trained, unchanged, failed };
}
