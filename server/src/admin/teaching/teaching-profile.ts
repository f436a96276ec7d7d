import { OperatorError } from '../../lib/errors.ts';
import { nearestName } from '../../lib/nearest-name.ts';
import { printableName } from '../../lib/printable.ts';
import type { PersonaDraftRecord } from '../../store/console-port.ts';
import type { Store } from '../../store/port.ts';
import { requireWorkspace } from '../require-workspace.ts';

export interface TeachingPlace {
  readonly workspaceId: string;
  readonly profileId: string;
}

/**
 * Reads a profile with its draft. @throws OperatorError that names the nearest workspace or profile when none has this
 * id
 */
export async function findProfile(store: Store, place: TeachingPlace): Promise<PersonaDraftRecord> {
  const { workspaceId, profileId } = place;
  const record = await store.personaDraft({ workspaceId, profileId });
  if (record !== null) return record;
  await requireWorkspace(store, workspaceId);
  const profiles = await store.listProfiles({ workspaceId });
  const nearest = nearestName(
    profileId,
    profiles.slice(0, 1_000).map((profile) => profile.profileId),
  );
  const shown = profiles.slice(0, 5).map((profile) => printableName(profile.profileId));
  const hint =
    nearest !== null
      ? `Did you mean "${printableName(nearest)}"?`
      : shown.length === 0
        ? 'It has no profiles yet.'
        : `It has ${shown.join(', ')}${profiles.length > 5 ? ` and ${profiles.length - 5} more` : ''}.`;
  throw new OperatorError(
    `Workspace "${printableName(workspaceId)}" has no profile "${printableName(profileId)}". ${hint}`,
  );
}
