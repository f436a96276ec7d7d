import type { Measures } from '../domain/measures.ts';

/** Where state lives: a data folder on this machine, or a PostgreSQL database. */
export type StoreLocation =
  | { readonly kind: 'sqlite'; readonly dataDir: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly poolSize: number };

export interface OpenOptions {
  /** Seals secrets, newest first, before those of the data folder's own file; none by default. */
  readonly sealingKeys?: readonly Buffer[];
  /** `serve` holds the data folder alone among servers and ends the leases of a dead predecessor; `tool` works beside a running server. */
  readonly role: 'serve' | 'tool';
  /** Added to the store's clock; only for tests that look at a later time. */
  readonly clockOffsetMs?: number;
  /** By how much the computer's clock was set, in its one element; only for tests, and only for SQLite. */
  readonly clockStep?: BigInt64Array;
  /** Hears of group commits and syncs, and of what waits; nobody by default. */
  readonly measures?: Pick<Measures, 'groupCommitted' | 'logSynced' | 'watchQueue'>;
}
