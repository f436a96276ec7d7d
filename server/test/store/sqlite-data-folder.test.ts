import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { OperatorError, StoreUnavailable } from '../../src/lib/errors.ts';
import { openStore } from '../../src/store/open-store.ts';
import { openConnection } from '../../src/store/sqlite/connection.ts';
import { findDamage } from '../../src/store/sqlite/find-damage.ts';
import { migrate, migrations } from '../../src/store/sqlite/migrate.ts';
import { repository, runInside } from '../cli/support/understudy.ts';
import { startService } from '../support/service-process.ts';
import { importEntries } from './contract/open-workspaces.ts';
import { workspaceEntry } from './contract/workspace-entry.ts';
import { mountSmallDisk } from './support/small-disk.ts';

const isRoot = process.getuid?.() === 0;
/** Another user, to whom root gives files. */
const stranger = { uid: 65_534, gid: 65_534 };

/**
 * Root without the privilege to ignore file modes is denied access like any other user, even if no one else can read
 * this checkout.
 */
const withoutPrivilege = ['dac_override', 'dac_read_search', 'fowner'].map((name) => `-${name}`).join();
const asAnybody = isRoot
  ? ['setpriv', `--bounding-set=${withoutPrivilege}`, `--inh-caps=${withoutPrivilege}`, process.execPath]
  : [process.execPath];

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function open(dataDir: string, role: 'serve' | 'tool' = 'serve') {
  const store = await openStore({ kind: 'sqlite', dataDir }, { role });
  onTestFinished(() => store.close());
  return store;
}

async function refusalOf(dataDir: string, role: 'serve' | 'tool' = 'serve'): Promise<OperatorError> {
  const error = await open(dataDir, role).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof OperatorError)) throw new Error(`opened, or failed otherwise: ${String(error)}`);
  return error;
}

test('a data folder under a file is rejected: the message names the folder, the reason and the setting', async () => {
  const file = join(freshFolder(), 'notes.txt');
  writeFileSync(file, 'mine');
  for (const dataDir of [file, join(file, 'data')]) {
    const { message } = await refusalOf(dataDir);
    expect(message).toContain(dataDir);
    expect(message).toMatch(/not a folder/);
    expect(message).toContain('UNDERSTUDY_DATA_DIR');
  }
  expect(readFileSync(file, 'utf8')).toBe('mine');
});

test('a folder in place of the database file is rejected and left unchanged', async () => {
  const dataDir = freshFolder();
  mkdirSync(join(dataDir, 'understudy.db'));
  const { message } = await refusalOf(dataDir);
  expect(message).toContain(dataDir);
  expect(message).toContain('UNDERSTUDY_DATA_DIR');
});

test('a damaged or foreign database is rejected with both remedies, and not overwritten', async () => {
  const dataDir = freshFolder();
  const garbage = 'this is no database at all. '.repeat(200);
  writeFileSync(join(dataDir, 'understudy.db'), garbage);
  const { message } = await refusalOf(dataDir);
  expect(message).toContain('move understudy.db to another folder, then restore a backup or start over');
  expect(readFileSync(join(dataDir, 'understudy.db'), 'utf8')).toBe(garbage);
});

test.each(['-wal', '-journal'])(
  'a folder that contains only the %s of a database, with changes for it, is rejected and left unchanged',
  async (suffix) => {
    const dataDir = freshFolder();
    writeFileSync(join(dataDir, `understudy.db${suffix}`), 'changes');
    const { message } = await refusalOf(dataDir);
    expect(message).toContain(`has understudy.db${suffix}, but no understudy.db`);
    expect(readFileSync(join(dataDir, `understudy.db${suffix}`), 'utf8')).toBe('changes');
    expect(existsSync(join(dataDir, 'understudy.db'))).toBe(false);
  },
);

