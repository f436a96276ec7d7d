import type { EpochMs } from '../../domain/period.ts';
import type { LeaseRef } from '../write-port.ts';
import type { Connection } from './connection.ts';
import type { Moment, Transaction } from './transaction.ts';

/**
 * The maximum length of a lease, plus a minute in case the clock is set back. A lease that ends later than this was
 * taken while the clock was ahead, and counts as expired.
 */
export const longestLeaseMs = 660_000;

/** For this long after the lease of a write expires, the write can still be taken over with the same charge. */
export const sweepAfterMs = 60_000;

const identity = 'workspace_id = ? AND operation = ? AND idempotency_key = ?';

/** Returns true if a lease of the workspace is due to be swept. */
export function hasLeasesToSweep({ db, lived }: Moment, workspaceId: string): boolean {
  // Without this hint, SQLite scans all of the workspace's writes instead of the few with a lease.
  const sql = `SELECT 1 FROM writes INDEXED BY writes_leased
    WHERE state = 'leased' AND lease_until < ? AND workspace_id = ? LIMIT 1`;
  return db.get(sql, lived - sweepAfterMs, workspaceId) !== undefined;
}

/**
 * Ends leases that expired more than 60 s ago, oldest first, and returns their units to the periods they came from.
 * Returns how many leases ended.
 */
export function sweepLeases(
  tx: Transaction,
  { workspaceId, limit }: { workspaceId: string | null; limit: number },
): number {
  const lapsed = tx.db.all<ChargedWrite>(
    `SELECT write_id AS writeId, workspace_id AS workspaceId, period FROM writes
     WHERE state = 'leased' AND lease_until < ?1 AND (?2 IS NULL OR workspace_id = ?2) ORDER BY lease_until LIMIT ?3`,
    tx.lived - sweepAfterMs,
    workspaceId,
    limit,
  );
  for (const write of lapsed) endLease(tx, write);
  return lapsed.length;
}

/**
 * Ends the leases of the server that ran before this one. A server that is starting is the only one, so the writes that
 * its predecessor left leased may be taken over with the same charge.
 */
export function endLeasesOfPredecessor(db: Connection, lived: EpochMs): void {
  db.run(`UPDATE writes SET lease_until = ?1 WHERE state = 'leased' AND lease_until > ?1`, lived);
}

function renewLease({ db, lived }: Transaction, input: LeaseRef & { leaseMs: number }): boolean {
  const { workspaceId, operation, idempotencyKey, leaseToken, leaseMs } = input;
  const sql = `UPDATE writes SET lease_until = ? WHERE ${identity} AND state = 'leased' AND lease_token = ?`;
  return db.run(sql, lived + leaseMs, workspaceId, operation, idempotencyKey, leaseToken) > 0;
}

function releaseWrite(tx: Transaction, input: LeaseRef): boolean {
  const { workspaceId, operation, idempotencyKey, leaseToken } = input;
  const held = tx.db.get<ChargedWrite>(
    `SELECT write_id AS writeId, workspace_id AS workspaceId, period FROM writes
     WHERE ${identity} AND state = 'leased' AND lease_token = ?`,
    workspaceId,
    operation,
    idempotencyKey,
    leaseToken,
  );
  if (held !== undefined) endLease(tx, held);
  return held !== undefined;
}

export interface ChargedWrite {
  readonly writeId: number;
  readonly workspaceId: string;
  /** The period that was charged for the write; null if none was. */
  readonly period: string | null;
}

/** Ends the lease of a write. Keeps only the hash of the write's input, and returns the write's unit. */
export function endLease({ db }: Transaction, { writeId, workspaceId, period }: ChargedWrite): void {
  db.run(
    `UPDATE writes SET state = 'released', lease_token = NULL, lease_until = NULL, period = NULL WHERE write_id = ?`,
    writeId,
  );
  if (period === null) return;
  db.run('UPDATE usage SET api = max(api - 1, 0) WHERE workspace_id = ? AND period = ?', workspaceId, period);
}

export const leasesWrites = { releaseWrite, renewLease, sweepLeases };
