import { closeSync, fdatasync, openSync } from 'node:fs';
import { StoreUnavailable } from '../../lib/errors.ts';

export interface LogSync {
  /**
   * Puts everything that was committed before the call on the disk, without blocking the thread, then calls `done`:
   * with null, or with StoreUnavailable where that failed. One call at a time.
   */
  sync(done: (failure: StoreUnavailable | null) => void): void;
  close(): void;
}

/**
 * Makes the commits of a connection with synchronous=NORMAL durable: such a commit only appends to the write-ahead log,
 * and what is behind it in the log is durable with it. A sync that failed may have lost pages that the next one no
 * longer knows of; so from then on nothing counts as durable before `checkpoint` has copied the whole log, which the
 * system still has in memory, into the database and on the disk. It throws where it cannot.
 */
export function createLogSync({
  path,
  checkpoint,
  syncFile = fdatasync,
}: {
  /** The write-ahead log; it must be there at the first sync, and stay. */
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
        // Windows flushes only what may be written.
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
  return new StoreUnavailable('the disk did not confirm what was written', { cause });
}
