import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { migrations } from '../../server/src/store/sqlite/migrate.ts';
import { startService } from '../../server/test/support/service-process.ts';
import type { FaultRow } from './fault.ts';
import { seconds } from './load.ts';
import { withSqlite } from './world.ts';

const kills = 10;
const repository = join(import.meta.dirname, '../..');

/** Starts a service on an empty data folder and kills it repeatedly while it creates the schema. */
export async function interruptSqlite(): Promise<FaultRow> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-migration-'));
  const dataDir = join(folder, 'data');
  const database = join(dataDir, 'understudy.db');
  try {
    let interrupted = 0;
    let missing = 0;
    let readyAfterMs = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      rmSync(dataDir, { recursive: true, force: true });
      mkdirSync(dataDir);
      await killWhileMigrating(dataDir, (kill / kills) * 40);
      if (look(database).version === 0) interrupted += 1;
      const service = await startService({ UNDERSTUDY_DATA_DIR: dataDir }, { readyWithinMs: 60_000 });
      readyAfterMs = Math.max(readyAfterMs, service.readyAfterMs);
      await service.stop();
      const after = look(database);
      missing += (after.version === migrations.at(-1)?.version ? 0 : 1) + (after.isSound ? 0 : 1);
    }
    return await withSqlite(
      async (world) => {
        const service = await world.start();
        const load = world.load(() => [service.url]);
        await load.acknowledged(50);
        const found = await world.audit(load, service.url);
        return {
          injected: 'kill -9 of the first start in an empty folder, up to 40 ms after it began to write its schema',
          store: 'SQLite',
          times: kills,
          seen: `no service is listening yet; ${interrupted} of ${kills} kills came while the schema was being created and left nothing of it; the others came after its commit`,
          back: `the next start migrates and is ready after at most ${seconds(readyAfterMs)}`,
          found: { ...found, lost: found.lost + missing },
        };
      },
      { dataDir },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts a service, and kills it this many milliseconds after it begins to write. */
async function killWhileMigrating(dataDir: string, afterMs: number): Promise<void> {
  const log = join(dataDir, 'understudy.db-wal');
  const child = spawn(process.execPath, [join(repository, 'scripts/run.mjs'), 'serve'], {
    env: { PATH: process.env['PATH'] ?? '', UNDERSTUDY_DATA_DIR: dataDir, PORT: '0', UNDERSTUDY_DEMO: 'false' },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const deadline = performance.now() + 30_000;
  // The log exists once the database is opened, and the migration writes to it first.
  while (!existsSync(log) && performance.now() < deadline) await delay(1);
  await delay(afterMs);
  child.kill('SIGKILL');
  await ended;
}

function look(path: string): { version: number; isSound: boolean } {
  const db = new DatabaseSync(path);
  try {
    const only = (sql: string) => Object.values(db.prepare(sql).get() ?? {})[0];
    return { version: Number(only('PRAGMA user_version')), isSound: only('PRAGMA quick_check') === 'ok' };
  } finally {
    db.close();
  }
}
