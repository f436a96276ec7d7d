import { setTimeout as delay } from 'node:timers/promises';
import { StoreUnavailable } from '../../lib/errors.ts';
import { retryWhileBusy } from './begin-immediate.ts';
import { openConnection } from './connection.ts';
import { orUnavailable } from './sqlite-failure.ts';

const waitMs = 30_000;

/**
 * Rewrites the database file from its rows and empties the log, so that neither contains a byte of the removed data.
 * Writers wait in the meantime.
 * @throws StoreUnavailable if another process blocks this for 30 s
 */
export async function scrub(path: string): Promise<void> {
  const db = orUnavailable(() => openConnection(path, { busyTimeoutMs: 0 }));
  try {
    orUnavailable(() => retryWhileBusy(() => db.execute('VACUUM'), waitMs));
    const startedAt = performance.now();
    // The log is needed as long as a reader uses an older state.
    while (orUnavailable(() => db.get<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)'))?.busy !== 0) {
      if (performance.now() - startedAt > waitMs) {
        throw new StoreUnavailable('another process is still reading the removed data, so the log cannot be emptied');
      }
      await delay(20);
    }
  } finally {
    db.close();
  }
}
