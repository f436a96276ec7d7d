import { withAudit } from './audited-store.ts';
import type { OpenOptions, StoreLocation } from './location.ts';
import type { Store } from './port.ts';
import { withSealedSecrets } from './sealed-secrets.ts';
import { sealerOf } from './sealing-keys.ts';

/**
 * Opens the store, and upgrades its schema under a lock if necessary.
 * @throws StoreUnavailable if the store cannot be reached, OperatorError if the operator must act (a second server on
 * one data folder, data from a newer version, an unwritable folder)
 */
export async function openStore(location: StoreLocation, options: OpenOptions): Promise<Store> {
  const sealer = sealerOf(location, options.sealingKeys ?? []);
  if (location.kind === 'postgres') {
    const { openPostgresStore } = await import('./postgres/open-postgres-store.ts');
    return withAudit(withSealedSecrets(await openPostgresStore(location, options), sealer));
  }
  const { openSqliteStore } = await import('./sqlite/open-sqlite-store.ts');
  return withAudit(withSealedSecrets(await openSqliteStore(location, options), sealer));
}
