/**
 * Loaded before a service (`--import`): its process has a clock that is ahead or behind. On PostgreSQL, the store has a
 * clock of its own; on SQLite it uses this one.
 */
const aheadMs = Number(process.env['UNDERSTUDY_TEST_CLOCK_AHEAD_MS'] ?? 0);
const Real = Date;

class Shifted extends Real {
  constructor(...given: [] | [string | number | Date]) {
    if (given.length === 0) super(Real.now() + aheadMs);
    else super(...given);
  }

  static override now(): number {
    return Real.now() + aheadMs;
  }
}

globalThis.Date = Shifted as DateConstructor;
