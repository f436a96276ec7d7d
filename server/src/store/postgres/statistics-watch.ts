import { createRepeater, type Repeater } from '../../lib/repeater.ts';
import type { Call } from './database.ts';

/**
 * How often the sizes of tables are checked. Until the statistics of a fast-growing table are updated, queries keep
 * plans for its former size. A flood of events can fill an empty table with thousands of rows in two seconds.
 */
const everyMs = 2_000;

/**
 * Creates a watch that updates the statistics of tables that have doubled in size, because PostgreSQL's autovacuum does
 * so only once a minute. Any number of servers may watch; one at a time analyzes a table.
 */
export function createStatisticsWatch(call: Call): Repeater {
  async function look(signal: AbortSignal): Promise<void> {
    const done: string[] = [];
    // One table per transaction, so that no lock lasts longer than one table takes.
    while (!signal.aborted) {
      const name = await call<string | null>('analyze_grown_table', { done });
      if (name === null) return;
      done.push(name);
    }
  }

  // If the database is unreachable or read-only, the next pass tries again.
  return createRepeater((signal) => look(signal).catch(() => undefined), everyMs);
}
