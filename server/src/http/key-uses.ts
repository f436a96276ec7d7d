import type { Actor } from '../domain/actor.ts';
import type { Log } from '../lib/log.ts';
import type { KeyUse } from '../store/key-port.ts';
import type { Store } from '../store/port.ts';

export interface KeyUses {
  note(actor: Actor): void;
  /** Sends the collected uses to the store. If the store is unavailable, keeps them for the next call. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates a collector that counts each key's requests and notes its last use in memory. The collector sends these to
 * the store every `intervalMs`, and not with each request.
 */
export function createKeyUses(deps: { store: Store; log: Log; intervalMs: number }): KeyUses {
  let noted = new Map<string, KeyUse>();

  function add(use: KeyUse) {
    const before = noted.get(use.keyId);
    noted.set(use.keyId, {
      ...use,
      lastUsedAt: Math.max(use.lastUsedAt, before?.lastUsedAt ?? 0),
      requests: use.requests + (before?.requests ?? 0),
    });
  }

  async function flush() {
    if (noted.size === 0) return;
    const uses = [...noted.values()];
    noted = new Map();
    try {
      await deps.store.touchKeys(uses);
    } catch (error) {
      for (const use of uses) add(use);
      deps.log.warn({ err: error, keys: uses.length }, "the keys' last uses could not be stored yet");
    }
  }

  const timer = setInterval(flush, deps.intervalMs);
  timer.unref();
  return {
    note: ({ workspaceId, keyId }) => add({ workspaceId, keyId, lastUsedAt: Date.now(), requests: 1 }),
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
