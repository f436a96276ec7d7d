import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { restore } from '../../src/admin/archive/restore.ts';
import { digestRows } from '../../src/admin/archive/table-digests.ts';
import type { Installation } from '../../src/store/installation-port.ts';
import type { StoreLocation } from '../../src/store/location.ts';
import { openInstallation } from '../../src/store/open-installation.ts';
import { openStore } from '../../src/store/open-store.ts';
import { freshFolder, onBothStores, type Place } from '../cli/support/places.ts';
import { runInside, startUnderstudy } from '../cli/support/understudy.ts';
import { runLength } from '../support/run-length.ts';
import { serveInside } from '../support/service-inside.ts';
import { livedIn, liveIn, sendWrite } from './support/lived-in.ts';

onBothStores((fresh) => {
  test('a backup restored elsewhere contains every row, and the service there replays the same bytes', async () => {
    const place = await fresh();
    const world = await liveIn(place, locationOf(place));
    const file = join(freshFolder(), 'all.jsonl.gz');
    const saved = await runInside(['backup', file, '--json'], place);
    expect(saved.code).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const elsewhere = await fresh();
    const restored = await runInside(['restore', file, '--json'], elsewhere);
    expect(restored.code).toBe(0);
    expect(restored.json().tables).toEqual(saved.json().tables);
    expect(await digestsOf(elsewhere)).toEqual(await digestsOf(place));
    const service = await serveInside(elsewhere);
    onTestFinished(async () => void (await service.stop()));
    for (const write of world.writes) {
      expect(await sendWrite(service.url, world.key, write)).toEqual({ status: 200, text: write.text, isReplay: true });
    }
    await service.stop();
    expect((await runInside(['restore', file], elsewhere)).stderr).toMatch(/already/);
  });

  test('a restored store that differs from the backup is discarded before it is used', async () => {
    const place = await fresh();
    await liveIn(place, locationOf(place), 20);
    const file = join(freshFolder(), 'all.jsonl.gz');
    await runInside(['backup', file], place);
    const elsewhere = await fresh();
    const installation = await openInstallation(locationOf(elsewhere), { isAlone: true });
    onTestFinished(() => installation.close());
    const forgetful: Installation = {
      ...installation,
      fill: (work, check) =>
        installation.fill((put) => work(async (page) => (page.table === 'messages' ? undefined : put(page))), check),
    };
    await expect(restore(forgetful, { file, onProgress: () => undefined })).rejects.toMatchObject({
      message: expect.stringContaining('none of it was kept'),
      faults: [expect.stringContaining('messages')],
    });
    expect(await installation.holdsData()).toBe(false);
    await restore(installation, { file, onProgress: () => undefined });
  });

  test(
    'a backup under load is of one moment: no draft is lost or incomplete, and drafts continue meanwhile',
    async () => {
      const place = await fresh();
      const world = await liveIn(place, locationOf(place), runLength({ usual: 2_000, full: 20_000 }));
      const service = await serveInside(place);
      onTestFinished(async () => void (await service.stop()));
      let isOver = false;
      const statuses = new Set<number>();
      let answered = 0;
      const load = Array.from({ length: 4 }, async (_, caller) => {
        for (let number = 0; !isOver; number += 1) {
          const body = { profileId: 'prof_aurora', message: 'do you ship?', conversationId: 'conv_maya' };
          const answer = await sendWrite(service.url, world.key, {
            path: 'draft',
            idempotencyKey: `load-${caller}-${number}`,
            body,
          });
          statuses.add(answer.status);
          answered += 1;
        }
      });
      const file = join(freshFolder(), 'all.jsonl.gz');
      const child = startUnderstudy(['backup', file, '--json'], { env: place });
      child.stdout.resume();
      child.stderr.resume();
      const [code] = await once(child, 'exit');
      isOver = true;
      await Promise.all(load);
      expect(code).toBe(0);
      // This plan allows 180 requests a minute, so a 429 response is not a failure.
      expect([...statuses].every((status) => status === 200 || status === 429)).toBe(true);
      const rows = linesOf(file).flatMap(({ table, rows = [] }) => (table === 'writes' ? rows : []));
      const usage = linesOf(file).flatMap(({ table, workspaceId, rows = [] }) =>
        table === 'usage' && workspaceId === livedIn ? rows : [],
      );
      const charged = rows.filter(
        ({ operation, state, response }) => operation === 'draft' && (state === 'leased' || response !== null),
      );
      expect(usage[0]?.['api']).toBe(charged.length);
      process.stdout.write(`${answered} requests while the backup was taken\n`);
    },
    runLength({ usual: 240_000, full: 900_000 }),
  );
});

