import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { trainPersona } from './train-persona.ts';

/** Messages from this thread: its progress, then the classifier. */
export type TrainingNews =
  | { readonly done: number; readonly of: number }
  | { readonly hash: string; readonly bytes: Uint8Array<ArrayBuffer> };

const gentle = 10;

/**
 * Trains one persona after another, each given as JSON, because text passes between threads far faster than objects.
 */
function serve(port: NonNullable<typeof parentPort>): void {
  giveWay();
  port.on('message', (json: string) => {
    const tell = (news: TrainingNews, moved: ArrayBuffer[] = []) => port.postMessage(news, moved);
    const { hash, bytes } = trainPersona(JSON.parse(json), (done, of) => tell({ done, of }));
    // This copy has a separate buffer, because transferring a buffer detaches it here.
    const own = new Uint8Array(bytes);
    tell({ hash, bytes: own }, [own.buffer]);
  });
}

/**
 * Gives drafts priority on machines with few cores. Linux has a priority for each thread. On other systems, this would
 * change the priority of the whole process.
 */
function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (thread !== process.pid) setPriority(thread, gentle);
  } catch {
    // A sandbox may forbid it; training then has the same priority as drafts.
  }
}

if (parentPort !== null) serve(parentPort);
