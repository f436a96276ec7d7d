import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import autocannon from 'autocannon';

export interface HookTerms {
  /** Where events are sent: a receiver, or the bare route. */
  readonly url: string;
  readonly secret: string;
  readonly eventsPerRequest: number;
  readonly seconds: number;
}

/**
 * Sends signed deliveries of new events over `connections`, each as soon as the previous one is answered. Times are in
 * milliseconds.
 */
export async function driveHook(terms: HookTerms & { readonly connections: number }) {
  const { origin, pathname } = new URL(terms.url);
  const result = await autocannon({
    url: origin,
    connections: terms.connections,
    duration: terms.seconds,
    requests: [
      {
        method: 'POST',
        path: pathname,
        setupRequest: (request) => ({ ...request, ...signed(terms) }),
      },
    ],
  });
  return {
    eventsPerSecond: (result['2xx'] * terms.eventsPerRequest) / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  };
}

export interface Flood {
  readonly acceptedEvents: number;
  /** The number of requests answered with 429 or 503. */
  readonly refused: number;
  readonly failed: number;
  /** The times of the accepted requests. */
  readonly ms: number[];
  /** The seconds from the first delivery to the last answer. */
  readonly tookSeconds: number;
}

/** Sends signed deliveries at a steady rate from a separate thread, however long the answers take. */
export async function flood(terms: HookTerms & { readonly eventsPerSecond: number }): Promise<Flood> {
  const worker = new Worker(new URL(import.meta.url), { workerData: terms });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

async function run(terms: HookTerms & { readonly eventsPerSecond: number }): Promise<Flood> {
  const perSecond = terms.eventsPerSecond / terms.eventsPerRequest;
  const ms: number[] = [];
  let [acceptedEvents, refused, failed] = [0, 0, 0];
  const startedAt = performance.now();
  const calls: Promise<void>[] = [];
  for (let number = 0; number < perSecond * terms.seconds; number += 1) {
    const dueAt = startedAt + (number * 1_000) / perSecond;
    await delay(Math.max(0, dueAt - performance.now()));
    const call = fetch(terms.url, { method: 'POST', ...signed(terms) }).then(
      async (response) => {
        await response.arrayBuffer();
        if (response.status === 200) {
          acceptedEvents += terms.eventsPerRequest;
          ms.push(performance.now() - dueAt);
        } else if (response.status === 429 || response.status === 503) refused += 1;
        else failed += 1;
      },
      () => {
        failed += 1;
      },
    );
    calls.push(call);
  }
  await Promise.all(calls);
  return { acceptedEvents, refused, failed, ms, tookSeconds: (performance.now() - startedAt) / 1_000 };
}

function signed({ secret, eventsPerRequest }: HookTerms): { headers: Record<string, string>; body: string } {
  const events = Array.from({ length: eventsPerRequest }, () => {
    const id = randomUUID();
    const threadId = `t${Math.floor(Math.random() * 500)}`;
    return {
      id,
      type: 'message.received',
      threadId,
      messageId: id,
      sentAt: new Date().toISOString(),
      body: 'do you ship to Brazil?',
      contact: { id: threadId },
    };
  });
  const body = JSON.stringify({ events });
  const id = randomUUID();
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
  return { headers, body };
}

// `flood` set the thread's workerData.
if (!isMainThread) parentPort?.postMessage(await run(workerData as Parameters<typeof flood>[0]));
