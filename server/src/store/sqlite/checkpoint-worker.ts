import { parentPort, workerData } from 'node:worker_threads';
import { copyLog } from './checkpoint.ts';
import { openConnection } from './connection.ts';

/** The message that the write thread sends: a request to copy the log, or a request to end. */
export type CheckpointRequest = 'copy' | 'close';
/**
 * The number of frames in the log; null if the database or its disk failed. In that case, the write thread's own
 * checkpoint tries again.
 */
export type CheckpointReport = number | null;

/** Runs the checkpoint thread, which copies the write-ahead log into the database while the write thread appends to it. */
function serve(path: string): void {
  const port = parentPort;
  if (port === null) return;
  const db = openConnection(path, { busyTimeoutMs: 0 });
  // A checkpoint syncs the log before it copies pages, and the database afterwards.
  db.execute('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = -256');

  function copy(): CheckpointReport {
    try {
      return copyLog(db);
    } catch {
      return null;
    }
  }

  port.on('message', (request: CheckpointRequest) => {
    if (request === 'copy') {
      port.postMessage(copy() satisfies CheckpointReport);
    } else {
      db.close();
      port.close();
    }
  });
}

serve(workerData as string);
