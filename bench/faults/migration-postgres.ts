import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { latestVersion } from '../../server/src/store/postgres/migrations.ts';
import { makeOldSchema } from '../../server/test/support/old-postgres-schema.ts';
import { startPostgresCluster } from '../../server/test/support/postgres-cluster.ts';
import { startService } from '../../server/test/support/service-process.ts';
import type { FaultRow } from './fault.ts';
import { seconds } from './load.ts';
import { openWorld, Unavailable } from './world.ts';

const repository = join(import.meta.dirname, '../..');
const oldVersion = 11;
/** Tables that a later migration changes: whoever holds one stops the migration there, in its middle. */
const held = ['workspaces', 'writes', 'keys'];

/** A database of an older schema, whose migration is stopped in its middle by a lock of ours, killed there, and begun again. */
export async function interruptPostgres(): Promise<FaultRow> {
  const cluster = await startPostgresCluster();
  if (cluster === null) throw new Unavailable('PostgreSQL is not installed here');
  try {
    const url = await cluster.createDatabase();
    await makeOldSchema(url, oldVersion);
    let missing = 0;
    for (const table of held) {
      await killWhileMigrating(url, table);
      missing += (await look(url)).version === oldVersion ? 0 : 1;
    }
    const service = await startService({ DATABASE_URL: url }, { readyWithinMs: 60_000 });
    const { readyAfterMs } = service;
    await service.stop();
    const after = await look(url);
    missing += (after.version === latestVersion ? 0 : 1) + (after.workspaces === 1 ? 0 : 1);
    const world = await openWorld({ kind: 'postgres', url, poolSize: 2 }, { DATABASE_URL: url });
    try {
      const again = await world.start();
      const load = world.load(() => [again.url]);
      await load.acknowledged(50);
      const found = await world.audit(load, again.url);
      return {
        injected: `kill -9 of the first start after an upgrade, amid its migration from schema ${oldVersion} to ${latestVersion}`,
        store: 'PostgreSQL',
        times: held.length,
        seen: 'nothing listens yet; every kill left the old schema whole',
        back: `the next start migrates and is ready after ${seconds(readyAfterMs)}`,
        found: { ...found, lost: found.lost + missing },
      };
    } finally {
      await world.close();
    }
  } finally {
    await cluster.stop();
  }
}

async function killWhileMigrating(url: string, table: string): Promise<void> {
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  try {
    await holder.query(`BEGIN; LOCK TABLE understudy.${table} IN ACCESS SHARE MODE`);
    const child = spawn(process.execPath, [join(repository, 'scripts/run.mjs'), 'serve'], {
      env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: url, PORT: '0' },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    await untilStopped(holder);
    child.kill('SIGKILL');
    await ended;
    await holder.query('COMMIT');
  } finally {
    await holder.end();
  }
}

async function untilStopped(holder: pg.Client): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (performance.now() < deadline) {
    const waiting = await holder.query(`SELECT 1 FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'`);
    if (waiting.rows.length > 0) return;
    await delay(20);
  }
  throw new Error('the migration did not come to the table that is held');
}

async function look(url: string): Promise<{ version: number; workspaces: number }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SELECT set_config('understudy.workspace', 'ws_old', false)`);
    const found = await client.query<{ version: number; workspaces: number }>(
      `SELECT (SELECT max(version) FROM understudy.migrations) AS version,
         (SELECT count(*)::int FROM understudy.workspaces) AS workspaces`,
    );
    return found.rows[0] ?? { version: 0, workspaces: 0 };
  } finally {
    await client.end();
  }
}
