import { setImmediate as nextTurn } from 'node:timers/promises';
import { OperatorError } from '../../lib/errors.ts';
import type { Row, RowSource } from '../installation-port.ts';
import type { Connection } from './connection.ts';
import { type PortableTable, portableTables, rowExpression } from './portable-tables.ts';
import { orUnavailable } from './sqlite-failure.ts';

/** Returns a source of the rows that a connection sees. Within a transaction, these are the rows at its start. */
export function createRowSource(db: Connection): RowSource {
  return {
    async workspaceIds() {
      const rows = orUnavailable(() =>
        db.all<{ id: string }>('SELECT workspace_id AS id FROM workspaces ORDER BY workspace_id'),
      );
      return rows.map(({ id }) => id);
    },

    async page({ table, workspaceId }, after, limit) {
      const form = portableTables[table];
      const keys = form.keys.join(', ');
      // A position contains a row's keys, as this function wrote them.
      const place = after === null ? [] : (JSON.parse(after) as (string | number)[]);
      const isBehind = place.length === 0 ? '' : `AND (${keys}) > (${place.map(() => '?').join(', ')})`;
      const found = orUnavailable(() =>
        db.tuples<[row: string, place: string]>(
          `SELECT ${rowExpression(form)}, json_array(${keys}) FROM ${form.table} WHERE ${ownerOf(form)} = ? ${isBehind} ORDER BY ${keys} LIMIT ?`,
          workspaceId,
          ...place,
          limit,
        ),
      );
      await nextTurn();
      const rows = found.map(([row]): Row => JSON.parse(row));
      return { rows, next: found.length < limit ? null : (found.at(-1)?.[1] ?? null) };
    },

    async count({ table, workspaceId }) {
      const form = portableTables[table];
      const sql = `SELECT count(*) AS rows FROM ${form.table} WHERE ${ownerOf(form)} = ?`;
      return orUnavailable(() => db.get<{ rows: number }>(sql, workspaceId))?.rows ?? 0;
    },

    async checkIntegrity() {
      const found = orUnavailable(() => db.all<{ integrity_check: string }>('PRAGMA integrity_check(10)'));
      const faults = found.map(({ integrity_check: fault }) => fault).filter((fault) => fault !== 'ok');
      if (faults.length > 0) {
        throw new OperatorError('The database is damaged. Restore an earlier backup.', faults);
      }
    },
  };
}

function ownerOf({ isShared }: PortableTable): string {
  return isShared ? "''" : 'workspace_id';
}
