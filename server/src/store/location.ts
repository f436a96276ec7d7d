import type { Measures } from '../domain/measures.ts';

/** Where state is stored: a data folder on this machine, or a PostgreSQL database. */
export type StoreLocation =
  | { readonly kind: 'sqlite'; readonly dataDir: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly poolSize: number };

export interface OpenOptions {
  /** Keys that seal secrets, newest first. They are used before the keys in the data folder's file. Default: none. */
  readonly sealingKeys?: readonly Buffer[];
  /**
   * `serve` locks the data folder against other servers and ends the leases of a dead predecessor. `tool` works
   * alongside a running server.
   */
  readonly role: 'serve' | 'tool';
  /** Added to the store's clock, so that tests can simulate a later time. */
  readonly clockOffsetMs?: number;
  /**
   * An array whose single element is the number of milliseconds by which the computer's clock was moved. Used only in
   * tests on SQLite.
   */
  readonly clockStep?: BigInt64Array;
  /** Receives group commits, syncs and queue lengths; nothing is measured if omitted. */
  readonly measures?: Pick<Measures, 'groupCommitted' | 'logSynced' | 'watchQueue'>;
}
