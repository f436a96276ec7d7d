import type { EpochMs } from '../../domain/period.ts';
import type { Connection } from './connection.ts';

/** What a write operation works in: its own savepoint, and the store's time at which it began. */
export interface Transaction {
  readonly db: Connection;
  readonly now: EpochMs;
}
