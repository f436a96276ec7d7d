import type { Call } from './database.ts';

export interface StatisticsWatch {
  /** Looks for tables that have grown, until `stop` is called. */
  start(): void;
  /** Resolves when the table in progress has been analyzed. Idempotent. */
  stop(): Promise<void>;
}

/**
 * How often tables are checked. Until the statistics of a fast-growing table are updated, queries keep the plans for
 * its former size, and a flood of events can fill an empty table with thousands of rows within two seconds.
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
    // One table per transaction, so that no lock lasts longer than the analysis of one table.
    while (!isStopped) {
      const name = await call<string | null>('analyze_grown_table', { done });
      if (name === null) return;
      done.push(name);
    }
  }

  function schedule(): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      // If the database is unreachable or read-only, the next check is the retry.
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
