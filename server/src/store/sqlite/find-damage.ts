import { join } from 'node:path';
import { openConnection } from './connection.ts';
import { orUnavailable } from './sqlite-failure.ts';

const toldAtMost = 3;

/** What SQLite finds wrong in the file of a data folder's database; empty where all is well. Reads all of it. @throws StoreUnavailable */
export function findDamage(dataDir: string): string[] {
  return orUnavailable(() => {
    const db = openConnection(join(dataDir, 'understudy.db'), { busyTimeoutMs: 1_000, isReadOnly: true });
    try {
      return db
        .all<{ quick_check: string }>(`PRAGMA quick_check(${toldAtMost})`)
        .map(({ quick_check: fault }) => fault)
        .filter((fault) => fault !== 'ok');
    } finally {
      db.close();
    }
  });
}
