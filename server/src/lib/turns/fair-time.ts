import { performance } from 'node:perf_hooks';
import { createRecentMap } from '../recent-map.ts';

export interface FairTime {
  /**
   * Runs a task when it is `name`'s turn. One task runs at a time, and the next one always belongs to the name that has
   * used the least time. While a task is waiting in `aside`, it gives up its turn, and then continues in a new one.
   */
  run<Result>(name: string, work: (aside: Aside) => Promise<Result> | Result): Promise<Result>;
  /**
   * Announces that a task of `name` may come soon. The announcement ends when the caller calls the returned function,
   * or after 50 ms. Until then, a task of a name that recently used more than four times as much CPU time waits up to
   * 10 ms before it starts.
   */
  expect(name: string): () => void;
  /** Returns the number of waiting tasks. */
  waiting(): number;
}

/** Waits for something that needs no CPU time on this thread, such as a network response, while other tasks run. */
export type Aside = <Result>(wait: () => Promise<Result> | Result) => Promise<Result>;

/** Between two tasks, the thread handles input that has arrived for at least this long, if there is enough of it. */
const leastIntakeMs = 2;
const expectedForMs = 50;
const patienceMs = 10;
const muchMore = 4;
/** The time constant with which a name's recently used time decays. */
const recentMs = 1_000;
const mostRemembered = 10_000;

/**
 * Shares one thread's time evenly among names, by the milliseconds that their tasks take instead of the number of
 * tasks. A name with few tasks waits only for the task in progress. Between two tasks, the thread handles input that
 * has arrived for as long as the task took, because each turn of the event loop accepts only one connection, and
 * hundreds may be waiting.
 */
export function createFairTime(clock: () => number = () => performance.now()): FairTime {
  /** The waiting tasks of each name, in order of arrival. */
  const lines = new Map<string, (() => void)[]>();
  /** The time that each name has used, in milliseconds. A name that returns after a pause starts at `floorMs`. */
  const usedMs = new Map<string, number>();
  const recent = createRecentTime(clock);
  /** How many tasks of each name are announced, and when the announcement ends. */
  const expected = new Map<string, { count: number; untilMs: number }>();
  let floorMs = 0;
  let isBusy = false;
  let waiting = 0;
  /** Ends the current pause. */
  let resume: (() => void) | null = null;

  function next(mayPause: boolean): void {
    let least: string | null = null;
    for (const name of lines.keys()) {
      if (least === null || used(name) < used(least)) least = name;
    }
    if (least === null) {
      isBusy = false;
      // When no task is waiting, all names start over with equal times.
      usedMs.clear();
      floorMs = 0;
      return;
    }
    if (mayPause && isLighterExpected(least)) {
      pause();
      return;
    }
    floorMs = Math.max(floorMs, used(least));
    const line = lines.get(least);
    const turn = line?.shift();
    if (line?.length === 0) lines.delete(least);
    waiting -= 1;
    turn?.();
  }

  function pause(): void {
    const timer = setTimeout(() => {
      resume = null;
      next(false);
    }, patienceMs);
    resume = () => {
      clearTimeout(timer);
      resume = null;
      next(true);
    };
  }

  function isLighterExpected(than: string): boolean {
    if (expected.size === 0) return false;
    const nowMs = clock();
    const most = recent.of(than) / muchMore;
    for (const [name, { untilMs }] of expected) {
      if (untilMs > nowMs && name !== than && recent.of(name) < most) return true;
    }
    return false;
  }

  function used(name: string): number {
    return Math.max(usedMs.get(name) ?? 0, floorMs);
  }

  async function turnOf(name: string): Promise<number> {
    if (isBusy) {
      waiting += 1;
      await new Promise<void>((resolve) => {
        const line = lines.get(name);
        if (line === undefined) lines.set(name, [resolve]);
        else line.push(resolve);
        resume?.();
      });
    }
    isBusy = true;
    return clock();
  }

  function endTurn(name: string, startedMs: number): void {
    const tookMs = clock() - startedMs;
    usedMs.set(name, used(name) + tookMs);
    recent.add(name, tookMs);
    takeIn(clock, Math.max(leastIntakeMs, tookMs), () => next(true));
  }

  return {
    waiting: () => waiting,
    expect(name) {
      const entry = expected.get(name) ?? { count: 0, untilMs: 0 };
      entry.count += 1;
      entry.untilMs = clock() + expectedForMs;
      expected.set(name, entry);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        entry.count -= 1;
        if (entry.count > 0) return;
        expected.delete(name);
        resume?.();
      };
    },
    async run(name, work) {
      let startedMs = await turnOf(name);
      try {
        return await work(async (wait) => {
          endTurn(name, startedMs);
          try {
            return await wait();
          } finally {
            startedMs = await turnOf(name);
          }
        });
      } finally {
        endTurn(name, startedMs);
      }
    },
  };
}

/** Measures the time that each name used recently. The older a millisecond is, the less it counts. */
function createRecentTime(clock: () => number) {
  const entries = createRecentMap<{ ms: number; atMs: number }>(mostRemembered);
  function of(name: string): number {
    const entry = entries.get(name);
    return entry === undefined ? 0 : entry.ms * Math.exp((entry.atMs - clock()) / recentMs);
  }
  return {
    of,
    add: (name: string, ms: number): void => entries.set(name, { ms: of(name) + ms, atMs: clock() }),
  };
}

/** Lets the event loop run until no new events arrive, for at most `mostMs`, then calls `done`. */
function takeIn(clock: () => number, mostMs: number, done: () => void): void {
  const endMs = clock() + mostMs;
  let events = eventsSoFar();
  // The first turn sends the task's pending output. The input that this output triggers arrives in the second turn.
  setImmediate(function turned() {
    setImmediate(() => {
      const before = events;
      events = eventsSoFar();
      if (events === before || clock() >= endMs) done();
      else turned();
    });
  });
}

function eventsSoFar(): number {
  return performance.nodeTiming.uvMetricsInfo.events;
}
