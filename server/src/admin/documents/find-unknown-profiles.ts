import { printableName } from '../../lib/printable.ts';
import type { Fault } from '../../lib/validator.ts';
import type { Store } from '../../store/port.ts';
import { listAt, textAt, valueAt } from './loose-values.ts';

/**
 * Returns one fault for each conversation, connection or Page in a document whose profile is neither in the document
 * nor in its workspace. The document may have other faults; malformed values are skipped.
 * @throws StoreUnavailable
 */
export async function findUnknownProfiles(store: Pick<Store, 'knownProfiles'>, document: unknown): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const [index, workspace] of listAt(document, 'workspaces').entries()) {
    const workspaceId = textAt(workspace, 'id');
    const isReadable = ['undefined', 'object'].includes(typeof valueAt(workspace, 'profiles'));
    // PostgreSQL cannot store NUL in text. The schema reports such an id.
    if (workspaceId === null || workspaceId.includes('\0') || !isReadable) continue;
    const strangers = strangersOf(workspace);
    if (strangers.length === 0) continue;
    const profileIds = [...new Set(strangers.map(({ profileId }) => profileId))];
    const known = new Set(await store.knownProfiles({ workspaceId, profileIds }));
    for (const { place, profileId } of strangers) {
      if (known.has(profileId)) continue;
      const path = `workspaces[${index}].${place}.profileId`;
      const message = `${path}: the profile "${printableName(profileId)}" exists neither in this document nor in the workspace`;
      faults.push({ path, message });
    }
  }
  return faults;
}

/** Returns the conversations, connections and Pages whose profile is not in the document. */
function strangersOf(workspace: unknown): { readonly place: string; readonly profileId: string }[] {
  const brought = new Set(listAt(workspace, 'profiles').map((profile) => textAt(profile, 'id')));
  return ['conversations', 'connections', 'pages'].flatMap((list) =>
    listAt(workspace, list).flatMap((item, index) => {
      const profileId = textAt(item, 'profileId');
      // PostgreSQL cannot store NUL in text. The schema reports such an id.
      const isStranger = profileId !== null && !brought.has(profileId) && !profileId.includes('\0');
      return isStranger ? [{ place: `${list}[${index}]`, profileId }] : [];
    }),
  );
}
