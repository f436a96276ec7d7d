import { existsSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bringIn, freshFolder } from '../cli/support/places.ts';
import { runInside } from '../cli/support/understudy.ts';
import { sampleWorkspace } from '../support/world.ts';
import { mountSmallDisk } from './support/small-disk.ts';

const mebibyte = 1_048_576;

test('an erasure whose files cannot be cleaned reports that the person is removed and how to continue, and the same command finishes it (skipped where nothing may be mounted)', async (context) => {
  const disk = mountSmallDisk({ megabytes: 16 });
  if (disk === null) return context.skip();
  const place = { UNDERSTUDY_DATA_DIR: join(disk.path, 'data') };
  await bringIn(place, wordyDocument());
  leaveRoom(disk.path, 2 * mebibyte);
  const erase = ['contacts', 'erase', '-w', 'ws_aurora', '--conversation', 'conv_maya'];
  const { code, stderr } = await runInside(erase, place);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /conversations \(1\) and their messages \(\d+\) were removed, but traces of them remain in the store's files: disk full.* run the same command/,
  );
  expect(stderr).not.toContain('Nothing was changed');
  disk.free();
  expect((await runInside(erase, place)).stderr).toContain(
    'Data that was removed earlier was also cleaned from the files.',
  );
});

test('a move and a restore that a full disk ends report their state, and how to continue (skipped where nothing may be mounted)', async (context) => {
  const disk = mountSmallDisk({ megabytes: 2 });
  if (disk === null) return context.skip();
  const dataDir = join(freshFolder(), 'data');
  const place = { UNDERSTUDY_DATA_DIR: dataDir };
  await bringIn(place, wordyDocument());
  const file = join(freshFolder(), 'all.jsonl.gz');
  expect((await runInside(['backup', file], place)).code).toBe(0);
  const small = join(disk.path, 'data');

  const restored = await runInside(['restore', file], { UNDERSTUDY_DATA_DIR: small });
  expect([restored.code, restored.stderr]).toEqual([
    1,
    expect.stringMatching(/interrupted: disk full.* or none of it/),
  ]);
  expect(existsSync(join(small, 'understudy.db'))).toBe(false);

  const move = ['transfer', '--from', `sqlite:${dataDir}`, '--to', `sqlite:${small}`];
  const moved = await runInside(move);
  expect([moved.code, moved.stderr]).toEqual([
    1,
    expect.stringMatching(/stopped: disk full\. .* accepts no changes .* --abandon/),
  ]);
  expect((await runInside(['keys', 'create', '-w', 'ws_aurora', '-n', 'n', '-s', 'all'], place)).code).toBe(1);
  expect((await runInside([...move, '--abandon'])).code).toBe(0);
  expect((await runInside(['keys', 'create', '-w', 'ws_aurora', '-n', 'n', '-s', 'all'], place)).code).toBe(0);
});

/** Returns a document with about 4 MiB of messages, in addition to the sample conversation with Maya. */
function wordyDocument() {
  const sample = sampleWorkspace('ws_aurora');
  const messages = Array.from({ length: 4_000 }, (_, index) => ({
    direction: 'inbound' as const,
    body: `${index} ${'x'.repeat(900)}`,
    sentAt: new Date(index * 1_000).toISOString(),
  }));
  const wordy = { id: 'conv_wordy', profileId: 'prof_aurora', messages };
  return { workspaces: [{ ...sample, conversations: [...(sample.conversations ?? []), wordy] }] };
}

function leaveRoom(path: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(path);
  writeFileSync(join(path, 'ballast'), Buffer.alloc(Math.max(0, bavail * bsize - bytes)));
}
