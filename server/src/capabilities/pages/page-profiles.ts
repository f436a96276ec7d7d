import type { PageSnapshot } from '../../domain/page/ask.ts';
import { pageItemsOf } from '../../domain/page/page-items.ts';
import type { ApprovalTimes } from '../../domain/page/page-view.ts';
import { withoutTeaching } from '../../drafting/answer/teaching.ts';
import { createRecentMap } from '../../lib/recent-map.ts';
import type { Store } from '../../store/port.ts';
import type { ProfileRecord } from '../../store/workspace-port.ts';

export interface PageProfile extends ProfileRecord {
  readonly approvals: ApprovalTimes;
}

/** A cache of the profiles that Pages show, by revision. An unchanged profile is neither reread nor reparsed. */
export interface PageProfiles {
  /** Returns null if the profile changed in the meantime, or is no longer active. */
  get(of: Pick<PageSnapshot, 'workspaceId' | 'page' | 'profile'>): Promise<PageProfile | null>;
}

/** Creates a cache of at most `mostKept` profiles. */
export function createPageProfiles(store: Pick<Store, 'profile' | 'noteItems'>, mostKept = 200): PageProfiles {
  const kept = createRecentMap<PageProfile>(mostKept);
  return {
    async get({ workspaceId, page: { profileId }, profile: { revision } }) {
      const name = JSON.stringify([workspaceId, profileId]);
      const known = kept.get(name);
      if (known?.revision === revision) return known;
      const profile = await store.profile({ workspaceId, profileId });
      if (profile === null) return null;
      const persona = withoutTeaching(profile.persona);
      // Publishing a persona records its items. This call records them for a persona that was published by an earlier
      // version of the service.
      const approvals = await store.noteItems({ workspaceId, profileId, items: pageItemsOf(persona) });
      const read = { ...profile, persona, approvals };
      kept.set(name, read);
      return read.revision === revision ? read : null;
    },
  };
}
