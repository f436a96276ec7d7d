import type { Connection } from './connection.ts';
import { isBusy } from './sqlite-failure.ts';

const sleeping = new Int32Array(new SharedArrayBuffer(4));

/**
 * Begins a transaction that holds the write lock. Waits at most `waitMs` for other processes, and then throws the
 * driver's busy error. Blocks its thread.
 */
export function beginImmediate(db: Connection, waitMs: number): void {
  retryWhileBusy(() => db.run('BEGIN IMMEDIATE'), waitMs);
}

/**
 * Retries every millisecond while another connection holds a lock. A busy server frees the write lock only for a moment
 * between two groups. SQLite's own waiting, in steps of up to 100 ms, would miss that moment.
 */
export function retryWhileBusy(attempt: () => void, waitMs: number): void {
  const startedAt = performance.now();
  for (;;) {
    try {
      attempt();
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() - startedAt >= waitMs) throw error;
    }
    Atomics.wait(sleeping, 0, 0, 1);
  }
}
