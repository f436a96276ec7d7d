import type { EpochMs } from '../../domain/period.ts';
import { createRepeater } from '../../lib/repeater.ts';
import type { Call } from './database.ts';

export interface ClockWatch {
  /** Resolves after the first check, even if it fails, then keeps checking until `stop` is called. */
  start(): Promise<void>;
  /** Resolves when the check in progress has ended. Idempotent. */
  stop(): Promise<void>;
}

interface Look {
  readonly epoch: number;
  readonly wall: EpochMs;
  readonly lived: EpochMs;
  /** The database read its clock between these two times, in milliseconds of this process's steady clock. */
  readonly askedMs: number;
  readonly answeredMs: number;
}

/**
 * How often the clock is checked. Without a check, the database's time functions let the store's own time advance for
 * at most ten seconds.
 */
const everyMs = 2_000;
const toleranceMs = 1_000;

/**
 * Creates a watch that compares the database's clock with the time that passes in this process. If the database's clock
 * is set, the watch notices within two seconds, and corrects the store's own time by the same amount. Any number of
 * servers may watch; the first server that notices makes the correction.
 */
export function createClockWatch(call: Call): ClockWatch {
  let last: Look | null = null;
  // If the database is unreachable, the check is retried. The steady clock keeps running in the meantime.
  const repeater = createRepeater(() => look().catch(() => undefined), everyMs);

  async function ask(): Promise<Look> {
    const askedMs = performance.now();
    const seen: Pick<Look, 'epoch' | 'wall' | 'lived'> = await call('watch_clock', {
      epoch: last?.epoch ?? null,
      lived: last?.lived ?? null,
    });
    return { ...seen, askedMs, answeredMs: performance.now() };
  }

  async function look(): Promise<void> {
    const next = await ask();
    const step = last === null || last.epoch !== next.epoch ? 0 : stepBetween(last, next);
    if (step !== 0) await call('note_step', { epoch: next.epoch, step });
    // After a correction, the next check is compared with a new reading, in the epoch that the correction began.
    last = step === 0 ? next : null;
    if (step !== 0) last = await ask();
  }

  return {
    async start() {
      // If the database rejects writes, the check is retried. Until the database accepts them, the store's own time
      // stops.
      last = await ask().catch(() => null);
      repeater.start();
    },
    stop: repeater.stop,
  };
}

/**
 * Returns by how much the clock was set between two checks, in whole milliseconds. Returns 0 if elapsed time can
 * explain the difference.
 */
function stepBetween(before: Look, after: Look): number {
  const byClockMs = after.wall - before.wall;
  const leastMs = after.askedMs - before.answeredMs - toleranceMs;
  const mostMs = after.answeredMs - before.askedMs + toleranceMs;
  if (byClockMs >= leastMs && byClockMs <= mostMs) return 0;
  return Math.round(byClockMs - (leastMs + mostMs) / 2);
}
