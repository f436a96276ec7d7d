import { type Config, loadConfig } from '../config.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/port.ts';
import type { Terminal } from './terminal.ts';

/** Runs one command on the configured store, beside a running service or without one, and lets go of the store at the end. */
export async function withStore<T>(
  { env }: Pick<Terminal, 'env'>,
  run: (store: Store, config: Config) => Promise<T>,
): Promise<T> {
  const config = loadConfig({ env });
  const store = await openStore(config.store, { role: 'tool' });
  try {
    return await run(store, config);
  } finally {
    await store.close();
  }
}
