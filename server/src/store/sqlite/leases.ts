import type { EpochMs } from '../../domain/period.ts';
import type { LeaseRef } from '../write-port.ts';
import type { Connection } from './connection.ts';
import type { Moment, Transaction } from './transaction.ts';

/** No lease is longer, by a minute of which the clock may be put back. One that ends later was taken while it stood ahead, and counts as run out. */
export const longestLeaseMs = 660_000;

/** How long after its lease ran out a write may still be taken over on the same charge. */
export const sweepAfterMs = 60_000;

const identity = 'workspace_id = ? AND operation = ? AND idempotency_key = ?';

/** True when a lease of the workspace (or of any) waits to be swept. */
export function hasLeasesToSweep({ db, lived }: Moment, workspaceId: string): boolean {
  // Left to itself, SQLite looks through all writes of the workspace instead of the few that are leased.
  const sql = `SELECT 1 FROM writes INDEXED BY writes_leased
    WHERE state = 'leased' AND lease_until < ? AND workspace_id = ? LIMIT 1`;
  return db.get(sql, lived - sweepAfterMs, workspaceId) !== undefined;
}

/** Ends leases that ran out 60 s ago, oldest first, and returns their units to the periods they came from. How many it ended. */
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

/** A server that starts is alone: what its predecessor left leased is free to be taken over, on the same charge. */
export function endLeasesOfPredecessor(db: Connection, lived: EpochMs): void {
  db.run(`UPDATE writes SET lease_until = ?1 WHERE state = 'leased' AND lease_until > ?1`, lived);
}

export function renewLease({ db, lived }: Transaction, input: LeaseRef & { leaseMs: number }): boolean {
  const { workspaceId, operation, idempotencyKey, leaseToken, leaseMs } = input;
  const sql = `UPDATE writes SET lease_until = ? WHERE ${identity} AND state = 'leased' AND lease_token = ?`;
  return db.run(sql, lived + leaseMs, workspaceId, operation, idempotencyKey, leaseToken) > 0;
}

export function releaseWrite(tx: Transaction, input: LeaseRef): boolean {
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
  /** The period that holds its unit; null when it holds none. */
  readonly period: string | null;
}

/** Keeps only the hash of a leased write's input, and returns its unit. */
export function endLease({ db }: Transaction, { writeId, workspaceId, period }: ChargedWrite): void {
  db.run(
    `UPDATE writes SET state = 'released', lease_token = NULL, lease_until = NULL, period = NULL WHERE write_id = ?`,
    writeId,
  );
  if (period === null) return;
  db.run('UPDATE usage SET api = max(api - 1, 0) WHERE workspace_id = ? AND period = ?', workspaceId, period);
}
