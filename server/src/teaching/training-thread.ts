import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { trainPersona } from './train-persona.ts';

/** What this thread tells: how far it is, then the classifier. */
export type TrainingNews =
  | { readonly done: number; readonly of: number }
  | { readonly hash: string; readonly bytes: Uint8Array<ArrayBuffer> };

const gentle = 10;

/** Trains one persona after another, each given as JSON: text is handed over far quicker than objects. */
function serve(port: NonNullable<typeof parentPort>): void {
  giveWay();
  port.on('message', (json: string) => {
    const tell = (news: TrainingNews, moved: ArrayBuffer[] = []) => port.postMessage(news, moved);
    const { hash, bytes } = trainPersona(JSON.parse(json), (done, of) => tell({ done, of }));
    // A copy of its own length: what is moved is gone here.
    const own = new Uint8Array(bytes);
    tell({ hash, bytes: own }, [own.buffer]);
  });
}

/** Drafts come first where cores are few. Linux gives each thread a priority of its own; elsewhere it would be the process's. */
function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (thread !== process.pid) setPriority(thread, gentle);
  } catch {
    // A sandbox may forbid it: then training is as quick as drafts.
  }
}

if (parentPort !== null) serve(parentPort);
