import { parentPort, workerData } from 'node:worker_threads';
import { copyLog, type LogState } from './checkpoint.ts';
import { openConnection } from './connection.ts';

/** What the write thread sends: a request to copy the log, or to end. */
export type CheckpointRequest = 'copy' | 'close';
/** The result of a copy; null if the database or its disk failed. The write thread's own checkpoint is the retry. */
export type CheckpointReport = LogState | null;

/** A copy that leaves fewer frames than this is not repeated. A frame is one page of the database in the log. */
const fewFrames = 400;
const mostPasses = 3;

/** Runs the checkpoint thread, which copies the write-ahead log into the database while the write thread appends to it. */
function serve(path: string): void {
  const port = parentPort;
  if (port === null) return;
  const db = openConnection(path, { busyTimeoutMs: 0 });
  // A checkpoint syncs the log before it copies pages, and the database afterwards.
  db.execute('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = -256');

  /** Copies what was committed, and then what was committed in the meantime, until little is left. */
  function copy(): CheckpointReport {
    try {
      let state = copyLog(db);
      for (let pass = 1; pass < mostPasses && state.frames - state.copied > fewFrames; pass += 1) state = copyLog(db);
      return state;
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
