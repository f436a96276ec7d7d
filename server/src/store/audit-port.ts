import type { EpochMs } from '../domain/period.ts';

/** The chain of what concerns no one workspace: accounts and the installation. No workspace can have this id. */
export const installationChain = '*';

/** The audit log: a hash chain for each workspace and one for the installation. As part of the store, under the promises of its port. */
export interface AuditStore {
  /** Adds an entry behind the last one of its chain. */
  appendAudit(input: NewAuditEntry): Promise<void>;
  /** Entries of one chain behind a sequence, oldest first, at most `limit`. */
  auditEntries(input: { workspaceId: string; after: number; limit: number }): Promise<AuditRecord[]>;
  /** By workspace. */
  auditChains(): Promise<AuditChain[]>;
  /** Removes entries older than that from the old end of every chain, but never the newest one. How many. */
  expireAudit(input: { olderMs: number }): Promise<number>;
}

export interface NewAuditEntry {
  readonly workspaceId: string;
  /** JSON text, kept for as long as the entry and byte for byte. */
  readonly body: string;
  /** JSON text that an erasure removes. */
  readonly personal: string;
  readonly salt: string;
  /** `personalHashOf` of the two. */
  readonly personalHash: string;
  /** With the account of this id goes what is personal in the entry. */
  readonly actorId: string | null;
  /** With the conversation of this id goes what is personal in the entry. */
  readonly subject: string | null;
}

export interface AuditRecord {
  readonly workspaceId: string;
  readonly sequence: number;
  readonly at: EpochMs;
  readonly body: string;
  /** Null: erased. */
  readonly personal: string | null;
  readonly salt: string | null;
  readonly personalHash: string;
  readonly hash: string;
}

export interface AuditChain {
  readonly workspaceId: string;
  /** The oldest entry that is kept, and the hash of the one before it; empty: there was none. */
  readonly firstSequence: number;
  readonly anchor: string;
  readonly lastSequence: number;
  readonly lastHash: string;
}
