import type { Installation } from './installation-port.ts';
import type { StoreLocation } from './location.ts';

/**
 * Opens an installation without serving it. `isAlone` also prevents servers from using a data folder until `close` is
 * called. A folder without a database stays empty until something is stored.
 * @throws StoreUnavailable, or OperatorError if the operator must act
 */
export async function openInstallation(
  location: StoreLocation,
  { isAlone }: { isAlone: boolean },
): Promise<Installation> {
  if (location.kind === 'postgres') {
    const { openPostgresInstallation } = await import('./postgres/open-postgres-installation.ts');
    return openPostgresInstallation(location);
  }
  const { openSqliteInstallation } = await import('./sqlite/open-sqlite-installation.ts');
  return openSqliteInstallation(location, { isAlone });
}
