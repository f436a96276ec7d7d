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
  /** From the moment each was due, so that a wait before it was sent counts too. */
  readonly ms: number[];
  /** Answers other than 200. */
  readonly refused: number;
}

/** Drafts at a steady rate from a thread of its own, whatever the answers take: one workspace that means no harm. */
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
  // What a thread does once, such as to load its client, is no part of what a caller notices.
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

// The thread's terms are what `callSteadily` gave it.
if (!isMainThread) parentPort?.postMessage(await run(workerData as Terms));
