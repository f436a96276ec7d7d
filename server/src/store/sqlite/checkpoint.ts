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

/**
 * Copies as much of the write-ahead log into the database on disk as readers and other checkpoints allow. Does not wait
 * for them. Returns the number of frames (pages of the database) in the log. Throws the driver's errors.
 */
export function copyLog(db: Connection): number {
  return db.get<{ log: number }>('PRAGMA wal_checkpoint(PASSIVE)')?.log ?? 0;
}
