import { closeSync, openSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { serveInside } from '../support/service-inside.ts';
import { sampleWorkspace } from '../support/world.ts';
import { bringIn, freshDataFolder, onBothStores } from './support/places.ts';
import { runInside } from './support/understudy.ts';

interface Finding {
  readonly check: string;
  readonly status: string;
  readonly found: string;
  readonly remedy: string | null;
}

onBothStores((fresh) => {
  test('migrate sets up an empty store, a second run changes nothing, and the doctor reports that all is well or suggests a fix', async () => {
    const env = await fresh();
    for (let time = 0; time < 2; time += 1)
      expect((await runInside(['migrate', '--json'], env)).json()).toEqual({ ok: true });

    const empty = await runInside(['doctor', '--json'], { ...env, PORT: '1' });
    expect(empty.code).toBe(0);
    const contents = empty.json().checks.find(({ check }: Finding) => check === 'contents');
    expect(contents).toMatchObject({ status: 'warn', remedy: 'Import one: understudy import FILE' });

    await bringIn(env, { workspaces: [sampleWorkspace('ws_aurora')] });
    await runInside(['keys', 'create', '-w', 'ws_aurora', '-n', 'Desk', '-s', 'all'], env);
    const well = await runInside(['doctor'], { ...env, PORT: '1' });
    expect(well.stdout).toContain('Every check passed.');
    if (env['DATABASE_URL'] !== undefined) expect(well.stdout).toContain('row-level security  in force');
  });
});

test('the doctor reports that a running service answers, and a second service cannot start', async () => {
  const env = freshDataFolder();
  const service = await serveInside(env);
  try {
    const PORT = new URL(service.url).port;
    expect((await runInside(['doctor'], { ...env, PORT })).stdout).toContain(`answers on ${service.url}`);
    const second = await runInside(['serve'], { ...env, PORT: '0' });
    expect([second.code, second.stdout]).toEqual([1, '']);
    expect(second.stderr).toContain('Another "understudy serve" is using the data folder');
    const elsewhere = await runInside(['serve'], { ...freshDataFolder(), PORT });
    expect(elsewhere.stderr).toContain(`Port ${PORT} on 127.0.0.1 is in use by another program`);
  } finally {
    await service.stop();
  }
});

test('the doctor detects a damaged database whose schema still opens, and suggests a fix', async () => {
  const env = freshDataFolder();
  await bringIn(env, { workspaces: [sampleWorkspace('ws_aurora')] });
  const path = join(env['UNDERSTUDY_DATA_DIR'] ?? '', 'understudy.db');
  const db = new DatabaseSync(path);
  const page = Number(db.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'messages'`).get()?.['rootpage']);
  const size = Number(db.prepare('PRAGMA page_size').get()?.['page_size']);
  db.close();
  const file = openSync(path, 'r+');
  // The page's cells are now outside the page.
  writeSync(file, new Uint8Array(size - 100).fill(0xee), 0, size - 100, (page - 1) * size + 8);
  closeSync(file);
  const { code, stdout } = await runInside(['doctor', '--json'], { ...env, PORT: '1' });
  expect(code).toBe(1);
  const store = JSON.parse(stdout).checks.find(({ check }: Finding) => check === 'store');
  expect(store).toMatchObject({ status: 'fail', found: expect.stringContaining('damaged') });
  expect(store.remedy).toContain('backup');
});

test('the doctor announces a check of a large database on standard error, and with --json prints only its findings', async () => {
  const env: Record<string, string> = { ...freshDataFolder(), PORT: '1' };
  await bringIn(env, { workspaces: [sampleWorkspace('ws_aurora')] });
  expect((await runInside(['doctor'], env)).stderr).toBe('');
  // The file is sparse, so the pages beyond those of the database take no space.
  truncateSync(join(env['UNDERSTUDY_DATA_DIR'] ?? '', 'understudy.db'), 3 * 1_024 ** 3);
  const told = await runInside(['doctor'], env);
  expect(told.stderr).toBe('Checking the whole database (3 GB) for damage. This may take minutes.\n');
  expect(told.stdout).toContain('is intact');
  const toMachine = await runInside(['doctor', '--json'], env);
  expect([toMachine.code, toMachine.stderr]).toEqual([0, '']);
  expect(toMachine.json().checks.map(({ check }: Finding) => check)).toContain('store');
});

test('the doctor reports errors in the configuration, and what they would expose', async () => {
  const broken = await runInside(['doctor', '--json'], { ...freshDataFolder(), PORT: 'x' });
  expect(broken.code).toBe(1);
  expect(broken.json()).toMatchObject({ ok: false, checks: [{ check: 'configuration', status: 'fail' }] });
  const open = await runInside(['doctor'], {
    ...freshDataFolder(),
    HOST: '0.0.0.0',
    PORT: '1',
    UNDERSTUDY_PUBLIC_URL: 'http://reply.example',
  });
  expect(open.stdout).toContain('is not encrypted, so keys are sent unencrypted');
});

test('doctor --settings lists every setting with its default', async () => {
  const { stdout } = await runInside(['doctor', '--settings']);
  for (const name of ['HOST', 'PORT', 'UNDERSTUDY_DATA_DIR', 'DATABASE_URL', 'UNDERSTUDY_RETENTION_HOURS'])
    expect(stdout).toContain(name);
});
