import type { EpochMs } from '../../domain/period.ts';
import type { Connection } from './connection.ts';

/** The state of the store's own time at one moment of the process's steady clock. */
export interface ClockBase {
  readonly livedMs: EpochMs;
  readonly steadyMs: number;
}

/** How a store reads its clocks. Both settings are only for tests. */
export interface ClockSettings {
  /** Added to every time, as if that much time had passed. */
  readonly clockOffsetMs: number;
  /**
   * An array, shared with the write thread, whose single element is the number of milliseconds by which the computer's
   * clock was moved. Null if it was not moved.
   */
  readonly clockStep: BigInt64Array | null;
}

/** One instant by both of the store's clocks. */
export interface Instant {
  /** The time by the computer's clock, for dates that people read. */
  readonly now: EpochMs;
  /**
   * The store's own time. It is close to the time by the computer's clock, but advances only as time passes. Leases,
   * windows and ages use it.
   */
  readonly lived: EpochMs;
}

interface ClockRow {
  readonly offsetMs: number;
  readonly seenMs: EpochMs;
  readonly doubtMs: number;
  readonly doubtUntilMs: EpochMs;
}

/** A server records its time at least this often, so a crash loses no more time than this. */
const notedEveryMs = 30_000;
/** The most that the store's time advances while no server is watching the clock. */
const unwatchedMs = 120_000;
const toleranceMs = 1_000;

/** The sources of a clock's times. */
export interface ClockSource {
  /** Returns milliseconds that never decrease, and are the same on every thread of this computer. */
  steadyMs(): number;
  /** Returns the time of the computer's clock, which can be set. */
  wallMs(): EpochMs;
}

function sourceOf({ clockStep }: ClockSettings): ClockSource {
  return {
    steadyMs: () => Number(process.hrtime.bigint() / 1_000n) / 1_000,
    wallMs: () => Date.now() + (clockStep === null ? 0 : Number(Atomics.load(clockStep, 0))),
  };
}

/**
 * Returns the time from which the store's own time continues: the time by the clock, but at most two minutes after the
 * last time that a server recorded.
 */
export function readClockBase(db: Connection, settings: ClockSettings, source = sourceOf(settings)): ClockBase {
  const { offsetMs, seenMs } = readRow(db);
  const byClock = source.wallMs() + offsetMs;
  const livedMs = seenMs === 0 ? byClock : Math.max(seenMs, Math.min(byClock, seenMs + unwatchedMs));
  return { livedMs, steadyMs: source.steadyMs() };
}

/** Returns the current instant, continued from the given state of the store's own time. */
export function instantAt(
  { livedMs, steadyMs: from }: ClockBase,
  settings: ClockSettings,
  source = sourceOf(settings),
): Instant {
  const { clockOffsetMs } = settings;
  return {
    now: source.wallMs() + clockOffsetMs,
    lived: Math.floor(livedMs + source.steadyMs() - from) + clockOffsetMs,
  };
}

export interface WatchedClock {
  /**
   * Returns the current time. If the clock was set ahead, `confirmed` omits that amount until that much time has
   * passed.
   */
  read(): Instant & { readonly confirmed: EpochMs };
  /** Compares the clock with the elapsed time. Returns true if the clock's state should be written. */
  watch(): boolean;
  /** Writes the state of the clock within a transaction. */
  note(): void;
}

/** Creates the clock of a write thread. Only the server's clock, with `watches` set, updates the clock row. */
export function createWatchedClock(
  db: Connection,
  base: ClockBase,
  settings: ClockSettings & { readonly watches: boolean },
  source = sourceOf(settings),
): WatchedClock {
  let { offsetMs, doubtMs, doubtUntilMs, seenMs: notedMs } = readRow(db);
  let isChanged = notedMs === 0;

  function livedMs(): EpochMs {
    return Math.floor(base.livedMs + source.steadyMs() - base.steadyMs);
  }

  function watch(): boolean {
    if (!settings.watches) return false;
    const lived = livedMs();
    const setAheadMs = source.wallMs() + offsetMs - lived;
    if (Math.abs(setAheadMs) > toleranceMs) {
      offsetMs -= setAheadMs;
      doubtMs = Math.max(0, doubtMs + setAheadMs);
      doubtUntilMs = lived + doubtMs;
      isChanged = true;
    }
    if (doubtMs > 0 && lived >= doubtUntilMs) {
      doubtMs = 0;
      isChanged = true;
    }
    return isChanged || lived - notedMs >= notedEveryMs;
  }

  return {
    watch,
    read() {
      watch();
      const instant = instantAt(base, settings, source);
      return { ...instant, confirmed: instant.now - doubtMs };
    },
    note() {
      notedMs = livedMs();
      isChanged = false;
      db.run(
        'UPDATE clock SET offset_ms = ?, seen_ms = ?, doubt_ms = ?, doubt_until_ms = ?',
        offsetMs,
        notedMs,
        doubtMs,
        doubtUntilMs,
      );
    },
  };
}

function readRow(db: Connection): ClockRow {
  const row = db.get<ClockRow>(
    'SELECT offset_ms AS offsetMs, seen_ms AS seenMs, doubt_ms AS doubtMs, doubt_until_ms AS doubtUntilMs FROM clock',
  );
  if (row === undefined) throw new Error('the database has no row for its clock');
  return row;
}
