import { OperatorError } from '../../lib/errors.ts';
import {
  type MoveName,
  type RowPage,
  refuseMoved,
  type TransferMark,
  type TransferStep,
} from '../installation-port.ts';
import type { Connection } from './connection.ts';
import { portableTables } from './portable-tables.ts';
import { writeRows } from './write-rows.ts';

export function readMark(db: Connection): TransferMark | null {
  const row = db.get<TransferMark>(
    `SELECT transfer_id AS transferId, role, state, peer, position, started_at AS startedAt FROM transfer`,
  );
  return row ?? null;
}

export function holdsData(db: Connection): boolean {
  return db.get('SELECT 1 FROM workspaces UNION ALL SELECT 1 FROM accounts LIMIT 1') !== undefined;
}

/** Checks that the store is empty. @throws OperatorError if it contains data or the mark of a move */
export function requireEmpty(db: Connection): void {
  if (!holdsData(db) && readMark(db) === null) return;
  throw new OperatorError('The data folder already contains data. Use an empty one.');
}

/**
 * Marks the store as the source of a move. Triggers freeze the store, because they apply to every connection, including
 * open ones.
 */
export function markSource(db: Connection, move: MoveName, now: number): string {
  const mark = readMark(db);
  if (mark?.role === 'source') return mark.transferId;
  writeMark(db, 'source', move, now);
  for (const [, sql] of triggers()) db.execute(sql);
  return move.transferId;
}

/**
 * Marks the store as the target of a move. Deletes the links: in a store without workspaces and accounts, these are
 * only the set-up links that the service printed when it started.
 * @throws OperatorError if it contains data
 */
export function markTarget(db: Connection, move: MoveName, now: number): void {
  requireEmpty(db);
  db.run('DELETE FROM links');
  writeMark(db, 'target', move, now);
}

function writeMark(db: Connection, role: TransferMark['role'], { transferId, peer }: MoveName, now: number): void {
  db.run(
    `INSERT INTO transfer (is_only, transfer_id, role, state, peer, started_at) VALUES (1, ?1, ?2, 'copying', ?3, ?4)
     ON CONFLICT DO UPDATE SET transfer_id = ?1, role = ?2, state = 'copying', peer = ?3`,
    transferId,
    role,
    peer,
    now,
  );
}

/**
 * Stores a page and the move's new position. Returns false and stores nothing if this is not the move's target, or if
 * its position is not `after`.
 */
export function receiveRows(db: Connection, page: RowPage, { transferId, after, position }: TransferStep): boolean {
  const moved = db.run(
    `UPDATE transfer SET position = ? WHERE transfer_id = ? AND role = 'target' AND state = 'copying' AND position IS ?`,
    position,
    transferId,
    after,
  );
  if (moved === 0) return false;
  writeRows(db, page);
  return true;
}

/** Records that a move is complete. Returns false if the store is not part of that move. */
export function completeMove(db: Connection, { transferId, peer }: MoveName): boolean {
  return db.run(`UPDATE transfer SET state = 'complete', peer = ? WHERE transfer_id = ?`, peer, transferId) > 0;
}

/** Removes the mark and the triggers that freeze a move's source. */
export function clearMark(db: Connection): void {
  for (const [name] of triggers()) db.execute(`DROP TRIGGER IF EXISTS ${name}`);
  db.run('DELETE FROM transfer');
}

/** Checks that the data may be used. @throws OperatorError if the data was moved away or is incomplete */
export function refuseMark(db: Connection): void {
  const refusal = refuseMoved(readMark(db));
  if (refusal !== null) throw new OperatorError(refusal);
}

function* triggers(): Generator<[name: string, sql: string]> {
  const tables = [...Object.values(portableTables).map(({ table }) => table), 'classifiers', 'health'];
  for (const table of tables) {
    for (const change of ['INSERT', 'UPDATE', 'DELETE']) {
      const name = `frozen_${table}_${change.toLowerCase()}`;
      const sql = `CREATE TRIGGER IF NOT EXISTS ${name} BEFORE ${change} ON ${table} BEGIN SELECT RAISE(ABORT, 'frozen'); END`;
      yield [name, sql];
    }
  }
}
