import type { EpochMs } from '../domain/period.ts';

/** The chain for actions outside any workspace: accounts and the installation. No workspace can have this id. */
export const installationChain = '*';

/**
 * The audit log: one hash chain for each workspace and one for the installation. It is part of the store and follows
 * the promises of its port.
 */
export interface AuditStore {
  /** Appends an entry to its chain. */
  appendAudit(input: NewAuditEntry): Promise<void>;
  /** Entries of one chain after a sequence number, oldest first, at most `limit`. */
  auditEntries(input: { workspaceId: string; after: number; limit: number }): Promise<AuditRecord[]>;
  /** Chains, ordered by workspace. */
  auditChains(): Promise<AuditChain[]>;
  /** Removes older entries from the start of every chain, but never a chain's newest entry. Returns how many. */
  expireAudit(input: { olderMs: number }): Promise<number>;
}

export interface NewAuditEntry {
  readonly workspaceId: string;
  /** JSON text, kept byte for byte as long as the entry. */
  readonly body: string;
  /** JSON text that an erasure removes. */
  readonly personal: string;
  readonly salt: string;
  /** The result of `personalHashOf` for `personal` and `salt`. */
  readonly personalHash: string;
  /** Erasing the account with this id also erases the personal part of the entry. */
  readonly actorId: string | null;
  /** Erasing the conversation with this id also erases the personal part of the entry. */
  readonly subject: string | null;
}

export interface AuditRecord {
  readonly workspaceId: string;
  readonly sequence: number;
  readonly at: EpochMs;
  readonly body: string;
  /** Null if erased. */
  readonly personal: string | null;
  readonly salt: string | null;
  readonly personalHash: string;
  readonly hash: string;
}

export interface AuditChain {
  readonly workspaceId: string;
  /** The oldest entry that is kept, and the hash of the entry before it (empty if there was none). */
  readonly firstSequence: number;
  readonly anchor: string;
  readonly lastSequence: number;
  readonly lastHash: string;
}
