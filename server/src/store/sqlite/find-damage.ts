import { statSync } from 'node:fs';
import { join } from 'node:path';
import { openConnection } from './connection.ts';
import { orUnavailable } from './sqlite-failure.ts';

const toldAtMost = 3;

/**
 * What SQLite finds wrong in the file of a data folder's database; empty where all is well. Reads all of it at once, and
 * before that tells its size in bytes. @throws StoreUnavailable
 */
export function findDamage(dataDir: string, onBegin: (size: number) => void): string[] {
  return orUnavailable(() => {
    const path = join(dataDir, 'understudy.db');
    const db = openConnection(path, { busyTimeoutMs: 1_000, isReadOnly: true });
    try {
      onBegin(statSync(path).size);
      return db
        .all<{ quick_check: string }>(`PRAGMA quick_check(${toldAtMost})`)
        .map(({ quick_check: fault }) => fault)
        .filter((fault) => fault !== 'ok');
    } finally {
      db.close();
    }
  });
}
