import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { StoreLocation } from '../../../src/store/location.ts';
import { findPostgres } from '../../support/find-postgres.ts';
import { startPostgresCluster } from '../../support/postgres-cluster.ts';
import { createTestDatabase } from '../../support/postgres-database.ts';

export type StoreName = 'sqlite' | 'postgres';

/** An empty store, and the settings with which a process finds it. */
export interface Place {
  readonly location: StoreLocation;
  readonly env: Readonly<Record<string, string>>;
  /** Returns the number of rows in the tables. `tables` must be constant names, not input. */
  countRows(tables: readonly string[]): Promise<number>;
  /** Returns every byte that the store contains: SQLite's files, or a PostgreSQL dump. */
  dump(): Promise<Buffer>;
  remove(): Promise<void>;
}

export interface PlaceMaker {
  readonly store: StoreName;
  fresh(): Promise<Place>;
  stop(): Promise<void>;
}

/** Creates data folders. */
export function sqlitePlaces(): PlaceMaker {
  return {
    store: 'sqlite',
    async fresh() {
      const folder = await mkdtemp(join(tmpdir(), 'understudy-acceptance-'));
      const dataDir = join(folder, 'data');
      return {
        location: { kind: 'sqlite', dataDir },
        env: { UNDERSTUDY_DATA_DIR: dataDir },
        async countRows(tables) {
          const db = new DatabaseSync(join(dataDir, 'understudy.db'), { readOnly: true });
          try {
            return tables.reduce((sum, table) => {
              const row = db.prepare(`SELECT count(*) AS rows FROM ${table}`).get();
              return sum + Number(row?.['rows']);
            }, 0);
          } finally {
            db.close();
          }
        },
        async dump() {
          const names = (await readdir(dataDir, { withFileTypes: true })).filter((file) => file.isFile());
          // The data folder also contains the sealing keys, but copies of the data do not.
          const kept = names.filter(({ name }) => name !== 'sealing-keys');
          return Buffer.concat(await Promise.all(kept.map(({ name }) => readFile(join(dataDir, name)))));
        },
        remove: () => rm(folder, { recursive: true, force: true }),
      };
    },
    stop: async () => undefined,
  };
}

/** Creates databases on a new cluster. Resolves to null if PostgreSQL is not installed. */
export async function postgresPlaces(): Promise<PlaceMaker | null> {
  const cluster = await startPostgresCluster({ durable: true });
  if (cluster === null) return null;
  return {
    store: 'postgres',
    async fresh() {
      const database = await createTestDatabase(cluster.superuserUrl);
      return {
        location: { kind: 'postgres', url: database.url, poolSize: 4 },
        env: { DATABASE_URL: database.url, UNDERSTUDY_DATABASE_POOL_SIZE: '4' },
        async countRows(tables) {
          const client = new pg.Client({ connectionString: database.superuserUrl });
          await client.connect();
          try {
            let rows = 0;
            for (const table of tables) {
              const found = await client.query<{ rows: string }>(`SELECT count(*) AS rows FROM understudy.${table}`);
              rows += Number(found.rows[0]?.rows);
            }
            return rows;
          } finally {
            await client.end();
          }
        },
        async dump() {
          const dump = join(findPostgres() ?? '', 'pg_dump');
          return execFileSync(dump, [database.superuserUrl], { maxBuffer: 512 * 1_024 * 1_024 });
        },
        remove: () => database.drop(),
      };
    },
    stop: () => cluster.stop(),
  };
}
