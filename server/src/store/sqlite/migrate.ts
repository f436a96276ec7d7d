import { readdirSync, readFileSync } from 'node:fs';
import { OperatorError } from '../../lib/errors.ts';
import { beginImmediate } from './begin-immediate.ts';
import type { Connection } from './connection.ts';

interface Migration {
  readonly version: number;
  readonly sql: () => string;
}

const folder = new URL('../../../migrations/sqlite/', import.meta.url);

/** The initial schema and the steps from it to the current one, in order. Downgrades are not possible. */
export const migrations: readonly Migration[] = readdirSync(folder)
  .filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name))
  .sort()
  .map((name) => ({
    version: Number(name.slice(0, 4)),
    sql: () => readFileSync(new URL(name, folder), 'utf8'),
  }));

/**
 * Upgrades the schema in one transaction, under the write lock. The `user_version` of the database is the number of the
 * last migration that ran.
 * @throws OperatorError if a newer version of the product, or a preview, has written the data
 */
export function migrate(connection: Connection, dataDir: string, waitMs: number, steps = migrations): void {
  const newest = steps.at(-1)?.version ?? 0;
  if (versionOf(connection, dataDir, newest) === newest) return;

  beginImmediate(connection, waitMs);
  try {
    const current = versionOf(connection, dataDir, newest);
    for (const { version, sql } of steps) {
      if (version <= current) continue;
      connection.execute(sql());
      connection.execute(`PRAGMA user_version = ${version}`);
    }
    connection.execute('COMMIT');
  } catch (error) {
    if (connection.isInTransaction()) connection.execute('ROLLBACK');
    throw error;
  }
}

/** Returns the schema's version; 0 for a database without the schema. */
function versionOf(connection: Connection, dataDir: string, newest: number): number {
  const version = connection.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
  if (version > newest) {
    throw new OperatorError(
      `The data in ${dataDir} was written by a newer version of Understudy (its schema version is ${version}, but this version supports at most ${newest}). ` +
        'Run that version or a newer one, or restore a backup from before the upgrade.',
    );
  }
  if (version > 0 && version < (migrations[0]?.version ?? 0)) {
    throw new OperatorError(
      `The data in ${dataDir} was written by a preview of Understudy (its schema version is ${version}), which this version cannot upgrade. ` +
        'Export its workspaces to files with that preview\'s "understudy export", then import them into an empty folder with "understudy import".',
    );
  }
  return version;
}
