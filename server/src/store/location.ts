import type { Measures } from '../domain/measures.ts';

/** Where state is stored: a data folder on this machine, or a PostgreSQL database. */
export type StoreLocation =
  | { readonly kind: 'sqlite'; readonly dataDir: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly poolSize: number };

export interface OpenOptions {
  /**
   * Keys that seal secrets, newest first. These keys take precedence over the keys in the data folder's file. Default:
   * none.
   */
  readonly sealingKeys?: readonly Buffer[];
  /**
   * `serve` locks the data folder against other servers, and ends the leases of a server that no longer runs. `tool`
   * works alongside a running server.
   */
  readonly role: 'serve' | 'tool';
  /** The time that is added to the store's clock, in milliseconds, so that tests can simulate a later time. */
  readonly clockOffsetMs?: number;
  /**
   * An array whose single element is the number of milliseconds by which the computer's clock was moved. Used only in
   * tests on SQLite.
   */
  readonly clockStep?: BigInt64Array;
  /** Receives measurements of group commits, syncs and queue lengths. If omitted, nothing is measured. */
  readonly measures?: Pick<Measures, 'groupCommitted' | 'logSynced' | 'watchQueue'>;
}
