import { resolve } from 'node:path';
import type { Actor, Scope } from '../../domain/actor.ts';
import type { PlanName } from '../../domain/plan.ts';
import { createSlidingWindows, type SlidingWindows } from '../../domain/sliding-window.ts';
import type { ActiveStatus } from '../../domain/workspace-document.ts';
import type { AuthenticateInput, AuthenticateResult } from '../key-port.ts';
import type { Connection } from './connection.ts';

interface KeyRow {
  readonly workspaceId: string;
  readonly keyId: string;
  readonly scopes: string;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly plan: PlanName;
  readonly status: ActiveStatus;
  readonly allowedOrigins: string;
}

/** The rate windows for one data folder in this process. */
export interface RateWindows {
  readonly ofAddresses: SlidingWindows;
  readonly ofKeys: SlidingWindows;
  /** Attempts to sign in to the console. */
  readonly ofSignIns: SlidingWindows;
}

const windowsOfFolder = new Map<string, { readonly windows: RateWindows; holders: number }>();

/**
 * Returns the rate windows for a folder. All stores that this process opens in the folder share these windows until the
 * last store is closed.
 */
export function shareRateWindows(dataDir: string): { readonly windows: RateWindows; release(): void } {
  const folder = resolve(dataDir);
  const shared = windowsOfFolder.get(folder) ?? {
    windows: {
      ofAddresses: createSlidingWindows({ maxNames: 100_000 }),
      ofSignIns: createSlidingWindows({ maxNames: 100_000 }),
      // Only issued keys and their workspaces have a window, so the number of windows is limited. If a key were
      // forgotten early, it could exceed its limit.
      ofKeys: createSlidingWindows({ maxNames: Number.POSITIVE_INFINITY }),
    },
    holders: 0,
  };
  windowsOfFolder.set(folder, shared);
  shared.holders += 1;
  return {
    windows: shared.windows,
    release: () => {
      shared.holders -= 1;
      if (shared.holders === 0) windowsOfFolder.delete(folder);
    },
  };
}

/** Checks a credential as `KeyStore.authenticate` promises, with one index lookup and windows in memory. */
export function authenticate(
  { db, now, windows, windowNowMs }: { db: Connection; now: number; windows: RateWindows; windowNowMs: number },
  input: AuthenticateInput,
): AuthenticateResult {
  const { address, credential, origin } = input;
  if (!input.isRecentlyVerified) {
    const retryAfterSeconds = windows.ofAddresses.secondsToWait(address, input.failuresPerMinute, windowNowMs);
    if (retryAfterSeconds > 0) return { outcome: 'address_limited', retryAfterSeconds };
  }
  if (credential.kind === 'none') return { outcome: 'credential_missing' };
  const key = credential.kind === 'key' ? findKey(db, credential.hash) : undefined;
  if (key === undefined || key.revokedAt !== null || isExpired(key, now)) {
    // A caller that keeps using an expired key is not guessing, so only one attempt per minute counts.
    const repeat = key === undefined || key.revokedAt !== null ? null : `expired ${key.keyId} from ${address}`;
    if (repeat === null || windows.ofAddresses.secondsToWait(repeat, 1, windowNowMs) === 0) {
      windows.ofAddresses.count(address, windowNowMs);
      if (repeat !== null) windows.ofAddresses.count(repeat, windowNowMs);
    }
    return { outcome: 'key_invalid' };
  }
  const actor = actorOf(key);
  if (origin !== null && !stringsOf(key.allowedOrigins).includes(origin)) return { outcome: 'origin_rejected', actor };
  if (key.status !== 'active') return { outcome: 'workspace_inactive', actor };
  const limit = input.requestsPerMinute[key.plan];
  const retryAfterSeconds = windows.ofKeys.secondsToWait(key.keyId, limit, windowNowMs);
  if (retryAfterSeconds > 0) return { outcome: 'rate_limited', actor, retryAfterSeconds };
  const all = `all keys of ${key.workspaceId}`;
  const ofAll = input.workspaceRequestsPerMinute ?? null;
  const waitOfAll = ofAll === null ? 0 : windows.ofKeys.secondsToWait(all, ofAll, windowNowMs);
  if (waitOfAll > 0) return { outcome: 'workspace_rate_limited', actor, retryAfterSeconds: waitOfAll };
  windows.ofKeys.count(key.keyId, windowNowMs);
  if (ofAll !== null) windows.ofKeys.count(all, windowNowMs);
  return { outcome: 'authenticated', actor };
}

function findKey(db: Connection, hash: string): KeyRow | undefined {
  return db.get<KeyRow>(
    `SELECT k.workspace_id AS workspaceId, k.key_id AS keyId, k.scopes, k.expires_at AS expiresAt, k.revoked_at AS revokedAt,
       w.plan, w.status, w.allowed_origins AS allowedOrigins
     FROM keys k JOIN workspaces w ON w.workspace_id = k.workspace_id WHERE k.key_hash = ?`,
    hash,
  );
}

function isExpired({ expiresAt }: KeyRow, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}

function actorOf(key: KeyRow): Actor {
  const scopes: Scope[] = JSON.parse(key.scopes);
  return { workspaceId: key.workspaceId, keyId: key.keyId, scopes, plan: key.plan };
}

function stringsOf(json: string): string[] {
  return JSON.parse(json);
}
