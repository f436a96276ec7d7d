import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import autocannon from 'autocannon';

export interface Load {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers other than 200, and connections that failed. */
  readonly failures: number;
}

export interface DraftTarget {
  readonly key: string;
  readonly body: string;
}

/** Drafts over HTTP for `seconds`, each with an idempotency key of its own, taking turns among the targets. */
export async function drive(
  url: string,
  targets: readonly DraftTarget[],
  options: { connections: number; seconds: number },
): Promise<Load> {
  let turn = 0;
  const result = await autocannon({
    url,
    connections: options.connections,
    duration: options.seconds,
    requests: [
      {
        method: 'POST',
        path: '/api/v1/agent/draft',
        setupRequest: (request) => {
          const target = targets[turn++ % targets.length];
          return {
            ...request,
            headers: {
              'content-type': 'application/json',
              authorization: `Bearer ${target?.key}`,
              'idempotency-key': randomUUID(),
            },
            body: target?.body,
          };
        },
      },
    ],
  });
  return {
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  };
}

/** Drafts one after another, `count` of them after a warm-up, and returns the percentiles of their times in milliseconds. */
export async function timeOneByOne(
  url: string,
  target: DraftTarget,
  count: number,
): Promise<{ p50Ms: number; p99Ms: number }> {
  const times: number[] = [];
  const warmUp = Math.ceil(count / 4);
  for (let index = 0; index < count + warmUp; index += 1) {
    const startedAt = performance.now();
    const response = await fetch(`${url}/api/v1/agent/draft`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${target.key}`,
        'idempotency-key': randomUUID(),
      },
      body: target.body,
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`a draft was answered ${response.status}: ${text}`);
    if (index >= warmUp) times.push(performance.now() - startedAt);
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** Resident memory of a process in megabytes, now and at its highest; null where /proc does not tell. */
export async function memoryMb(pid: number | undefined): Promise<{ now: number; highest: number } | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null);
  if (status === null) return null;
  const read = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024);
  return { now: read('VmRSS'), highest: read('VmHWM') };
}
