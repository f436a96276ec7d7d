import { setTimeout as delay } from 'node:timers/promises';
import { attempt, newWrite, type Write } from './writes.ts';

export interface Seen {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly outcome: string;
}

export interface WriteLoad {
  /** Every write that has begun so far. */
  readonly writes: readonly Write[];
  /** Every attempt so far, in the order in which they ended; the times are from `performance.now()`. */
  readonly seen: readonly Seen[];
  /** Resolves when `count` more writes are acknowledged; throws after `withinMs`. */
  acknowledged(count: number, withinMs?: number): Promise<void>;
  /** Stops starting writes, waits for current attempts to end, then repeats open writes until each is acknowledged. */
  finish(): Promise<void>;
  /** Stops starting writes, and waits for current attempts to end. */
  abandon(): Promise<void>;
}

const pauseMs = 50;
/** Keeps the load light, so that the run measures the fault instead of a shortage of CPU time. */
const thoughtMs = 10;
const finishWithinMs = 120_000;

/**
 * Starts callers that write continuously to any of `urls`. They repeat half of the failed writes after a short pause
 * and the other half at the end, so that there are repeats during a fault and long after it.
 */
export function startLoad(target: { urls: () => readonly string[]; key: string; callers?: number }): WriteLoad {
  const { urls, key, callers = 8 } = target;
  const writes: Write[] = [];
  const seen: Seen[] = [];
  let isOver = false;
  let turn = 0;

  async function tryOnce(write: Write): Promise<void> {
    const list = urls();
    turn += 1;
    const url = list[turn % list.length];
    if (url === undefined) return delay(pauseMs);
    const startedAt = performance.now();
    const { outcome } = await attempt(url, key, write);
    seen.push({ startedAt, endedAt: performance.now(), outcome });
    await delay(write.answer === null ? pauseMs : thoughtMs);
  }

  const running = Array.from({ length: callers }, async () => {
    while (!isOver) {
      const write = newWrite(writes.length);
      writes.push(write);
      await tryOnce(write);
      const isPatient = writes.length % 2 === 0;
      while (isPatient && write.answer === null && !isOver) await tryOnce(write);
    }
  });

  async function abandon(): Promise<void> {
    isOver = true;
    await Promise.all(running);
  }

  return {
    writes,
    seen,
    acknowledged: async (count, withinMs = 60_000) => {
      const isDone = (one: Write) => one.answer !== null;
      const wanted = writes.filter(isDone).length + count;
      const deadline = performance.now() + withinMs;
      while (writes.filter(isDone).length < wanted) {
        if (performance.now() > deadline) {
          const last = tellSeen(seen, deadline - withinMs);
          throw new Error(`${count} writes were not acknowledged within ${withinMs} ms; callers saw: ${last}`);
        }
        await delay(pauseMs);
      }
    },
    abandon,
    finish: async () => {
      await abandon();
      const deadline = performance.now() + finishWithinMs;
      const open = writes.filter((write) => write.answer === null);
      await inTurns(open, callers, async (write) => {
        while (write.answer === null && performance.now() < deadline) await tryOnce(write);
      });
    },
  };
}

/** Calls `work` for all of `items`, `width` at a time. */
export async function inTurns<Item>(items: readonly Item[], width: number, work: (item: Item) => Promise<void>) {
  const left = items[Symbol.iterator]();
  // All workers take from one iterator, so each item is processed once.
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of left) await work(item);
    }),
  );
}

/** Describes what callers saw since `from`: the failures, most frequent first, and the slowest answer. */
export function tellSeen(seen: readonly Seen[], from = 0): string {
  const since = seen.filter(({ endedAt }) => endedAt >= from);
  const failures = since.filter(({ outcome }) => outcome !== '200' && outcome !== 'replay');
  const counts = [...Map.groupBy(failures, ({ outcome }) => outcome)]
    .map(([outcome, { length }]) => ({ outcome, length }))
    .toSorted((one, other) => other.length - one.length);
  const slowestMs = Math.max(0, ...since.map(({ startedAt, endedAt }) => endedAt - startedAt));
  const told = counts.map(({ outcome, length }) => `${outcome} × ${length}`);
  return `${told.length === 0 ? 'only 200' : told.join(', ')}; slowest answer ${seconds(slowestMs)}`;
}

/**
 * Returns the milliseconds from `from` to the first acknowledgement of an attempt that began after it; null if there is
 * none.
 */
export function backAfterMs(seen: readonly Seen[], from: number): number | null {
  const first = seen.find(({ startedAt, outcome }) => startedAt >= from && (outcome === '200' || outcome === 'replay'));
  return first === undefined ? null : first.endedAt - from;
}

/** Returns the longest time without an acknowledgement. */
export function longestGapMs(seen: readonly Seen[]): number {
  const times = seen.filter(({ outcome }) => outcome === '200' || outcome === 'replay').map(({ endedAt }) => endedAt);
  return times.reduce((longest, time, index) => Math.max(longest, time - (times[index - 1] ?? time)), 0);
}

/** Formats milliseconds as "120 ms" or "1.2 s"; null is "never". */
export function seconds(ms: number | null): string {
  if (ms === null) return 'never';
  return ms < 995 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
