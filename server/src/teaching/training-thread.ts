import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { trainPersona } from './train-persona.ts';

/** Messages from this thread: progress reports, then the classifier. */
export type TrainingNews =
  | { readonly done: number; readonly of: number }
  | { readonly hash: string; readonly bytes: Uint8Array<ArrayBuffer> };

const gentle = 10;

/**
 * Trains one persona after another. Each persona arrives as JSON, because passing text between threads is far faster
 * than passing objects.
 */
function serve(port: NonNullable<typeof parentPort>): void {
  giveWay();
  port.on('message', (json: string) => {
    const tell = (news: TrainingNews, moved: ArrayBuffer[] = []) => port.postMessage(news, moved);
    const { hash, bytes } = trainPersona(JSON.parse(json), (done, of) => tell({ done, of }));
    // Transferring a buffer detaches it in this thread, so the message gets its own copy.
    const own = new Uint8Array(bytes);
    tell({ hash, bytes: own }, [own.buffer]);
  });
}

/**
 * Lowers this thread's priority, so that drafts come first on machines with few cores. Does nothing on systems other
 * than Linux, where the call would change the whole process's priority.
 */
function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (thread !== process.pid) setPriority(thread, gentle);
  } catch {
    // A sandbox may forbid the change. Training then has the same priority as drafts.
  }
}

if (parentPort !== null) serve(parentPort);
