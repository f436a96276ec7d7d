import type { EpochMs } from '../../domain/period.ts';
import type { Instant } from './clock.ts';
import type { Connection } from './connection.ts';

/** The context of a read: a connection, and the moment of the read. */
export interface Moment extends Instant {
  readonly db: Connection;
}

/**
 * The context of a write operation, which runs in its own savepoint: a connection and the time at which the operation
 * began.
 */
export interface Transaction extends Moment {
  /**
   * The time by the clock. If the clock was set ahead, the amount is left out until that much time has passed. Removals
   * by date use this time.
   */
  readonly confirmed: EpochMs;
}