test('the -shm of a missing database contains none of it: a reader sees no data, and a new database beside it is intact', async () => {
  const [other, dataDir] = [freshFolder(), freshFolder()];
  const store = await open(other);
  await importEntries(store, workspaceEntry({ id: 'ws_gone' }));
  copyFileSync(join(other, 'understudy.db-shm'), join(dataDir, 'understudy.db-shm'));
  const { code, stdout } = await runInside(['workspaces', 'list', '--json'], { UNDERSTUDY_DATA_DIR: dataDir });
  expect([code, JSON.parse(stdout)]).toEqual([0, []]);
  expect(existsSync(join(dataDir, 'understudy.db'))).toBe(false);
  const fresh = await open(dataDir);
  const beside = await open(dataDir, 'tool');
  await importEntries(fresh, workspaceEntry({ id: 'ws_new' }));
  for (const handle of [fresh, beside])
    expect((await handle.listWorkspaces()).map(({ workspaceId }) => workspaceId)).toEqual(['ws_new']);
  await Promise.all([fresh.close(), beside.close()]);
  expect(findDamage(dataDir, () => undefined)).toEqual([]);
});

test('data of a newer version is rejected by serve and by tools with the remedy, and nothing in it changes', async () => {
  const dataDir = freshFolder();
  const store = await open(dataDir);
  await importEntries(store, workspaceEntry());
  await store.close();
  const db = new DatabaseSync(join(dataDir, 'understudy.db'));
  db.exec('PRAGMA user_version = 9000; CREATE TABLE from_the_future (thing TEXT)');
  for (const role of ['serve', 'tool'] as const) {
    const { message } = await refusalOf(dataDir, role);
    expect(message).toContain(dataDir);
    expect(message).toMatch(
      /newer version of Understudy \(its schema version is 9000, but this version supports at most \d+\)/,
    );
    expect(message).toMatch(/Run that version or a newer one, or restore a backup/);
  }
  expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: 9000 });
  expect(db.prepare('SELECT count(*) AS count FROM workspaces').get()).toEqual({ count: 1 });
  db.close();
});

test('a step after the initial schema changes it once, and the stored data stays', async () => {
  const dataDir = freshFolder();
  const store = await open(dataDir);
  await importEntries(store, workspaceEntry());
  await store.close();
  const connection = openConnection(join(dataDir, 'understudy.db'), { busyTimeoutMs: 1_000 });
  onTestFinished(() => connection.close());
  const version = (migrations.at(-1)?.version ?? 0) + 1;
  const sql = () => "ALTER TABLE workspaces ADD COLUMN motto TEXT NOT NULL DEFAULT 'none yet'";
  migrate(connection, dataDir, 1_000, [...migrations, { version, sql }]);
  migrate(connection, dataDir, 1_000, [...migrations, { version, sql }]);
  expect(connection.get('PRAGMA user_version')).toEqual({ user_version: version });
  expect(connection.all('SELECT workspace_id, motto FROM workspaces')).toEqual([
    { workspace_id: 'ws_aurora', motto: 'none yet' },
  ]);
});

test('data of a preview is rejected with the remedy, and nothing in it changes', async () => {
  const dataDir = freshFolder();
  await (await open(dataDir)).close();
  const db = new DatabaseSync(join(dataDir, 'understudy.db'));
  onTestFinished(() => db.close());
  db.exec('PRAGMA user_version = 12');
  const { message } = await refusalOf(dataDir, 'serve');
  expect(message).toMatch(/preview of Understudy \(its schema version is 12\).*understudy export.*understudy import/s);
  expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: 12 });
});

test('a data folder on a read-only file system is rejected with the reason (skipped where nothing may be mounted)', async (context) => {
  const disk = mountSmallDisk({ megabytes: 4 });
  if (disk === null) return context.skip();
  disk.remountReadOnly();
  const { message } = await refusalOf(join(disk.path, 'data'));
  expect(message).toMatch(/read-only/);
  expect(message).toContain('UNDERSTUDY_DATA_DIR');
});

