import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { OpenOptions, StoreLocation } from '../../src/store/location.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/port.ts';
import { misplaced } from './misplaced.ts';
import { runSql } from './postgres-database.ts';
import { copyMigrated } from './postgres-template.ts';

/** A data folder or database that exists until the end of the test that opened it. */
export interface FreshData {
  /** The handle that a service would use, with the real time. */
  readonly store: Store;
  /** The location of the data; omitted if a test opened the store itself. */
  readonly location?: StoreLocation;
  /**
   * Opens another handle on the same data, as another process would. Its clock is `offsetMs` ahead of the real time.
   */
  openAt(offsetMs: number, role?: OpenOptions['role']): Promise<Store>;
  /** Sets the store's clock this far ahead of the real time, or behind it. Elapsed time does not change. */
  setClock(aheadMs: number): Promise<void>;
}

export interface StoreHarness {
  readonly kind: Store['kind'];
  /**
   * Creates new data for the running test. Its handles are closed and its data is removed when the test has finished.
   */
  openFresh(): Promise<FreshData>;
}

export function sqliteHarness(): StoreHarness {
  return {
    kind: 'sqlite',
    openFresh: async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'understudy-contract-'));
      const clockStep = new BigInt64Array(new SharedArrayBuffer(8));
      return freshData({
        location: { kind: 'sqlite', dataDir },
        clockStep,
        remove: () => rm(dataDir, { recursive: true, force: true }),
        setClock: async (aheadMs) => void Atomics.store(clockStep, 0, BigInt(aheadMs)),
      });
    },
  };
}

/**
 * Creates a database for each test, as a copy of one that was migrated once for the run. The test connects as the
 * owner, an ordinary role.
 */
export function postgresHarness(superuserUrl: string): StoreHarness {
  return {
    kind: 'postgres',
    openFresh: async () => {
      const database = await copyMigrated(superuserUrl);
      return freshData({
        location: { kind: 'postgres', url: database.url, poolSize: 4 },
        superuserUrl: database.superuserUrl,
        remove: database.drop,
        setClock: (aheadMs) => runSql(database.superuserUrl, [clockSetTo(aheadMs)]),
      });
    },
  };
}

/** Returns a statement that replaces the database's clock function, because tests cannot set the machine's clock. */
function clockSetTo(aheadMs: number): string {
  return `CREATE OR REPLACE FUNCTION understudy.wall_ms() RETURNS bigint LANGUAGE sql VOLATILE AS $$
    SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint + ${aheadMs} $$`;
}

interface NewData {
  readonly location: StoreLocation;
  readonly superuserUrl?: string;
  readonly clockStep?: BigInt64Array;
  remove(): Promise<void>;
  setClock(aheadMs: number): Promise<void>;
}

async function freshData({ location, superuserUrl, clockStep, remove, setClock }: NewData): Promise<FreshData> {
  const handles: Store[] = [];
  onTestFinished(async () => {
    await Promise.all(handles.map((handle) => handle.close()));
    // Checks after every test that the inbox shows each conversation where it belongs.
    const lost = await misplaced(location, superuserUrl ?? null).finally(remove);
    expect(lost).toEqual([]);
  });
  const openAt = async (clockOffsetMs: number, role: OpenOptions['role'] = 'tool') => {
    const handle = await openStore(location, { role, clockOffsetMs, clockStep });
    handles.push(handle);
    return handle;
  };
  return { store: await openAt(0, 'serve'), location, openAt, setClock };
}
