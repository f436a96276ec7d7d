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

/** How many frames the log has, and how many of them are copied into the database. */
export interface LogState {
  readonly frames: number;
  readonly copied: number;
}

/**
 * Copies as much of the write-ahead log into the database on disk as readers and other checkpoints allow. Waits for no
 * one. Throws the driver's errors.
 */
export function copyLog(db: Connection): LogState {
  const result = db.get<{ log: number; checkpointed: number }>('PRAGMA wal_checkpoint(PASSIVE)');
  return { frames: result?.log ?? 0, copied: result?.checkpointed ?? 0 };
}
