import { StoreUnavailable } from '../../lib/errors.ts';
import type { Connection } from './connection.ts';

/**
 * Copies the whole write-ahead log into the database on disk.
 * @throws StoreUnavailable if a reader or another process prevents it, or the driver's error
 */
export function checkpointAll(db: Connection): void {
  const result = db.get<{ busy: number }>('PRAGMA wal_checkpoint(RESTART)');
  if (result === undefined || result.busy !== 0) throw new StoreUnavailable('the write-ahead log could not be emptied');
}
