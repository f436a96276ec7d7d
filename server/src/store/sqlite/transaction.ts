import type { EpochMs } from '../../domain/period.ts';
import type { Instant } from './clock.ts';
import type { Connection } from './connection.ts';

/** What is read at one moment: a connection, and that moment. */
export interface Moment extends Instant {
  readonly db: Connection;
}

/** What a write operation works in: its own savepoint, and the time at which it began. */
export interface Transaction extends Moment {
  /** The clock without what it was set ahead, until as much time has passed since. What is removed by its date goes by it. */
  readonly confirmed: EpochMs;
}
