import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { makeInitialSchema } from '../../server/test/support/initial-postgres-schema.ts';
import { startPostgresCluster } from '../../server/test/support/postgres-cluster.ts';
import { startService } from '../../server/test/support/service-process.ts';
import type { FaultRow } from './fault.ts';
import { seconds } from './load.ts';
import { openWorld, Unavailable } from './world.ts';

const repository = join(import.meta.dirname, '../..');
const kills = 3;

/**
 * Upgrades an older version's database. A lock stops the upgrade before its last step; the process is then killed, and
 * the upgrade is restarted.
 */
export async function interruptPostgres(): Promise<FaultRow> {
  const cluster = await startPostgresCluster();
  if (cluster === null) throw new Unavailable('PostgreSQL is not installed here');
  try {
    const url = await cluster.createDatabase();
    await makeInitialSchema(url);
    let missing = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      await killWhileMigrating(url);
      missing += (await look(url)).functions === 0 ? 0 : 1;
    }
    const service = await startService({ DATABASE_URL: url }, { readyWithinMs: 60_000 });
    const { readyAfterMs } = service;
    await service.stop();
    const after = await look(url);
    missing += (after.functions > 0 ? 0 : 1) + (after.workspaces === 1 ? 0 : 1);
    const world = await openWorld({ kind: 'postgres', url, poolSize: 2 }, { DATABASE_URL: url });
    try {
      const again = await world.start();
      const load = world.load(() => [again.url]);
      await load.acknowledged(50);
      const found = await world.audit(load, again.url);
      return {
        injected: "kill -9 of the first start after an upgrade, before it commits its version's functions",
        store: 'PostgreSQL',
        times: kills,
        seen: 'no service is listening yet; every kill left the database unchanged',
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

async function killWhileMigrating(url: string): Promise<void> {
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  try {
    await holder.query('BEGIN; SELECT FROM understudy.migrations FOR UPDATE');
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
    const waiting = await holder.query(
      `SELECT 1 FROM pg_locks WHERE NOT granted AND locktype IN ('transactionid', 'tuple')`,
    );
    if (waiting.rows.length > 0) return;
    await delay(20);
  }
  throw new Error('the upgrade did not reach the locked row');
}

async function look(url: string): Promise<{ functions: number; workspaces: number }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SELECT set_config('understudy.workspace', 'ws_old', false)`);
    const found = await client.query<{ functions: number; workspaces: number }>(
      `SELECT (SELECT count(*)::int FROM pg_proc WHERE pronamespace = 'understudy'::regnamespace) AS functions,
         (SELECT count(*)::int FROM understudy.workspaces) AS workspaces`,
    );
    return found.rows[0] ?? { functions: 0, workspaces: 0 };
  } finally {
    await client.end();
  }
}
