import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { DraftTarget } from './measure.ts';

interface Terms {
  readonly url: string;
  readonly target: DraftTarget;
  readonly perSecond: number;
  readonly seconds: number;
}

export interface SteadyCalls {
  /**
   * The times in milliseconds, measured from the moment when each call was due, so that a wait before sending counts
   * too.
   */
  readonly ms: number[];
  /** The number of answers other than 200. */
  readonly refused: number;
}

/**
 * Sends drafts at a steady rate from a separate thread, however long the answers take, like a well-behaved workspace.
 */
export async function callSteadily(terms: Terms): Promise<SteadyCalls> {
  const worker = new Worker(new URL(import.meta.url), { workerData: terms });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

async function run({ url, target, perSecond, seconds }: Terms): Promise<SteadyCalls> {
  const ms: number[] = [];
  let refused = 0;
  // This request does the thread's one-time work, such as loading its client, before the measured times.
  await (await fetch(`${url}/healthz`)).arrayBuffer();
  const startedAt = performance.now();
  const calls: Promise<void>[] = [];
  for (let number = 0; number < perSecond * seconds; number += 1) {
    const dueAt = startedAt + (number * 1_000) / perSecond;
    await delay(Math.max(0, dueAt - performance.now()));
    calls.push(
      draft(url, target).then((status) => {
        if (status === 200) ms.push(performance.now() - dueAt);
        else refused += 1;
      }),
    );
  }
  await Promise.all(calls);
  return { ms, refused };
}

async function draft(url: string, { key, body }: DraftTarget): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${key}`,
    'idempotency-key': randomUUID(),
  };
  const response = await fetch(`${url}/api/v1/agent/draft`, { method: 'POST', headers, body });
  await response.arrayBuffer();
  return response.status;
}

// `callSteadily` set the thread's workerData.
if (!isMainThread) parentPort?.postMessage(await run(workerData as Terms));
