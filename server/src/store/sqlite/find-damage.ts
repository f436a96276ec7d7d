import { statSync } from 'node:fs';
import { join } from 'node:path';
import { openConnection } from './connection.ts';
import { orUnavailable } from './sqlite-failure.ts';

const mostReported = 3;

/**
 * Returns the damage that SQLite finds in the database file of a data folder, or an empty list if there is none.
 * Reports the size of the file in bytes first, then reads the whole file without a pause.
 * @throws StoreUnavailable
 */
export function findDamage(dataDir: string, onBegin: (size: number) => void): string[] {
  return orUnavailable(() => {
    const path = join(dataDir, 'understudy.db');
    const db = openConnection(path, { busyTimeoutMs: 1_000, isReadOnly: true });
    try {
      onBegin(statSync(path).size);
      return db
        .all<{ quick_check: string }>(`PRAGMA quick_check(${mostReported})`)
        .map(({ quick_check: fault }) => fault)
        .filter((fault) => fault !== 'ok');
    } finally {
      db.close();
    }
  });
}
