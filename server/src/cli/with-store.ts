import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { type Config, loadConfig } from '../config.ts';
import { type Acting, actingAs } from '../lib/acting.ts';
import { reportOutage } from '../lib/errors.ts';
import type { StoreLocation } from '../store/location.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/port.ts';
import { isWithoutDatabase } from '../store/sqlite/prepare-folder.ts';
import type { Terminal } from './terminal.ts';

type Command<T> = (store: Store, config: Config) => Promise<T>;

/** Runs one command on the configured store, whether or not a service is running, and closes the store at the end. */
export async function withStore<T>({ env }: Pick<Terminal, 'env'>, run: Command<T>): Promise<T> {
  const config = loadConfig({ env });
  return withStoreAt(config.store, config, (store) =>
    run(store, config).catch(
      reportOutage(
        (reason) =>
          `The store failed while this command was running: ${reason}. Everything before the last step is stored, and the last step may be. Check before you repeat it. "understudy doctor" shows more.`,
      ),
    ),
  );
}

/** Runs one command that only reads. If there is no data yet, the command gets an empty store and creates no folder. */
export async function readStore<T>({ env }: Pick<Terminal, 'env'>, run: Command<T>): Promise<T> {
  const config = loadConfig({ env });
  if (config.store.kind !== 'sqlite' || !isWithoutDatabase(config.store.dataDir))
    return withStoreAt(config.store, config, run);
  const dataDir = mkdtempSync(join(tmpdir(), 'understudy-'));
  try {
    return await withStoreAt({ kind: 'sqlite', dataDir }, config, run);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function withStoreAt<T>(location: StoreLocation, config: Config, run: Command<T>): Promise<T> {
  const store = await openStore(location, { role: 'tool', sealingKeys: config.sealingKeys });
  try {
    return await actingAs(operator(), () => run(store, config));
  } finally {
    await store.close();
  }
}

/** Returns the person who runs the command, identified by their login name on this machine. */
function operator(): Acting {
  return { kind: 'operator', id: null, name: login(), surface: 'cli', address: null };
}

function login(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null; // The user has no login name, as in some containers.
  }
}
