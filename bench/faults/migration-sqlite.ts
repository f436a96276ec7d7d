import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { startService } from '../../server/test/support/service-process.ts';
import type { FaultRow } from './fault.ts';
import { seconds } from './load.ts';
import { withSqlite } from './world.ts';

const kills = 10;
const charges = 300_000;
const repository = join(import.meta.dirname, '../..');
const firstSchema = join(repository, 'server/migrations/sqlite/0001_initial.sql');

/** A data folder of the first schema, killed again and again while a start brings it up to date. */
export async function interruptSqlite(): Promise<FaultRow> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-migration-'));
  const [old, dataDir] = [join(folder, 'old.db'), join(folder, 'data')];
  const database = join(dataDir, 'understudy.db');
  try {
    makeOld(old);
    let interrupted = 0;
    let missing = 0;
    let readyAfterMs = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      rmSync(dataDir, { recursive: true, force: true });
      mkdirSync(dataDir);
      copyFileSync(old, database);
      await killWhileMigrating(dataDir, (kill / kills) * 600);
      if (look(database).version === 1) interrupted += 1;
      const service = await startService({ UNDERSTUDY_DATA_DIR: dataDir }, { readyWithinMs: 60_000 });
      readyAfterMs = Math.max(readyAfterMs, service.readyAfterMs);
      await service.stop();
      const after = look(database);
      missing += charges - after.charges + (after.isSound ? 0 : 1);
    }
    return await withSqlite(
      async (world) => {
        const service = await world.start();
        const load = world.load(() => [service.url]);
        await load.acknowledged(50);
        const found = await world.audit(load, service.url);
        return {
          injected: `kill -9 of the first start after an upgrade, up to 0.6 s into its migration of ${charges.toLocaleString('en')} rows`,
          store: 'SQLite',
          times: kills,
          seen: `nothing listens yet; ${interrupted} of ${kills} kills met an unfinished migration and left the old schema whole; any other came after its commit`,
          back: `the next start migrates and is ready after ${seconds(readyAfterMs)} at most`,
          found: { ...found, lost: found.lost + missing },
        };
      },
      { dataDir },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeOld(path: string): void {
  const db = new DatabaseSync(path);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; BEGIN');
  db.exec(readFileSync(firstSchema, 'utf8'));
  db.exec(`PRAGMA user_version = 1;
    INSERT INTO workspaces VALUES ('ws_old', 'Old', 'agency', 'active', NULL, '[]', NULL, NULL, 0);
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${charges})
    INSERT INTO charges SELECT 'ws_old', 'inbox', 'external-' || n, '2020-' || (n % 12) FROM numbers;
    COMMIT; PRAGMA wal_checkpoint(TRUNCATE)`);
  db.close();
}

/** Kills a start so many milliseconds after it began to write. */
async function killWhileMigrating(dataDir: string, afterMs: number): Promise<void> {
  const log = join(dataDir, 'understudy.db-wal');
  const child = spawn(process.execPath, [join(repository, 'scripts/run.mjs'), 'serve'], {
    env: { PATH: process.env['PATH'] ?? '', UNDERSTUDY_DATA_DIR: dataDir, PORT: '0', UNDERSTUDY_DEMO: 'false' },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const deadline = performance.now() + 30_000;
  // The log is there as soon as the file is opened; what is written to it at first is the migration.
  while (!existsSync(log) && performance.now() < deadline) await delay(1);
  await delay(afterMs);
  child.kill('SIGKILL');
  await ended;
}

function look(path: string): { version: number; charges: number; isSound: boolean } {
  const db = new DatabaseSync(path);
  try {
    const number = (sql: string) => Number(Object.values(db.prepare(sql).get() ?? {})[0]);
    const isSound = Object.values(db.prepare('PRAGMA quick_check').get() ?? {})[0] === 'ok';
    return { version: number('PRAGMA user_version'), charges: number('SELECT count(*) FROM charges'), isSound };
  } finally {
    db.close();
  }
}
