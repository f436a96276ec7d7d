import { existsSync } from 'node:fs';
import type { Config } from '../../config.ts';
import { OperatorError, StoreUnavailable } from '../../lib/errors.ts';
import { openStore } from '../../store/open-store.ts';
import type { Store } from '../../store/port.ts';
import { findDamage } from '../../store/sqlite/find-damage.ts';
import type { WorkspaceSummary } from '../../store/workspace-port.ts';
import { checkDataFolder } from './check-data-folder.ts';
import { checkDurability } from './check-durability.ts';
import { checkEncoding } from './check-encoding.ts';
import { checkRoles } from './check-roles.ts';
import { checkRowLevelSecurity } from './check-row-level-security.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const gigabyte = 1_073_741_824;

/**
 * Opens the store and checks whether it can be used. `look` receives the open store, and the findings that it returns
 * are added to the result. `note` is called before a slow step.
 */
export async function checkStore(
  config: Config,
  note: (text: string) => void,
  look: (store: Store) => Promise<Finding[]>,
): Promise<Finding[]> {
  const findings = config.store.kind === 'sqlite' ? checkDataFolder(config.store.dataDir) : [];
  if (findings.some(({ status }) => status === 'fail')) return findings;
  // Opening the store would create the data folder, but a check must not create anything.
  if (config.store.kind === 'sqlite' && !existsSync(config.store.dataDir)) return findings;
  try {
    const store = await openStore(config.store, { role: 'tool', sealingKeys: config.sealingKeys });
    try {
      await store.check();
      const damage = config.store.kind === 'sqlite' ? findDamage(config.store.dataDir, reportLargeDatabase(note)) : [];
      if (damage.length > 0) {
        findings.push(
          fail(
            'store',
            `SQLite reports that the database is damaged: ${damage.join('; ')}`,
            'Stop the service and restore the last good backup; do not serve from this database.',
          ),
        );
        return findings;
      }
      findings.push(
        ok(
          'store',
          store.kind === 'sqlite'
            ? "the database in the data folder is intact and has this version's schema"
            : "PostgreSQL has this version's schema",
        ),
      );
      if (config.store.kind === 'postgres') {
        const { url } = config.store;
        findings.push(
          await checkRowLevelSecurity(url),
          await checkEncoding(url),
          await checkDurability(url),
          await checkRoles(url),
        );
      }
      return [...findings, ...(await look(store))];
    } finally {
      await store.close();
    }
  } catch (error) {
    return [...findings, failureOf(error, config)];
  }
}

function reportLargeDatabase(note: (text: string) => void): (size: number) => void {
  return (size) => {
    if (size < gigabyte) return;
    note(`Checking the whole database (${Math.round(size / gigabyte)} GB) for damage. This may take minutes.`);
  };
}

function failureOf(error: unknown, { store }: Config): Finding {
  if (error instanceof OperatorError)
    return fail('store', error.message, error.faults.join('; ') || 'Fix this, then run "understudy doctor" again.');
  if (!(error instanceof StoreUnavailable)) throw error;
  const remedy =
    store.kind === 'sqlite'
      ? 'Check the disk and the permissions of the data folder.'
      : 'Check that PostgreSQL is running, and that DATABASE_URL contains the correct host, database, user and password.';
  return fail('store', `it cannot be used: ${error.reason}`, remedy);
}

/** Checks whether the store contains anything to serve. */
export async function checkContents(store: Store, workspaces: readonly WorkspaceSummary[]): Promise<Finding> {
  if (workspaces.length === 0) return warn('contents', 'there is no workspace', 'Import one: understudy import FILE');
  const keys = await store.listKeys({ workspaceId: null });
  const now = Date.now();
  const usable = keys.filter(
    ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || expiresAt > now),
  );
  const found = `${workspaces.length} ${workspaces.length === 1 ? 'workspace' : 'workspaces'}, ${usable.length} active ${usable.length === 1 ? 'key' : 'keys'}`;
  return usable.length > 0
    ? ok('contents', found)
    : warn(
        'contents',
        found,
        'No client can call the service yet: understudy keys create --workspace ID --name NAME --scopes all',
      );
}
