import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { copyLog } from '../../src/store/sqlite/checkpoint.ts';
import { createCheckpointThread } from '../../src/store/sqlite/checkpoint-thread.ts';
import { openConnection } from '../../src/store/sqlite/connection.ts';

const pageBytes = 4_096;

/** A database whose connection copies nothing by itself, with a checkpoint thread. */
function openWriter() {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'test.db');
  const db = openConnection(path, { busyTimeoutMs: 0 });
  db.execute('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0');
  db.execute('CREATE TABLE rows (id INTEGER PRIMARY KEY, body BLOB)');
  return { path, db };
}

/** Counts the rows in the database file itself, without those that are only in the log. */
function rowsInFile(path: string): number {
  const file = new DatabaseSync(`${pathToFileURL(path)}?immutable=1`, { readOnly: true });
  try {
    return Number(file.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'rows'").get()?.['n']) === 0
      ? 0
      : Number(file.prepare('SELECT count(*) AS n FROM rows').get()?.['n']);
  } finally {
    file.close();
  }
}

test('the log is copied into the database by the checkpoint thread alone, and the log is gone after the end', async () => {
  const { path, db } = openWriter();
  let finished = 0;
  const thread = createCheckpointThread(path, () => {
    finished += 1;
    return copyLog(db);
  });
  for (let row = 0; row < 20; row += 1) db.run('INSERT INTO rows (body) VALUES (zeroblob(10000))');
  expect(rowsInFile(path)).toBe(0);
  thread.committed(20);
  await expect.poll(() => rowsInFile(path)).toBe(20);
  expect(finished).toBe(0);
  await thread.close();
  db.close();
  expect(() => statSync(`${path}-wal`)).toThrow('ENOENT');
});

test('the log stays small during sustained writes, because the write thread copies the rest', async () => {
  const { path, db } = openWriter();
  const thread = createCheckpointThread(path, () => copyLog(db));
  // Four times the limit of an automatic checkpoint, if nothing was ever copied.
  const pages = 64_000;
  for (let written = 0; written < pages; written += 250) {
    db.run('INSERT INTO rows (body) VALUES (zeroblob(?))', 250 * pageBytes);
    thread.committed(10);
    const until = performance.now() + 10;
    while (performance.now() < until) await nextTurn();
  }
  expect(statSync(`${path}-wal`).size).toBeLessThan(32_000 * pageBytes);
  await thread.close();
  db.close();
});

test('a checkpoint thread that cannot open the database stops nothing', async () => {
  const { path, db } = openWriter();
  const thread = createCheckpointThread(join(path, 'missing'), () => copyLog(db));
  thread.committed(20);
  db.run('INSERT INTO rows (body) VALUES (zeroblob(10))');
  thread.committed(20);
  await thread.close();
  expect(db.get<{ n: number }>('SELECT count(*) AS n FROM rows')?.n).toBe(1);
  db.close();
});
