import { OperatorError } from '../../lib/errors.ts';
import { type Installation, refuseMoved, type TransferMark } from '../installation.ts';
import type { Connection } from './connection.ts';
import { portableTables } from './portable-tables.ts';

export function readMark(db: Connection): TransferMark | null {
  const row = db.get<TransferMark>(
    `SELECT transfer_id AS transferId, role, state, peer, position, started_at AS startedAt FROM transfer`,
  );
  return row ?? null;
}

/** A source is frozen by triggers: they bind every connection, also those that are open already. */
export function writeMark(db: Connection, mark: Parameters<Installation['setMark']>[0], now: number): void {
  const { transferId, role, state, peer } = mark;
  db.run(
    `INSERT INTO transfer (is_only, transfer_id, role, state, peer, started_at) VALUES (1, ?1, ?2, ?3, ?4, ?5)
     ON CONFLICT DO UPDATE SET transfer_id = ?1, role = ?2, state = ?3, peer = ?4`,
    transferId,
    role,
    state,
    peer,
    now,
  );
  for (const [name, sql] of triggers()) {
    db.execute(role === 'source' ? sql : `DROP TRIGGER IF EXISTS ${name}`);
  }
}

export function clearMark(db: Connection): void {
  for (const [name] of triggers()) db.execute(`DROP TRIGGER IF EXISTS ${name}`);
  db.run('DELETE FROM transfer');
}

/** @throws OperatorError for data that nobody may open: it was moved away, or is not wholly here. */
export function refuseMark(db: Connection): void {
  const refusal = refuseMoved(readMark(db));
  if (refusal !== null) throw new OperatorError(refusal);
}

function* triggers(): Generator<[name: string, sql: string]> {
  const tables = [...Object.values(portableTables).map(({ table }) => table), 'health'];
  for (const table of tables) {
    for (const change of ['INSERT', 'UPDATE', 'DELETE']) {
      const name = `frozen_${table}_${change.toLowerCase()}`;
      const sql = `CREATE TRIGGER IF NOT EXISTS ${name} BEFORE ${change} ON ${table} BEGIN SELECT RAISE(ABORT, 'frozen'); END`;
      yield [name, sql];
    }
  }
}
