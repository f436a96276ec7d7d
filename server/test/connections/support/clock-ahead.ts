/**
 * Loaded before a service (`--import`): its process believes that it is later, or earlier, than it is. The clock of the store is another one on
 * PostgreSQL; on SQLite it is this one.
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
