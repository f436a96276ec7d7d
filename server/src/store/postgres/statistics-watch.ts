import type { Call } from './database.ts';

export interface StatisticsWatch {
  /** Starts to look for grown tables, until `stop` is called. */
  start(): void;
  /** Resolves when the table in progress is analyzed. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Until the statistics of a fast-growing table are updated, queries keep plans for its former size. A flood of events
 * can fill an empty table with thousands of rows in this time.
 */
const everyMs = 2_000;

/**
 * Updates the statistics of tables that have doubled in size, because PostgreSQL's own daemon does so only once a
 * minute. Any number of servers may watch; one at a time analyzes a table.
 */
export function createStatisticsWatch(call: Call): StatisticsWatch {
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  let looking: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    const done: string[] = [];
    // One table per transaction, so that no lock lasts longer than one table takes.
    while (!isStopped) {
      const name = await call<string | null>('analyze_grown_table', { done });
      if (name === null) return;
      done.push(name);
    }
  }

  function schedule(): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      // If the database is unreachable or read-only, the next look is the retry.
      looking = look().catch(() => undefined);
      void looking.then(schedule);
    }, everyMs).unref();
  }

  return {
    start: schedule,
    async stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
      await looking;
    },
  };
}
