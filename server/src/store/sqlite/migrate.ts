import { readdirSync, readFileSync } from 'node:fs';
import { OperatorError } from '../../lib/errors.ts';
import { beginImmediate } from './begin-immediate.ts';
import type { Connection } from './connection.ts';

const folder = new URL('../../../migrations/sqlite/', import.meta.url);

/**
 * Brings the schema up to date, all or nothing, under the write lock. The number of the last migration that ran is the
 * database's user_version. @throws OperatorError when a newer version of the product has written the data.
 */
export function migrate(connection: Connection, dataDir: string, waitMs: number): void {
  const migrations = readdirSync(folder)
    .filter((name) => /^\d{4}_.+\.sql$/.test(name))
    .sort()
    .map((name) => ({ name, version: Number(name.slice(0, 4)) }));
  const newest = migrations.at(-1)?.version ?? 0;
  if (versionOf(connection, dataDir, newest) === newest) return;

  beginImmediate(connection, waitMs);
  try {
    const current = versionOf(connection, dataDir, newest);
    for (const { name, version } of migrations) {
      if (version <= current) continue;
      connection.execute(readFileSync(new URL(name, folder), 'utf8'));
      connection.execute(`PRAGMA user_version = ${version}`);
    }
    connection.execute('COMMIT');
  } catch (error) {
    if (connection.isInTransaction()) connection.execute('ROLLBACK');
    throw error;
  }
}

function versionOf(connection: Connection, dataDir: string, newest: number): number {
  const version = connection.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
  if (version > newest) {
    throw new OperatorError(
      `the data in ${dataDir} was written by a newer version of Understudy (its schema is ${version}, this version knows ${newest}); ` +
        'run that version or a newer one, or restore a backup from before the upgrade',
    );
  }
  return version;
}
