import { setTimeout as delay } from 'node:timers/promises';
import { StoreUnavailable } from '../../lib/errors.ts';
import { retryWhileBusy } from './begin-immediate.ts';
import { openConnection } from './connection.ts';
import { orUnavailable } from './sqlite-failure.ts';

const waitMs = 30_000;

/**
 * Writes the database file anew from its rows and empties the log, so that no byte of what was removed is in either.
 * Writers wait meanwhile. @throws StoreUnavailable when another process stands in the way for 30 s
 */
export async function scrub(path: string): Promise<void> {
  const db = orUnavailable(() => openConnection(path, { busyTimeoutMs: 0 }));
  try {
    orUnavailable(() => retryWhileBusy(() => db.execute('VACUUM'), waitMs));
    const startedAt = performance.now();
    // As long as somebody reads an older state, the log is still needed.
    while (orUnavailable(() => db.get<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)'))?.busy !== 0) {
      if (performance.now() - startedAt > waitMs) {
        throw new StoreUnavailable('another process still reads what was removed, so that the log cannot be emptied');
      }
      await delay(20);
    }
  } finally {
    db.close();
  }
}
