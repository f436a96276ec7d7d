/**
 * Stores 50 million messages in 10,000 workspaces, or as many as time and disk allow, and compares start-up and the
 * time of a draft with an installation of 10 workspaces in the same run. It uses the constant engine, so that only the
 * stored data differs. `--minutes` limits the filling of each store; creating the workspaces and measuring take a few
 * more minutes.
 *
 * npm run bench:volume -- [--minutes 20] [--messages 50000000] [--workspaces 10000] [--store sqlite|postgres] [--write]
 */
import { statfsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { StoreLocation } from '../server/src/store/location.ts';
import { openStore } from '../server/src/store/open-store.ts';
import { startPostgresCluster } from '../server/test/support/postgres-cluster.ts';
import type { DraftTarget } from './support/measure.ts';
import { makeWorkspaces } from './support/workspaces.ts';
import { compare, type Side } from './volume/compare.ts';
import { fillPostgres, postgresBytes } from './volume/fill-postgres.ts';
import { fillSqlite, sqliteBytes } from './volume/fill-sqlite.ts';
import type { Filling } from './volume/filling.ts';
import { tellVolume, type VolumeRow, writeVolume } from './volume/report.ts';

const { values: flags } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    messages: { type: 'string', default: '50000000' },
    workspaces: { type: 'string', default: '10000' },
    store: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const count = Number(flags.workspaces);
const perWorkspace = Math.ceil(Number(flags.messages) / count);
const names = (['sqlite', 'postgres'] as const).filter((name) => flags.store === undefined || flags.store === name);
const budgetMs = Number(flags.minutes) * 60_000;
const leastFreeBytes = 10 * 1024 ** 3;
const rows: VolumeRow[] = [];
for (const name of names) rows.push(await (name === 'sqlite' ? onSqlite() : onPostgres()));
console.log(tellVolume(rows));
if (flags.write) await writeVolume(rows);

async function onSqlite(): Promise<VolumeRow> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-volume-'));
  const place = (dataDir: string) => ({
    location: { kind: 'sqlite', dataDir } as const,
    env: { UNDERSTUDY_DATA_DIR: dataDir },
  });
  const [few, many] = [join(folder, 'few'), join(folder, 'many')];
  try {
    return await measure('SQLite', place(few), place(many), {
      fill: async (filling) => fillSqlite(many, filling),
      bytes: async () => sqliteBytes(many),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function onPostgres(): Promise<VolumeRow> {
  const cluster = await startPostgresCluster();
  if (cluster === null) throw new Error('PostgreSQL is not installed. Use --store sqlite to measure without it.');
  try {
    const [few, many] = [await cluster.createDatabase(), await cluster.createDatabase()];
    const place = (url: string) => ({
      location: { kind: 'postgres', url, poolSize: 4 } as const,
      env: { DATABASE_URL: url },
    });
    const superuserUrl = cluster.url(new URL(many).pathname.slice(1));
    return await measure('PostgreSQL', place(few), place(many), {
      fill: (filling) => fillPostgres(superuserUrl, filling),
      bytes: () => postgresBytes(superuserUrl),
    });
  } finally {
    await cluster.stop();
  }
}

interface Place {
  readonly location: StoreLocation;
  readonly env: Record<string, string>;
}

async function measure(
  store: string,
  few: Place,
  many: Place,
  { fill, bytes }: { fill: (filling: Filling) => Promise<number>; bytes: () => Promise<number> },
): Promise<VolumeRow> {
  const sides: [Side, Side] = [
    { env: few.env, targets: await workspacesIn(few.location, 10) },
    { env: many.env, targets: await workspacesIn(many.location, count) },
  ];
  const startedAt = performance.now();
  const deadline = startedAt + budgetMs;
  const filled = await fill({
    workspaces: Array.from({ length: count }, (_, index) => `ws_${index}`).toSorted(),
    perWorkspace,
    mayGoOn: () => performance.now() < deadline && freeBytes() > leastFreeBytes,
  });
  const fillSeconds = (performance.now() - startedAt) / 1_000;
  console.error(`${store}: ${filled.toLocaleString('en')} messages in ${Math.round(fillSeconds)} s`);
  const stored = await bytes();
  return { store, workspaces: count, filled, fillSeconds, bytes: stored, ...(await compare(sides)) };
}

async function workspacesIn(location: StoreLocation, many: number): Promise<DraftTarget[]> {
  const handle = await openStore(location, { role: 'tool' });
  try {
    return await makeWorkspaces(handle, { count: many, keys: 1, messages: 40 });
  } finally {
    await handle.close();
  }
}

function freeBytes(): number {
  const { bavail, bsize } = statfsSync(tmpdir());
  return bavail * bsize;
}
