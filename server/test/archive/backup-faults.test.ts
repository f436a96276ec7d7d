import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freshFolder } from '../cli/support/places.ts';
import { runInside, startUnderstudy } from '../cli/support/understudy.ts';
import { serveInside } from '../support/service-inside.ts';
import { startService } from '../support/service-process.ts';
import { liveIn, sendWrite } from './support/lived-in.ts';
import { bringInLong } from './support/long-document.ts';

test('a restore rejects a folder from which the database was moved without its log, and leaves it unchanged; without both files it restores the backup', async () => {
  const place = { UNDERSTUDY_DATA_DIR: join(freshFolder(), 'data') };
  const dataDir = place.UNDERSTUDY_DATA_DIR;
  const world = await liveIn(place, locationOf(place), 50);
  const file = join(freshFolder(), 'all.jsonl.gz');
  expect((await runInside(['backup', file], place)).code).toBe(0);
  const service = await startService(place);
  const body = { profileId: 'prof_aurora', message: 'do you ship?' };
  await sendWrite(service.url, world.key, { path: 'draft', idempotencyKey: 'after-the-backup', body });
  await service.kill();
  const { stderr } = await runInside(['restore', file], place);
  expect(stderr).toContain(
    'move understudy.db, understudy.db-wal and understudy.db-shm to another folder, all of them',
  );

  const away = freshFolder();
  renameSync(join(dataDir, 'understudy.db'), join(away, 'understudy.db'));
  const log = readFileSync(join(dataDir, 'understudy.db-wal'));
  expect(log.length).toBeGreaterThan(0);
  for (const command of [['restore', file], ['serve'], ['workspaces', 'list'], ['doctor']]) {
    const { code, stdout, stderr } = await runInside(command, { ...place, PORT: '0' });
    expect([command, code]).toEqual([command, 1]);
    expect((stdout + stderr).replaceAll(/\s+/g, ' ')).toContain(
      'understudy.db-wal and understudy.db-shm, but no understudy.db',
    );
    expect(existsSync(join(dataDir, 'understudy.db'))).toBe(false);
    expect(readFileSync(join(dataDir, 'understudy.db-wal')).equals(log)).toBe(true);
  }

  for (const name of ['understudy.db-wal', 'understudy.db-shm']) renameSync(join(dataDir, name), join(away, name));
  expect((await runInside(['restore', file], place)).code).toBe(0);
  const restored = await serveInside(place);
  onTestFinished(async () => void (await restored.stop()));
  for (const write of world.writes)
    expect(await sendWrite(restored.url, world.key, write)).toMatchObject({ text: write.text, isReplay: true });
});

test('of two simultaneous backups with one name, one is complete, and the other reports that the file already exists', async () => {
  const place = { UNDERSTUDY_DATA_DIR: join(freshFolder(), 'data') };
  await liveIn(place, locationOf(place), 2_000);
  const folder = freshFolder();
  const file = join(folder, 'all.jsonl.gz');
  const both = await Promise.all([runInside(['backup', file], place), runInside(['backup', file], place)]);
  expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1]);
  expect(both.map(({ stderr }) => stderr).join('')).toContain('already exists');
  expect(readdirSync(folder)).toEqual(['all.jsonl.gz']);
  const elsewhere = { UNDERSTUDY_DATA_DIR: join(freshFolder(), 'data') };
  expect((await runInside(['restore', file], elsewhere)).code).toBe(0);
});

test('an interrupted backup leaves no file, and the next one removes the file of a killed one', async () => {
  const place = { UNDERSTUDY_DATA_DIR: join(freshFolder(), 'data') };
  await bringInLong(place.UNDERSTUDY_DATA_DIR);
  const folder = freshFolder();
  const endedBy = async (signal: NodeJS.Signals): Promise<string[]> => {
    // On a machine that stalls, a backup may be complete before the signal arrives; then another one is interrupted.
    for (let tries = 0; tries < 10; tries += 1) {
      const child = startUnderstudy(['backup', `${folder}/`], { env: place });
      const exited = once(child, 'exit');
      child.stdout.resume();
      child.stderr.resume();
      while (child.exitCode === null && !readdirSync(folder).some((name) => name.endsWith('.partial'))) await delay(5);
      child.kill(signal);
      const [code] = await exited;
      if (code === 0) rmSync(folder, { recursive: true });
      else {
        expect(code).toBe(signal === 'SIGTERM' ? 130 : null);
        return readdirSync(folder);
      }
      mkdirSync(folder);
    }
    throw new Error('no backup could be interrupted');
  };
  expect(await endedBy('SIGTERM')).toEqual([]);
  const [left = ''] = await endedBy('SIGKILL');
  expect(left).toMatch(/\.partial$/);

  expect((await runInside(['backup', join(folder, 'one')], place)).code).toBe(0);
  expect(readdirSync(folder).toSorted()).toEqual([left, 'one'].toSorted());
  const twoHoursAgo = new Date(Date.now() - 7_200_000);
  utimesSync(join(folder, left), twoHoursAgo, twoHoursAgo);
  expect((await runInside(['backup', join(folder, 'two')], place)).code).toBe(0);
  expect(readdirSync(folder).toSorted()).toEqual(['one', 'two']);
});

test('a store that was moved away, or is only partly filled, is not backed up, and the error names the store to use', async () => {
  const place = { UNDERSTUDY_DATA_DIR: join(freshFolder(), 'data') };
  await liveIn(place, locationOf(place), 20);
  const elsewhere = { UNDERSTUDY_DATA_DIR: join(freshFolder(), 'there') };
  const [from, to] = [place.UNDERSTUDY_DATA_DIR, elsewhere.UNDERSTUDY_DATA_DIR];
  expect((await runInside(['transfer', '--from', `sqlite:${from}`, '--to', `sqlite:${to}`])).code).toBe(0);
  const folder = freshFolder();
  const refused = await runInside(['backup', `${folder}/`], place);
  expect([refused.code, refused.stdout, readdirSync(folder)]).toEqual([1, '', []]);
  expect(refused.stderr).toContain(`was moved to the data folder ${to}`);

  const db = new DatabaseSync(join(to, 'understudy.db'));
  db.exec(`UPDATE transfer SET state = 'copying'`);
  expect((await runInside(['backup', `${folder}/`], elsewhere)).stderr).toContain('is incomplete');
  db.exec(`UPDATE transfer SET state = 'complete'`);
  db.close();
  expect((await runInside(['backup', `${folder}/`], elsewhere)).code).toBe(0);
});

function locationOf(place: { UNDERSTUDY_DATA_DIR: string }) {
  return { kind: 'sqlite', dataDir: place.UNDERSTUDY_DATA_DIR } as const;
}
