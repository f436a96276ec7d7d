/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = number;

/** A calendar month in UTC, written `YYYY-MM`. */
export type PeriodName = string;

export interface Period {
  readonly name: PeriodName;
  readonly startsAt: EpochMs;
  /** The first instant of the next period. */
  readonly endsAt: EpochMs;
}

/** Returns the allowance period (the calendar month in UTC) that contains an instant. */
export function periodOf(at: EpochMs): Period {
  const date = new Date(at);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  return {
    name: `${year}-${String(month + 1).padStart(2, '0')}`,
    startsAt: Date.UTC(year, month, 1),
    endsAt: Date.UTC(year, month + 1, 1),
  };
}

/** Returns the calendar day in UTC that contains an instant, written `YYYY-MM-DD`. */
export function dayOf(at: EpochMs): string {
  return new Date(at).toISOString().slice(0, 10);
}
