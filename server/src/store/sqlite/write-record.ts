import type { AdmitInput, LeaseRef, StoreDraftInput, WriteRefusal } from '../write-port.ts';
import { countOne } from './allowance.ts';
import { endLease, longestLeaseMs, sweepAfterMs } from './leases.ts';
import type { Transaction } from './transaction.ts';

type Operation = LeaseRef['operation'];

/** The identity of a write, and the minimum time for which its record is kept. */
export type WriteIdentity = Pick<AdmitInput, 'workspaceId' | 'idempotencyKey' | 'inputHash' | 'retentionMs'>;

interface WriteRow {
  readonly writeId: number;
  readonly state: 'leased' | 'done' | 'released';
  readonly inputHash: string;
  readonly expiresAt: number;
  readonly leaseUntil: number | null;
  readonly period: string | null;
  readonly response: string | null;
}

/** The state in which an admission begins, if the idempotency record allows it. */
export interface Beginning {
  /** The row to overwrite; null if there is no row yet. */
  readonly writeId: number | null;
  /** The period that was charged for the write by a holder that died; null if there is none. */
  readonly heldPeriod: string | null;
}

/**
 * Performs step 12 of the contract: checks a request against the record for its idempotency key, and counts a replay.
 */
export function beginWrite(tx: Transaction, operation: Operation, input: WriteIdentity): Beginning | WriteRefusal {
  const { workspaceId, idempotencyKey, inputHash } = input;
  const row = tx.db.get<WriteRow>(
    `SELECT write_id AS writeId, state, input_hash AS inputHash, expires_at AS expiresAt, lease_until AS leaseUntil, period, response
     FROM writes WHERE workspace_id = ? AND operation = ? AND idempotency_key = ?`,
    workspaceId,
    operation,
    idempotencyKey,
  );
  if (row === undefined) return { writeId: null, heldPeriod: null };
  const { writeId } = row;
  if (row.state !== 'leased' && row.expiresAt <= tx.lived) return { writeId, heldPeriod: null };
  if (row.inputHash !== inputHash) return { outcome: 'reused' };
  if (row.state === 'done' && row.response !== null) {
    countOne(tx, workspaceId, 'replays');
    return { outcome: 'replay', response: row.response };
  }
  if (row.leaseUntil === null) return { writeId, heldPeriod: null };
  const leftMs = row.leaseUntil - tx.lived;
  if (leftMs > 0 && leftMs <= longestLeaseMs)
    return { outcome: 'in_progress', retryAfterSeconds: leftMs > 1000 ? 2 : 1 };
  if (leftMs >= -sweepAfterMs) return { writeId, heldPeriod: row.period };
  endLease(tx, { writeId, workspaceId, period: row.period });
  return { writeId, heldPeriod: null };
}

/** Takes the lease. `period` is the charged period; null for a write that is not charged. */
export function takeLease(
  { db, lived }: Transaction,
  operation: Operation,
  input: AdmitInput & { readonly conversationId: string | null },
  { writeId }: Beginning,
  period: string | null,
): void {
  const { workspaceId, idempotencyKey, inputHash, leaseToken, leaseMs, retentionMs, conversationId } = input;
  if (writeId === null) {
    db.run(
      `INSERT INTO writes
         (workspace_id, operation, idempotency_key, state, input_hash, expires_at, lease_token, lease_until, period, conversation_id)
       VALUES (?, ?, ?, 'leased', ?, ?, ?, ?, ?, ?)`,
      workspaceId,
      operation,
      idempotencyKey,
      inputHash,
      lived + retentionMs,
      leaseToken,
      lived + leaseMs,
      period,
      conversationId,
    );
    return;
  }
  db.run(
    `UPDATE writes SET state = 'leased', input_hash = ?, expires_at = ?, lease_token = ?, lease_until = ?, period = ?,
       response = NULL, trace = NULL, conversation_id = ? WHERE write_id = ?`,
    inputHash,
    lived + retentionMs,
    leaseToken,
    lived + leaseMs,
    period,
    conversationId,
    writeId,
  );
}

/** Rejects a request after step 12. Keeps only the hash of the input, and returns the request's unit if it had one. */
export function refuseWrite(
  tx: Transaction,
  operation: Operation,
  input: WriteIdentity & { readonly conversationId: string | null },
  beginning: Beginning,
): void {
  const { db, lived } = tx;
  const { workspaceId, idempotencyKey, inputHash, retentionMs, conversationId } = input;
  if (beginning.writeId === null) {
    db.run(
      `INSERT INTO writes (workspace_id, operation, idempotency_key, state, input_hash, expires_at, conversation_id)
       VALUES (?, ?, ?, 'released', ?, ?, ?)`,
      workspaceId,
      operation,
      idempotencyKey,
      inputHash,
      lived + retentionMs,
      conversationId,
    );
    return;
  }
  endLease(tx, { writeId: beginning.writeId, workspaceId, period: beginning.heldPeriod });
  db.run(
    'UPDATE writes SET input_hash = ?, expires_at = ?, response = NULL, trace = NULL, conversation_id = ? WHERE write_id = ?',
    inputHash,
    lived + retentionMs,
    conversationId,
    beginning.writeId,
  );
}

/** Stores the response of an optimistic draft, which never held a lease. */
export function storeOptimistic({ db, lived }: Transaction, input: StoreDraftInput, { writeId }: Beginning): void {
  const { workspaceId, idempotencyKey, inputHash, retentionMs, conversationId, response, trace } = input;
  if (writeId === null) {
    db.run(
      `INSERT INTO writes
         (workspace_id, operation, idempotency_key, state, input_hash, expires_at, conversation_id, response, trace)
       VALUES (?, 'draft', ?, 'done', ?, ?, ?, ?, ?)`,
      workspaceId,
      idempotencyKey,
      inputHash,
      lived + retentionMs,
      conversationId,
      response,
      trace,
    );
    return;
  }
  db.run(
    `UPDATE writes SET state = 'done', input_hash = ?, expires_at = ?, lease_token = NULL, lease_until = NULL,
       conversation_id = ?, response = ?, trace = ? WHERE write_id = ?`,
    inputHash,
    lived + retentionMs,
    conversationId,
    response,
    trace,
    writeId,
  );
}

/** Stores a response under a lease. Returns false if the lease was lost. */
export function storeResponse(
  { db, lived }: Transaction,
  lease: LeaseRef,
  { response, trace, retentionMs }: { response: string; trace: string | null; retentionMs: number },
): boolean {
  const changed = db.run(
    `UPDATE writes SET state = 'done', response = ?, trace = ?, lease_until = NULL, expires_at = ?
     WHERE workspace_id = ? AND operation = ? AND idempotency_key = ? AND state = 'leased' AND lease_token = ?`,
    response,
    trace,
    lived + retentionMs,
    lease.workspaceId,
    lease.operation,
    lease.idempotencyKey,
    lease.leaseToken,
  );
  return changed > 0;
}

/**
 * Returns the response that was stored after the lease was lost, and whether this holder itself stored it earlier.
 * Returns null if there is no response.
 */
export function storedResponse(
  { db }: Transaction,
  lease: LeaseRef,
): { readonly isOwn: boolean; readonly response: string } | null {
  const row = db.get<{ token: string | null; response: string }>(
    `SELECT lease_token AS token, response FROM writes
     WHERE workspace_id = ? AND operation = ? AND idempotency_key = ? AND state = 'done'`,
    lease.workspaceId,
    lease.operation,
    lease.idempotencyKey,
  );
  return row === undefined ? null : { isOwn: row.token === lease.leaseToken, response: row.response };
}
