/** The contract for writes and their charges, in memory and one operation at a time. */
export interface WriteModel {
  /** Returns everything charged or reserved in the month. */
  used(): number;
  /** Returns the number of drafts stored in the month. */
  drafts(): number;
  /** Returns the number of writes that hold a lease, expired or not. */
  inWork(): number;
  replays(): number;
  /** Returns true if what was stored or failed under the key has expired and the key was not used again. */
  isForgotten(key: string): boolean;
  admit(key: string, hash: string, token: string, profileExists: boolean): string;
  /** Charges and stores an optimistic draft in one step. No token exists before or after it. */
  storeOptimistic(key: string, hash: string, token: string, profileExists: boolean, response: string): string;
  settle(
    key: string,
    token: string,
    response: string,
  ): { readonly outcome: 'stored' } | { readonly outcome: 'lost'; readonly response: string | null };
  renew(key: string, token: string): boolean;
  release(key: string, token: string): boolean;
  record(id: string): string;
  /** Advances the clock and lets leases expire. */
  moveTo(nowMs: number): void;
}

interface Write {
  readonly hash: string;
  keptUntilMs: number;
  lease: { token: string; untilMs: number } | null;
  response: string | null;
}

export function createWriteModel(limit: number, leaseMs: number, retentionMs: number): WriteModel {
  const writes = new Map<string, Write>();
  const forgotten = new Set<string>();
  const recorded = new Set<string>();
  const counts = { used: 0, drafts: 0, replays: 0 };
  let nowMs = 0;
  const held = (key: string, token: string) => {
    const write = writes.get(key);
    return write !== undefined && write.lease?.token === token ? write : null;
  };

  const model: WriteModel = {
    used: () => counts.used,
    drafts: () => counts.drafts,
    inWork: () => [...writes.values()].filter(({ lease }) => lease !== null).length,
    replays: () => counts.replays,
    isForgotten: (key) => forgotten.has(key),
    admit: (key, hash, token, profileExists) => {
      forgotten.delete(key);
      const write = writes.get(key) ?? { hash, keptUntilMs: nowMs + retentionMs, lease: null, response: null };
      writes.set(key, write);
      if (write.hash !== hash) return 'reused';
      if (write.response !== null) {
        counts.replays += 1;
        return 'replay';
      }
      if (write.lease !== null && write.lease.untilMs > nowMs) return 'in_progress';
      const isTakenOver = write.lease !== null;
      if (!profileExists) return 'profile_not_found';
      if (!isTakenOver) {
        if (counts.used >= limit) return 'allowance_used';
        counts.used += 1;
      }
      write.lease = { token, untilMs: nowMs + leaseMs };
      return 'admitted';
    },
    storeOptimistic: (key, hash, token, profileExists, response) => {
      const outcome = model.admit(key, hash, token, profileExists);
      return outcome === 'admitted' ? model.settle(key, token, response).outcome : outcome;
    },
    settle: (key, token, response) => {
      const write = held(key, token);
      if (write === null) return { outcome: 'lost', response: writes.get(key)?.response ?? null };
      write.lease = null;
      write.response = response;
      write.keptUntilMs = nowMs + retentionMs;
      counts.drafts += 1;
      return { outcome: 'stored' };
    },
    renew: (key, token) => {
      const write = held(key, token);
      if (write?.lease) write.lease.untilMs = nowMs + leaseMs;
      return write !== null;
    },
    release: (key, token) => {
      const write = held(key, token);
      if (write === null) return false;
      write.lease = null;
      counts.used -= 1;
      return true;
    },
    record: (id) => {
      if (recorded.has(id)) return 'already_charged';
      if (counts.used >= limit) return 'allowance_used';
      recorded.add(id);
      counts.used += 1;
      return 'charged';
    },
    moveTo: (laterMs) => {
      nowMs = laterMs;
      for (const [key, write] of writes) {
        if (write.lease !== null && write.lease.untilMs + 60_000 <= nowMs) {
          write.lease = null;
          counts.used -= 1;
        }
        if (write.lease === null && write.keptUntilMs <= nowMs && writes.delete(key)) forgotten.add(key);
      }
    },
  };
  return model;
}
