import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { createId } from '../../src/lib/ids.ts';
import { type OpenOptions, openStore, type StoreLocation } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/port.ts';
import { createTestDatabase, runSql, type TestDatabase } from './postgres-database.ts';

/** One data folder or database that lives as long as the test that opened it. */
export interface FreshData {
  /** The server's handle, on the real time. */
  readonly store: Store;
  /** Another handle on the same data, as another process has one, whose clock is `offsetMs` ahead of the real time. */
  openAt(offsetMs: number, role?: OpenOptions['role']): Promise<Store>;
}

export interface StoreHarness {
  readonly kind: Store['kind'];
  /** Fresh data for the running test; its handles are closed and its data is removed when the test has finished. */
  openFresh(): Promise<FreshData>;
}

export function sqliteHarness(): StoreHarness {
  return {
    kind: 'sqlite',
    openFresh: async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'understudy-contract-'));
      return freshData({ kind: 'sqlite', dataDir }, () => rm(dataDir, { recursive: true, force: true }));
    },
  };
}

/** Each test has a database of its own, a copy of one that was migrated once, used by its owner, an ordinary role. */
export function postgresHarness(superuserUrl: string): StoreHarness {
  let migrated: Promise<TestDatabase> | null = null;
  afterAll(async () => (await migrated)?.drop());
  return {
    kind: 'postgres',
    openFresh: async () => {
      migrated ??= migratedDatabase(superuserUrl);
      const url = new URL((await migrated).url);
      const name = `${url.pathname.slice(1)}_${createId('copy')}`;
      await runSql(superuserUrl, [`CREATE DATABASE ${name} OWNER ${url.username} TEMPLATE ${url.pathname.slice(1)}`]);
      url.pathname = `/${name}`;
      const drop = () => runSql(superuserUrl, [`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`]);
      return freshData({ kind: 'postgres', url: url.href, poolSize: 4 }, drop);
    },
  };
}

async function migratedDatabase(superuserUrl: string): Promise<TestDatabase> {
  const database = await createTestDatabase(superuserUrl);
  const store = await openStore({ kind: 'postgres', url: database.url, poolSize: 1 }, { role: 'tool' });
  await store.close();
  return database;
}

async function freshData(location: StoreLocation, remove: () => Promise<void>): Promise<FreshData> {
  const handles: Store[] = [];
  onTestFinished(async () => {
    await Promise.all(handles.map((handle) => handle.close()));
    await remove();
  });
  const openAt = async (clockOffsetMs: number, role: OpenOptions['role'] = 'tool') => {
    const handle = await openStore(location, { role, clockOffsetMs });
    handles.push(handle);
    return handle;
  };
  return { store: await openAt(0, 'serve'), openAt };
}
