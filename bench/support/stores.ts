import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoreLocation } from '../../server/src/store/location.ts';
import { startPostgresCluster } from '../../server/test/support/postgres-cluster.ts';

export interface BenchStore {
  readonly name: 'SQLite' | 'PostgreSQL';
  /** Creates an empty store for one measurement. */
  fresh(): Promise<{ location: StoreLocation; env: Record<string, string>; remove(): Promise<void> }>;
  stop(): Promise<void>;
}

/** Returns SQLite, and PostgreSQL if it is installed, both durable. */
export async function benchStores(only: string | undefined): Promise<BenchStore[]> {
  const wanted = (name: string) => only === undefined || name.toLowerCase().startsWith(only);
  const stores: BenchStore[] = [];
  if (wanted('sqlite')) {
    stores.push({
      name: 'SQLite',
      fresh: async () => {
        const dataDir = await mkdtemp(join(tmpdir(), 'understudy-bench-'));
        return {
          location: { kind: 'sqlite', dataDir },
          env: { UNDERSTUDY_DATA_DIR: dataDir },
          remove: () => rm(dataDir, { recursive: true, force: true }),
        };
      },
      stop: async () => {},
    });
  }
  const cluster = wanted('postgres') ? await startPostgresCluster({ durable: true }) : null;
  if (cluster !== null) {
    stores.push({
      name: 'PostgreSQL',
      fresh: async () => {
        const url = await cluster.createDatabase();
        return { location: { kind: 'postgres', url, poolSize: 4 }, env: { DATABASE_URL: url }, remove: async () => {} };
      },
      stop: () => cluster.stop(),
    });
  } else if (wanted('postgres')) {
    console.error('PostgreSQL is not installed, so it is not measured.');
  }
  return stores;
}
