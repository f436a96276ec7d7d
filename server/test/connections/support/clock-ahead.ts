/**
 * Loaded before a service (`--import`) to set its process's clock ahead or back. On SQLite, the store uses the same
 * clock; on PostgreSQL, it uses the database's clock.
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