test('a backup overwrites no file unless forced, and in a folder it is named after the time', async () => {
  const place = { UNDERSTUDY_DATA_DIR: join(freshFolder(), 'data') };
  await liveIn(place, locationOf(place), 20);
  const folder = freshFolder();
  expect((await runInside(['backup', `${folder}/`], place)).code).toBe(0);
  const [name = ''] = readdirSync(folder);
  expect(name).toMatch(/^understudy-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.jsonl\.gz$/);
  const file = join(folder, 'mine');
  writeFileSync(file, 'something else');
  expect((await runInside(['backup', file], place)).stderr).toMatch(/already exists\. .*--force/);
  expect(readFileSync(file, 'utf8')).toBe('something else');
  expect((await runInside(['backup', file, '--force'], place)).code).toBe(0);
  expect(readdirSync(folder).toSorted()).toEqual(['mine', name].toSorted());
  expect((await runInside(['backup', join(folder, 'no/such/file')], place)).stderr).toMatch(
    /cannot be written \(ENOENT\)/,
  );
});

test('a truncated, changed, newer or foreign file is rejected, and nothing is restored', async () => {
  const place = { UNDERSTUDY_DATA_DIR: join(freshFolder(), 'data') };
  await liveIn(place, locationOf(place), 200);
  const file = join(freshFolder(), 'all.jsonl.gz');
  await runInside(['backup', file], place);
  const whole = readFileSync(file);
  const text = gunzipSync(whole).toString('utf8');
  const broken: [Uint8Array, RegExp][] = [
    [whole.subarray(0, whole.length / 2), /is damaged: it is truncated/],
    [gzipSync(text.slice(0, text.lastIndexOf('{"end"'))), /is damaged: it is truncated/],
    [gzipSync(text.replace('message 3 ', 'message 4 ')), /is damaged: its checksums do not match/],
    [gzipSync(text.replace('"version":2', '"version":3')), /newer version/],
    [gzipSync('{"hello":"there"}\n'), /is not an Understudy backup/],
    [Buffer.from('hello'), /is not an Understudy backup/],
  ];
  for (const [bytes, complaint] of broken) {
    writeFileSync(file, bytes);
    const elsewhere = { UNDERSTUDY_DATA_DIR: join(freshFolder(), 'data') };
    const { code, stderr } = await runInside(['restore', file], elsewhere);
    expect([code, stderr]).toEqual([1, expect.stringMatching(complaint)]);
    expect(existsSync(join(elsewhere.UNDERSTUDY_DATA_DIR, 'understudy.db'))).toBe(false);
  }
  truncateSync(file, 0);
  expect((await runInside(['restore', join(freshFolder(), 'none')], place)).code).toBe(1);
});

test('a backup from before training phrases were stored is restored without any', async () => {
  const place = { UNDERSTUDY_DATA_DIR: join(freshFolder(), 'data') };
  await liveIn(place, locationOf(place), 20);
  const file = join(freshFolder(), 'all.jsonl.gz');
  await runInside(['backup', file], place);
  const text = gunzipSync(readFileSync(file)).toString('utf8');
  const end = JSON.parse(text.slice(text.lastIndexOf('{"end"')));
  delete end.tables.taughtPhrases;
  const older = `${text.slice(0, text.lastIndexOf('{"end"')).replace('"version":2', '"version":1')}${JSON.stringify(end)}\n`;
  const restored = { UNDERSTUDY_DATA_DIR: join(freshFolder(), 'data') };
  writeFileSync(file, gzipSync(older));
  expect(await runInside(['restore', file], restored)).toMatchObject({ code: 0, stderr: '' });
  expect(await digestsOf(restored)).toEqual(await digestsOf(place));
  writeFileSync(file, gzipSync(older.replace('"version":1', '"version":2')));
  expect((await runInside(['restore', file], restored)).stderr).toMatch(/its last line has no checksum/);
});

test('a restore does not start while a server uses the folder', async () => {
  const place = { UNDERSTUDY_DATA_DIR: join(freshFolder(), 'data') };
  const store = await openStore(locationOf(place), { role: 'serve' });
  onTestFinished(() => store.close());
  expect((await runInside(['restore', 'any'], place)).stderr).toMatch(/Another "understudy serve"/);
});

function locationOf(place: Place): StoreLocation {
  const url = place['DATABASE_URL'];
  return url === undefined
    ? { kind: 'sqlite', dataDir: place['UNDERSTUDY_DATA_DIR'] ?? '' }
    : { kind: 'postgres', url, poolSize: 2 };
}

async function digestsOf(place: Place): Promise<unknown> {
  const installation = await openInstallation(locationOf(place), { isAlone: false });
  try {
    return await installation.snapshot((rows) => digestRows(rows, () => undefined));
  } finally {
    await installation.close();
  }
}

function linesOf(file: string): { table?: string; workspaceId?: string; rows?: Record<string, unknown>[] }[] {
  return gunzipSync(readFileSync(file))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
