import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import autocannon from 'autocannon';

export interface Load {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The number of answers other than 200, and of connections that failed. */
  readonly failures: number;
  readonly refusals: Refusals;
}

export interface Refusals {
  /** The number of answers with 429 or 503. */
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The number of refusals without Retry-After. */
  readonly withoutRetryAfter: number;
}

export interface DraftTarget {
  readonly key: string;
  readonly body: string;
}

/** Sends drafts over HTTP for `seconds`, each with its own idempotency key, taking turns among the targets. */
export async function drive(
  url: string,
  targets: readonly DraftTarget[],
  options: { connections: number; seconds: number; amount?: number; eachOnNewConnection?: boolean },
): Promise<Load> {
  let turn = 0;
  const refusedMs: number[] = [];
  let withoutRetryAfter = 0;
  const result = await autocannon({
    url,
    connections: options.connections,
    duration: options.seconds,
    ...(options.amount !== undefined && { amount: options.amount }),
    ...(options.eachOnNewConnection === true && { reconnectRate: 1 }),
    // Rates and times count drafts, not refusals.
    excludeErrorStats: true,
    setupClient: (client) => {
      client.on('response', (status, _bytes, tookMs) => {
        if (isRefusal(status)) refusedMs.push(tookMs);
      });
    },
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
        onResponse: (status, _body, _context, headers) => {
          if (isRefusal(status) && !hasRetryAfter(headers)) withoutRetryAfter += 1;
        },
      },
    ],
  });
  return {
    perSecond: result['2xx'] / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
    refusals: {
      count: refusedMs.length,
      p50Ms: percentile(refusedMs, 0.5),
      p99Ms: percentile(refusedMs, 0.99),
      withoutRetryAfter,
    },
  };
}

function isRefusal(status: number): boolean {
  return status === 429 || status === 503;
}

function hasRetryAfter(headers: unknown): boolean {
  return Object.keys(Object(headers)).some((name) => name.toLowerCase() === 'retry-after');
}

/** Makes one draft on each target at each address, so that every persona is cached there before the measurement. */
export async function warmUp(urls: readonly string[], targets: readonly DraftTarget[]): Promise<void> {
  await Promise.all(
    urls.map((url) =>
      drive(url, targets, { connections: Math.min(8, targets.length), seconds: 60, amount: targets.length }),
    ),
  );
}

/**
 * Calls `drive` on several addresses at the same time, which share the connections. Adds the rates, and returns the
 * slowest address's latency.
 */
export async function driveAll(
  urls: readonly string[],
  targets: readonly DraftTarget[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const loads = await Promise.all(
    urls.map((url) => drive(url, targets, { connections: Math.ceil(connections / urls.length), seconds })),
  );
  return {
    perSecond: loads.reduce((total, load) => total + load.perSecond, 0),
    p50Ms: Math.max(...loads.map((load) => load.p50Ms)),
    p99Ms: Math.max(...loads.map((load) => load.p99Ms)),
    failures: loads.reduce((total, load) => total + load.failures, 0),
    refusals: {
      count: loads.reduce((total, { refusals }) => total + refusals.count, 0),
      p50Ms: Math.max(...loads.map(({ refusals }) => refusals.p50Ms)),
      p99Ms: Math.max(...loads.map(({ refusals }) => refusals.p99Ms)),
      withoutRetryAfter: loads.reduce((total, { refusals }) => total + refusals.withoutRetryAfter, 0),
    },
  };
}

export interface Latency {
  readonly p50Ms: number;
  readonly p99Ms: number;
  /**
   * The times of a bare route that was called alternately with the drafts. They show how fast the machine was at that
   * time.
   */
  readonly bareP50Ms: number;
}

/** Sends `count` drafts one after another, after a warm-up, and alternates them with requests to a bare route. */
export async function timeOneByOne(
  urls: { service: string; bare: string },
  target: DraftTarget,
  count: number,
): Promise<Latency> {
  const times: number[] = [];
  const bareTimes: number[] = [];
  const warmUp = Math.ceil(count / 2);
  for (let index = 0; index < count + warmUp; index += 1) {
    const bareMs = await timeDraft(urls.bare, target);
    const draftMs = await timeDraft(urls.service, target);
    if (index < warmUp) continue;
    bareTimes.push(bareMs);
    times.push(draftMs);
  }
  return { p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99), bareP50Ms: percentile(bareTimes, 0.5) };
}

async function timeDraft(url: string, target: DraftTarget): Promise<number> {
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
  return performance.now() - startedAt;
}

/** Returns the value at a share from 0 to 1 of the sorted values; NaN if there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Reads a process's resident memory in megabytes, now and at its peak; resolves to null without /proc. */
export async function memoryMb(pid: number | undefined): Promise<{ now: number; highest: number } | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null);
  if (status === null) return null;
  const read = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024);
  return { now: read('VmRSS'), highest: read('VmHWM') };
}

/** Reads the CPU time that a process has used with all its threads, in microseconds; resolves to NaN without /proc. */
export async function cpuMicroseconds(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // These fields contain user and system time, in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}
