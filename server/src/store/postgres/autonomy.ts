import type { AutonomyStore } from '../autonomy-port.ts';
import type { Call } from './database.ts';

export function createAutonomy(call: Call): AutonomyStore {
  return {
    autonomy: ({ workspaceId }) => call('read_autonomy', { workspace: workspaceId }),
    setAutonomy: ({ workspaceId, autonomy }) => call('set_autonomy', { workspace: workspaceId, autonomy }),
    recordOutcome: ({ workspaceId, idempotencyKey, outcome }) =>
      call('record_outcome', { workspace: workspaceId, key: idempotencyKey, outcome }),
    releaseItem: ({ workspaceId, profileId, itemId }) =>
      call('release_item', { workspace: workspaceId, profile: profileId, item: itemId }),
  };
}
