import { type MessagePort, parentPort } from 'node:worker_threads';
import { copyLog } from './checkpoint.ts';
import { openConnection } from './connection.ts';

/** The messages that the write thread sends after a database's path: requests to copy the log, and one to close it. */
export type CheckpointRequest = 'copy' | 'close';
/**
 * The number of frames in the log; null if the database or its disk failed. In that case, the write thread's own
 * checkpoint tries again. `closed` is the last report on a database.
 */
export type CheckpointReport = number | null | 'closed';

/** Copies one database's write-ahead log into the database while the write thread appends to it. */
function serve(port: MessagePort, path: string): void {
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

  function onRequest(request: CheckpointRequest): void {
    if (request === 'copy') {
      port.postMessage(copy() satisfies CheckpointReport);
      return;
    }
    port.off('message', onRequest);
    db.close();
    serveNext(port);
    port.postMessage('closed' satisfies CheckpointReport);
  }
  port.on('message', onRequest);
}

/** Serves one database after another. Each begins with its path. */
function serveNext(port: MessagePort): void {
  port.once('message', (path: string) => serve(port, path));
}

if (parentPort !== null) serveNext(parentPort);
