import type { EpochMs } from '../domain/period.ts';

/** The chain for actions outside any workspace, on accounts and the installation. No workspace can have this id. */
export const installationChain = '*';

/**
 * The audit log: one hash chain for each workspace and one for the installation. `Store` extends this interface, so its
 * guarantees apply.
 */
export interface AuditStore {
  /** Appends an entry to its chain. */
  appendAudit(input: NewAuditEntry): Promise<void>;
  /** Returns the entries of one chain after a sequence number, oldest first, at most `limit`. */
  auditEntries(input: { workspaceId: string; after: number; limit: number }): Promise<AuditRecord[]>;
  /** Returns all chains, ordered by workspace. */
  auditChains(): Promise<AuditChain[]>;
  /**
   * Removes entries older than `olderMs` from the start of every chain, but never a chain's newest entry. Returns how
   * many were removed.
   */
  expireAudit(input: { olderMs: number }): Promise<number>;
}

export interface NewAuditEntry {
  readonly workspaceId: string;
  /** JSON text, kept byte for byte for as long as the entry is kept. */
  readonly body: string;
  /** JSON text that an erasure removes. */
  readonly personal: string;
  readonly salt: string;
  /** The result of `personalHashOf` for `personal` and `salt`. */
  readonly personalHash: string;
  /**
   * If the account with this id is erased, the entry's personal part is erased too. Null if there is no such account.
   */
  readonly actorId: string | null;
  /**
   * If the conversation with this id is erased, the entry's personal part is erased too. Null if there is no such
   * conversation.
   */
  readonly subject: string | null;
}

export interface AuditRecord {
  readonly workspaceId: string;
  readonly sequence: number;
  readonly at: EpochMs;
  readonly body: string;
  /** Null after an erasure. */
  readonly personal: string | null;
  readonly salt: string | null;
  readonly personalHash: string;
  readonly hash: string;
}

export interface AuditChain {
  readonly workspaceId: string;
  /**
   * The sequence number of the oldest entry that is kept. `anchor` is the hash of the entry before it, or empty if
   * there was no such entry.
   */
  readonly firstSequence: number;
  readonly anchor: string;
  readonly lastSequence: number;
  readonly lastHash: string;
}
