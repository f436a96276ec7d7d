import type { Measures } from '../domain/measures.ts';
import type { Store } from './port.ts';

/** Where state lives: a data folder on this machine, or a PostgreSQL database. */
export type StoreLocation =
  | { readonly kind: 'sqlite'; readonly dataDir: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly poolSize: number };

export interface OpenOptions {
  /** `serve` holds the data folder alone among servers and ends the leases of a dead predecessor; `tool` works beside a running server. */
  readonly role: 'serve' | 'tool';
  /** Added to the store's clock; only for tests that look at a later time. */
  readonly clockOffsetMs?: number;
  /** Hears of group commits and syncs, and of what waits; nobody by default. */
  readonly measures?: Pick<Measures, 'groupCommitted' | 'logSynced' | 'watchQueue'>;
}

/**
 * Opens the store, bringing its schema up to date under a lock.
 * @throws StoreUnavailable when it cannot be reached, OperatorError when the operator must act (a second server on
 * one data folder, data of a newer version, a folder that cannot be written).
 */
export async function openStore(location: StoreLocation, options: OpenOptions): Promise<Store> {
  if (location.kind === 'postgres') {
    const { openPostgresStore } = await import('./postgres/open-postgres-store.ts');
    return openPostgresStore(location, options);
  }
  const { openSqliteStore } = await import('./sqlite/open-sqlite-store.ts');
  return openSqliteStore(location, options);
}