test('a full disk prevents the first start, with the reason (skipped where nothing may be mounted)', async (context) => {
  const disk = mountSmallDisk({ megabytes: 4 });
  if (disk === null) return context.skip();
  disk.fill();
  const { message } = await refusalOf(join(disk.path, 'data'));
  expect(message).toMatch(/full/);
  disk.free();
  await open(join(disk.path, 'data'));
});

test('understudy serve reports an unusable data folder in one line, without a stack, and exits with 1', async () => {
  const file = join(freshFolder(), 'in-the-way');
  writeFileSync(file, '');
  const child = spawn(process.execPath, ['scripts/run.mjs', 'serve'], {
    cwd: repository,
    env: { PATH: process.env['PATH'], UNDERSTUDY_DATA_DIR: file, PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let told = '';
  child.stderr.on('data', (chunk) => (told += chunk));
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(told).toContain(file);
  expect(told.trim().split('\n')).toHaveLength(1);
});

test('one server uses a folder at a time; tools work beside it; a killed server does not keep the folder', async () => {
  const dataDir = freshFolder();
  const service = await startService({ UNDERSTUDY_DATA_DIR: dataDir });
  onTestFinished(() => service.kill());
  const { message } = await refusalOf(dataDir);
  expect(message).toContain('"understudy serve" is using the data folder');
  expect(message).toContain('UNDERSTUDY_DATA_DIR');
  const tool = await open(dataDir, 'tool');
  await importEntries(tool, workspaceEntry());
  await service.kill();
  const next = await open(dataDir);
  expect(await next.listWorkspaces()).toHaveLength(1);
});

test('two servers never share a folder whose lock file belongs to another user: neither starts, and the error names the file to change', async (context) => {
  const [program = '', ...args] = asAnybody;
  if (spawnSync(program, [...args, '--version']).status !== 0)
    return context.skip('root is refused nothing here: there is no setpriv (of util-linux) that takes its privileges');
  const dataDir = freshFolder();
  const store = await open(dataDir);
  await store.close();
  chmodSync(join(dataDir, 'serve.lock'), 0o444);
  if (isRoot) chownSync(join(dataDir, 'serve.lock'), stranger.uid, stranger.gid);
  for (let server = 0; server < 2; server += 1) {
    const child = spawn(program, [...args, 'scripts/run.mjs', 'serve'], {
      cwd: repository,
      env: { PATH: process.env['PATH'], UNDERSTUDY_DATA_DIR: dataDir, PORT: '0' },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 100_000,
    });
    let told = '';
    child.stderr.on('data', (chunk) => (told += chunk));
    const [code] = await once(child, 'close');
    expect([code, told]).toEqual([1, expect.stringContaining(`${join(dataDir, 'serve.lock')} cannot be written`)]);
  }
});

test('handles that open a new folder at the same time agree on who migrates it', async () => {
  const dataDir = freshFolder();
  const stores = await Promise.all([open(dataDir), ...Array.from({ length: 5 }, () => open(dataDir, 'tool'))]);
  await Promise.all(stores.map((store, index) => importEntries(store, workspaceEntry({ id: `ws_${index}` }))));
  expect(await stores[0]?.listWorkspaces()).toHaveLength(6);
});

test('an opener that meets another process in a long migration reports a lock, and succeeds once the migration is over', async () => {
  const dataDir = freshFolder();
  mkdirSync(dataDir, { recursive: true });
  const other = new DatabaseSync(join(dataDir, 'understudy.db'));
  onTestFinished(() => other.close());
  other.exec('PRAGMA journal_mode = WAL; BEGIN IMMEDIATE; CREATE TABLE half_made (thing TEXT)');
  await expect(open(dataDir, 'tool')).rejects.toThrow(StoreUnavailable);
  other.exec('ROLLBACK');
  const store = await open(dataDir, 'tool');
  expect(await store.listWorkspaces()).toEqual([]);
});
