import { closeSync, fdatasync, openSync } from 'node:fs';
import { StoreUnavailable } from '../../lib/errors.ts';

export interface LogSync {
  /**
   * Syncs everything that was committed before the call to disk without blocking the thread. Then calls `done` with
   * null, or with StoreUnavailable if the sync failed. Make only one call at a time.
   */
  sync(done: (failure: StoreUnavailable | null) => void): void;
  close(): void;
}

/**
 * Makes the commits of a connection with synchronous=NORMAL durable. Such a commit only appends to the write-ahead log,
 * so syncing the log makes the commit durable. A failed sync may have lost pages that the next sync does not write
 * again. After a failed sync, nothing counts as durable until `checkpoint` has copied the whole log, which the
 * operating system still has in memory, into the database on disk. If this fails, `checkpoint` throws.
 */
export function createLogSync({
  path,
  checkpoint,
  syncFile = fdatasync,
}: {
  /** The path of the write-ahead log, which must exist before the first sync. */
  path: string;
  checkpoint: () => void;
  syncFile?: (file: number, done: (error: Error | null) => void) => void;
}): LogSync {
  let file: number | null = null;
  let isSuspect = false;

  function syncByCheckpoint(): StoreUnavailable | null {
    try {
      checkpoint();
      isSuspect = false;
      return null;
    } catch (error) {
      return failed(error);
    }
  }

  return {
    sync(done) {
      if (isSuspect) return done(syncByCheckpoint());
      try {
        // Windows flushes only files that are open for writing.
        file ??= openSync(path, 'r+');
      } catch (error) {
        isSuspect = true;
        return done(failed(error));
      }
      syncFile(file, (error) => {
        if (error !== null) isSuspect = true;
        done(error === null ? null : failed(error));
      });
    },
    close() {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}

function failed(cause: unknown): StoreUnavailable {
  return new StoreUnavailable('the disk did not confirm the write', { cause });
}
