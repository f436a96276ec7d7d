import type { Actor, Scope } from '../domain/actor.ts';
import type { EpochMs } from '../domain/period.ts';
import type { PlanName } from '../domain/plan.ts';

/** Who may call: keys, and the limits that are judged with them. As part of the store, under the promises of its port. */
export interface KeyStore {
  /**
   * Judges a request's credential in the contract's order: address limit, key, origin, workspace, requests per
   * minute. Counts a refused token against the address and an authenticated request against the key, both in sliding
   * windows of 60 s; a refused request does not count against its own limit again.
   */
  authenticate(input: AuthenticateInput): Promise<AuthenticateResult>;
  /** Adds up uses of keys that were noted in memory: last used, and how many requests. Unknown keys are ignored. */
  touchKeys(uses: readonly KeyUse[]): Promise<void>;
  /** @throws OperatorError when the workspace does not exist, or has `maxActive` keys that are neither revoked nor expired. */
  createKey(input: NewKey): Promise<KeyRecord>;
  /** Keys of one workspace, or of all, newest first. */
  listKeys(input: { workspaceId: string | null }): Promise<KeyRecord[]>;
  /** Null when there is no such key. Revoking a revoked key changes nothing. */
  revokeKey(input: { keyId: string }): Promise<KeyRecord | null>;
  /** Makes a successor with the same workspace, name, scopes and lifetime; the old key expires after the overlap, or earlier if it was to. Null when there is no such key, or it is revoked or expired. @throws OperatorError when an overlap would leave more than `maxActive` keys in force. */
  rotateKey(input: {
    maxActive?: number;
    keyId: string;
    successorId: string;
    successorHash: string;
    successorLastFour?: string;
    overlapMs: number;
  }): Promise<{ previous: KeyRecord; successor: KeyRecord } | null>;
}

export interface AuthenticateInput {
  /** An IPv4 address, or the /64 of an IPv6 address. */
  readonly address: string;
  /** `hash` is the SHA-256 of the token in hex; a mistyped token failed its own checksum. */
  readonly credential:
    | { readonly kind: 'key'; readonly hash: string }
    | { readonly kind: 'mistyped' }
    | { readonly kind: 'none' };
  /** True when this process verified the key within the last minute: the address limit does not apply. */
  readonly isRecentlyVerified: boolean;
  /** The Origin header, unless there is none or it is the service's own. */
  readonly origin: string | null;
  readonly failuresPerMinute: number;
  readonly requestsPerMinute: Readonly<Record<PlanName, number>>;
  /** Of all keys of a workspace together; null or left out: each key has its own limit alone. */
  readonly workspaceRequestsPerMinute?: number | null;
}

export type AuthenticateResult =
  | { readonly outcome: 'address_limited'; readonly retryAfterSeconds: number }
  | { readonly outcome: 'credential_missing' }
  | { readonly outcome: 'key_invalid' }
  | { readonly outcome: 'origin_rejected'; readonly actor: Actor }
  | { readonly outcome: 'workspace_inactive'; readonly actor: Actor }
  | {
      readonly outcome: 'rate_limited' | 'workspace_rate_limited';
      readonly actor: Actor;
      readonly retryAfterSeconds: number;
    }
  | { readonly outcome: 'authenticated'; readonly actor: Actor };

export interface KeyUse {
  readonly workspaceId: string;
  readonly keyId: string;
  readonly lastUsedAt: EpochMs;
  readonly requests: number;
}

export interface NewKey {
  readonly keyId: string;
  readonly keyHash: string;
  /** The key's last four characters, so that a list can tell it apart. */
  readonly lastFour?: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Milliseconds from now; null for a key without an end. */
  readonly lifetimeMs: number | null;
  /** How many keys of the workspace may be in force, with this one; no bound where left out. */
  readonly maxActive?: number;
}

export interface KeyRecord {
  readonly keyId: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: EpochMs;
  readonly expiresAt: EpochMs | null;
  readonly revokedAt: EpochMs | null;
  readonly lastUsedAt: EpochMs | null;
  readonly requests: number;
  /** The key that replaced this one by rotation. */
  readonly successorId: string | null;
  /** Null for a key that was made before they were kept. */
  readonly lastFour: string | null;
}
