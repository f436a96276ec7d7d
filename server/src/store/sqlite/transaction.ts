import type { EpochMs } from '../../domain/period.ts';
import type { Instant } from './clock.ts';
import type { Connection } from './connection.ts';

/** The context of a read: a connection, and the moment of reading. */
export interface Moment extends Instant {
  readonly db: Connection;
}

/** The context of a write operation: its own savepoint, and the time at which it began. */
export interface Transaction extends Moment {
  /** The clock without the amount it was set ahead, until that much time has passed. Removals by date use it. */
  readonly confirmed: EpochMs;
}
