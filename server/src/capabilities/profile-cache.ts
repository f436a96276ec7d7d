import { createRecentMap } from '../lib/recent-map.ts';
import type { ProfileRecord } from '../store/workspace-port.ts';

export interface ProfileCache {
  get(workspaceId: string, profileId: string): ProfileRecord | null;
  set(workspaceId: string, profile: ProfileRecord): void;
}

/**
 * Caches the most recently used profiles, at most `maxEntries`, so that an unchanged persona is not sent or parsed
 * again. The store compares revisions to detect an outdated entry.
 */
export function createProfileCache(maxEntries: number): ProfileCache {
  const entries = createRecentMap<ProfileRecord>(maxEntries);
  const keyOf = (workspaceId: string, profileId: string) => JSON.stringify([workspaceId, profileId]);
  return {
    get: (workspaceId, profileId) => entries.get(keyOf(workspaceId, profileId)) ?? null,
    set: (workspaceId, profile) => entries.set(keyOf(workspaceId, profile.profileId), profile),
  };
}
