import type { ProfileRecord } from '../store/workspace-port.ts';

export interface ProfileCache {
  get(workspaceId: string, profileId: string): ProfileRecord | null;
  set(workspaceId: string, profile: ProfileRecord): void;
}

/**
 * Caches the profiles used last, at most `maxEntries`, so that an unchanged persona is neither sent nor parsed again.
 * The store shows by the revision that an entry is outdated.
 */
export function createProfileCache(maxEntries: number): ProfileCache {
  const entries = new Map<string, ProfileRecord>();
  const keyOf = (workspaceId: string, profileId: string) => JSON.stringify([workspaceId, profileId]);
  return {
    get(workspaceId, profileId) {
      const key = keyOf(workspaceId, profileId);
      const profile = entries.get(key);
      if (profile === undefined) return null;
      entries.delete(key);
      entries.set(key, profile);
      return profile;
    },
    set(workspaceId, profile) {
      const key = keyOf(workspaceId, profile.profileId);
      entries.delete(key);
      entries.set(key, profile);
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries) break;
        entries.delete(oldest);
      }
    },
  };
}
