import type { EpochMs } from '../../domain/period.ts';
import type { Call } from './database.ts';

export interface ClockWatch {
  /** Resolves after a first look, whatever came of it; looks again and again from then on, until `stop`. */
  start(): Promise<void>;
  /** Resolves when a look that is under way has ended. Idempotent. */
  stop(): Promise<void>;
}

interface Look {
  readonly epoch: number;
  readonly wall: EpochMs;
  readonly lived: EpochMs;
  /** The database looked between these two, in milliseconds of this process's steady clock. */
  readonly askedMs: number;
  readonly answeredMs: number;
}

/** The functions of time in the database let the store's own time go on for ten seconds without a look. */
const everyMs = 2_000;
const toleranceMs = 1_000;

/**
 * Watches the database's clock by the time that passes here: a clock that was set is noticed within two seconds, and the
 * step is taken back in the store's own time. Any number of servers may watch; the first to notice takes it back.
 */
export function createClockWatch(call: Call): ClockWatch {
  let last: Look | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  let looking: Promise<void> = Promise.resolve();

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
    // What follows a step is compared with the next look, in the epoch that it began.
    last = step === 0 ? next : null;
    if (step !== 0) last = await ask();
  }

  function schedule(): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      // A database that is away is asked again; the steady clock goes on meanwhile.
      looking = look().catch(() => undefined);
      void looking.then(schedule);
    }, everyMs).unref();
  }

  return {
    async start() {
      // A database that takes no writes now is asked again: until then the store's own time waits for it.
      last = await ask().catch(() => null);
      schedule();
    },
    async stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
      await looking;
    },
  };
}

/** By how much the clock was set between two looks, in whole milliseconds; 0 where what passed may explain it. */
function stepBetween(before: Look, after: Look): number {
  const byClockMs = after.wall - before.wall;
  const leastMs = after.askedMs - before.answeredMs - toleranceMs;
  const mostMs = after.answeredMs - before.askedMs + toleranceMs;
  if (byClockMs >= leastMs && byClockMs <= mostMs) return 0;
  return Math.round(byClockMs - (leastMs + mostMs) / 2);
}
