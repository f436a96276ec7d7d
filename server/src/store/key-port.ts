import type { Actor, Scope } from '../domain/actor.ts';
import type { EpochMs } from '../domain/period.ts';
import type { PlanName } from '../domain/plan.ts';

/**
 * Authentication: keys, and the limits that are checked with them. `Store` extends this interface, so its guarantees
 * apply.
 */
export interface KeyStore {
  /**
   * Checks the credential of a request in the order that the contract requires: address limit, key, origin, workspace,
   * requests per minute. Counts a rejected token against the address, and an authenticated request against the key, in
   * sliding windows of 60 s. A request over a limit is not counted.
   */
  authenticate(input: AuthenticateInput): Promise<AuthenticateResult>;
  /**
   * Adds the uses of keys that were collected in memory: the last use of each key, and its number of requests. Ignores
   * unknown keys.
   */
  touchKeys(uses: readonly KeyUse[]): Promise<void>;
  /**
   * Creates a key.
   * @throws OperatorError if the workspace does not exist, or if it already has `maxActive` keys that are neither
   * revoked nor expired
   */
  createKey(input: NewKey): Promise<KeyRecord>;
  /** Returns the keys of one workspace, or of all workspaces if `workspaceId` is null, newest first. */
  listKeys(input: { workspaceId: string | null }): Promise<KeyRecord[]>;
  /** Revokes a key and returns it, or null if it does not exist. Revoking a revoked key changes nothing. */
  revokeKey(input: { keyId: string }): Promise<KeyRecord | null>;
  /**
   * Creates a successor with the same workspace, name, scopes and lifetime. The old key expires after the overlap, or
   * at its own expiry if that is earlier. Returns null if the key does not exist, is revoked or has expired.
   * @throws OperatorError if an overlap would leave more than `maxActive` active keys
   */
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
  /**
   * `hash` is the SHA-256 of the token, in hexadecimal digits. `mistyped` means that the checksum in the token is
   * wrong.
   */
  readonly credential:
    | { readonly kind: 'key'; readonly hash: string }
    | { readonly kind: 'mistyped' }
    | { readonly kind: 'none' };
  /** True if this process verified the key within the last minute. The address limit then does not apply. */
  readonly isRecentlyVerified: boolean;
  /** The Origin header; null if there is none, or if it is the service's own origin. */
  readonly origin: string | null;
  readonly failuresPerMinute: number;
  readonly requestsPerMinute: Readonly<Record<PlanName, number>>;
  /** The limit for all keys of a workspace together. If null or omitted, each key has only its own limit. */
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
  /** The key's last four characters, which identify it in a list. */
  readonly lastFour?: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** How long the key is valid, in milliseconds from now; null for a key that does not expire. */
  readonly lifetimeMs: number | null;
  /** The maximum number of active keys in the workspace, including this one; unlimited if omitted. */
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
  /** The key that replaced this one in a rotation; null if there is none. */
  readonly successorId: string | null;
  /** Null for keys that were created before this field existed. */
  readonly lastFour: string | null;
}
