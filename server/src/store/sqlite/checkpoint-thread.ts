import { Worker } from 'node:worker_threads';
import type { CheckpointReport, CheckpointRequest } from './checkpoint-worker.ts';

export interface CheckpointThread {
  /** Notes that a group of operations was committed, and starts copying the log if a copy is due. */
  committed(operations: number): void;
  /** Resolves when the copy in progress has ended and the thread's connection is closed. Idempotent. */
  close(): Promise<void>;
}

/**
 * A copy starts after this many operations. A draft writes about 12 pages to the log, and a step that stores 17 events
 * about 250.
 */
const operationsPerCopy = 10;
/** The shortest time between the starts of two copies. Each copy syncs the disk twice. */
const leastMs = 100;
/**
 * When the log reaches this number of frames, the write thread copies the rest itself, so that the log can start from
 * its beginning again.
 */
const mostFrames = 4_000;
/** A thread whose database was closed. The next database reuses it, because starting a thread takes 20 ms of CPU time. */
let idle: Worker | null = null;

/**
 * Creates the write thread's side of the checkpoint thread. A checkpoint of 4,000 frames (pages in the log) takes 12 to
 * 40 ms. If the write thread made the checkpoint, it could not answer anyone in that time. The log starts from its
 * beginning again only if nothing is appended until all of the log is copied. The write thread therefore calls
 * `finish`, a checkpoint of its own, for the few frames that are left. The checkpoint thread starts with the first
 * copy, so a command that writes little does not start it. If the checkpoint thread fails, the automatic checkpoint of
 * the write thread copies the log.
 */
export function createCheckpointThread(path: string, finish: () => void): CheckpointThread {
  let worker: Worker | null = null;
  let closed: Promise<void> | null = null;
  let onClosed: (() => void) | null = null;
  let isCopying = false;
  let operations = 0;
  let startedMs = Number.NEGATIVE_INFINITY;

  function take(): Worker {
    const taken = idle ?? start();
    idle = null;
    // If the thread fails, no new checkpoint thread starts before the store is opened again.
    taken.on('message', onReport).on('exit', onEnd);
    taken.postMessage(path);
    taken.unref();
    return taken;
  }

  function onReport(report: CheckpointReport): void {
    if (report === 'closed') {
      if (worker !== null) keep(worker.off('message', onReport).off('exit', onEnd));
      onEnd();
      return;
    }
    isCopying = false;
    if (report === null || closed !== null || report < mostFrames) return;
    try {
      finish();
    } catch {
      // The write thread tries again after the next copy.
    }
  }

  function onEnd(): void {
    worker = null;
    onClosed?.();
  }

  return {
    committed(count) {
      operations += count;
      const nowMs = performance.now();
      if (isCopying || closed !== null || operations < operationsPerCopy || nowMs - startedMs < leastMs) return;
      [isCopying, operations, startedMs] = [true, 0, nowMs];
      worker ??= take();
      worker.postMessage('copy' satisfies CheckpointRequest);
    },
    close() {
      closed ??= new Promise((resolve) => {
        if (worker === null) return resolve();
        onClosed = resolve;
        worker.ref();
        worker.postMessage('close' satisfies CheckpointRequest);
      });
      return closed;
    },
  };
}

/** Keeps one idle thread. The thread does not keep the process alive, and is forgotten when it ends. */
function keep(worker: Worker): void {
  if (idle !== null) {
    void worker.terminate();
    return;
  }
  worker.unref();
  idle = worker;
}

function start(): Worker {
  const started = new Worker(new URL('./checkpoint-worker.ts', import.meta.url));
  // A database that uses the thread adds further listeners.
  started.on('error', () => undefined);
  started.once('exit', () => {
    if (idle === started) idle = null;
  });
  return started;
}
