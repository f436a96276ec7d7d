import { OperatorError } from '../../lib/errors.ts';
import { tooManyKeys } from '../full-fault.ts';
import type { KeyRecord } from '../key-port.ts';
import type { Store } from '../port.ts';
import type { Call } from './database.ts';

type Keys = Pick<Store, 'touchKeys' | 'createKey' | 'listKeys' | 'revokeKey' | 'rotateKey'>;

/** The workspace has reached its key limit. */
interface Full {
  readonly isFull: true;
}

export function createKeys(call: Call): Keys {
  return {
    touchKeys: async (uses) => {
      if (uses.length > 0) await call('touch_keys', { uses: JSON.stringify(uses) });
    },

    createKey: async ({ keyId, keyHash, lastFour, workspaceId, name, scopes, lifetimeMs, maxActive }) => {
      const created = await call<KeyRecord | Full | null>('create_key', {
        workspace: workspaceId,
        key_id: keyId,
        hash: keyHash,
        name,
        scopes,
        lifetime_ms: lifetimeMs,
        last_four: lastFour ?? null,
        max_active: maxActive ?? null,
      });
      if (created === null) throw new OperatorError(`There is no workspace "${workspaceId}".`);
      if ('isFull' in created) throw tooManyKeys(maxActive ?? 0);
      return created;
    },

    listKeys: ({ workspaceId }) => call('list_keys', { workspace: workspaceId }),

    revokeKey: ({ keyId }) => call('revoke_key', { key_id: keyId }),

    async rotateKey({ keyId, successorId, successorHash, successorLastFour, overlapMs, maxActive }) {
      const rotated = await call<Awaited<ReturnType<Store['rotateKey']>> | Full>('rotate_key', {
        key_id: keyId,
        successor_id: successorId,
        successor_hash: successorHash,
        overlap_ms: overlapMs,
        last_four: successorLastFour ?? null,
        max_active: maxActive ?? null,
      });
      if (rotated !== null && 'isFull' in rotated) throw tooManyKeys(maxActive ?? 0);
      return rotated;
    },
  };
}
