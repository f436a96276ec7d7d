import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { StoreUnavailable } from '../../src/lib/errors.ts';
import { openStore } from '../../src/store/open-store.ts';
import { openConnection } from '../../src/store/sqlite/connection.ts';
import { commitGroup } from '../../src/store/sqlite/group-commit.ts';
import { createLogSync } from '../../src/store/sqlite/log-sync.ts';
import { startWorld } from '../support/world.ts';
import { mountSmallDisk } from './support/small-disk.ts';

test('a full disk answers 503 with Retry-After, loses nothing acknowledged, and the same requests succeed once there is room (skipped where nothing may be mounted)', async (context) => {
  const disk = mountSmallDisk({ megabytes: 3 });
  if (disk === null) return context.skip();
  const location = { kind: 'sqlite', dataDir: join(disk.path, 'data') } as const;
  const store = await openStore(location, { role: 'serve' });
  const world = await startWorld({
    kind: 'sqlite',
    openFresh: async () => ({ store, openAt: async () => store, setClock: async () => undefined }),
  });
  onTestFinished(() => store.close());
  const send = (idempotencyKey: string) =>
    world.draft({ profileId: 'prof_aurora', message: 'do you ship?' }, { idempotencyKey });

  const acknowledged = new Map<string, string>();
  for (let index = 0; index < 20; index += 1) {
    const answer = await send(`before-${index}`);
    expect(answer.status).toBe(200);
    acknowledged.set(`before-${index}`, answer.text);
  }
  disk.fill();
  const refused: string[] = [];
  for (let round = 0; round < 40 && refused.length < 10; round += 1) {
    const keys = Array.from({ length: 8 }, (_, index) => `during-${round}-${index}`);
    for (const [index, answer] of (await Promise.all(keys.map(send))).entries()) {
      const key = keys[index] ?? '';
      if (answer.status === 200) acknowledged.set(key, answer.text);
      else {
        expect([answer.status, answer.body.error]).toEqual([503, 'service_unavailable']);
        expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
        refused.push(key);
      }
    }
  }
  expect(refused.length).toBeGreaterThanOrEqual(10);
  // A readiness check may reuse the previous result for a second.
  await expect.poll(async () => (await world.call('GET', '/readyz', { key: null })).status).toBe(503);

  disk.free();
  await expect.poll(async () => (await world.call('GET', '/readyz', { key: null })).status).toBe(200);
  for (const key of refused) {
    const answer = await send(key);
    // If even the lease could not be released, it expires; nothing else may prevent the write.
    if (answer.status === 409) expect(answer.body.error).toBe('idempotency_in_progress');
    else expect(answer.status).toBe(200);
    if (answer.status === 200) acknowledged.set(key, answer.text);
  }
  for (const [key, text] of acknowledged) {
    const replay = await send(key);
    expect([replay.text, replay.headers.get('idempotency-replayed')]).toEqual([text, 'true']);
  }
});

test('a database that reaches its size limit within a group fails the whole group, keeps what was committed before, and continues when there is space', () => {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-bound-'));
  const db = openConnection(join(folder, 'small.db'), { busyTimeoutMs: 0 });
  onTestFinished(() => {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  db.execute('PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT); PRAGMA max_page_count = 4');
  const at = { now: 0, lived: 0, confirmed: 0 };
  const clock = { watch: () => false, note: () => undefined, read: () => at };
  const group = (...sizes: number[]) =>
    commitGroup(
      db,
      sizes.map((size) => (tx) => tx.db.run('INSERT INTO notes VALUES (?)', 'x'.repeat(size))),
      { clock, waitMs: 0 },
    );
  const count = () => db.get<{ count: number }>('SELECT count(*) AS count FROM notes')?.count;

  expect(group(10)).toEqual([{ value: 1 }]);
  const full = { failure: { kind: 'unavailable', reason: 'disk full' } };
  expect(group(10, 40_000, 10)).toEqual([full, full, full]);
  expect(count()).toBe(1);
  db.execute('PRAGMA max_page_count = 1000');
  expect(group(10, 40_000, 10)).toEqual([{ value: 1 }, { value: 1 }, { value: 1 }]);
  expect(count()).toBe(4);
});

test('after a failed sync of the log, nothing counts as durable before the whole log was copied into the database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-sync-'));
  const path = join(folder, 'some.db');
  const db = openConnection(path, { busyTimeoutMs: 0 });
  onTestFinished(() => {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  db.execute('PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT)');
  const happened: string[] = [];
  let failing: 'sync' | 'checkpoint' | null = null;
  const log = createLogSync({
    path: `${path}-wal`,
    checkpoint: () => {
      happened.push('checkpoint');
      if (failing === 'checkpoint') throw new Error('a reader stands in the way');
    },
    syncFile: (_file, done) => {
      happened.push('sync');
      setImmediate(done, failing === 'sync' ? new Error('input/output error') : null);
    },
  });
  onTestFinished(log.close);
  const sync = () => new Promise<StoreUnavailable | null>((resolve) => log.sync(resolve));

  expect(await sync()).toBeNull();
  failing = 'sync';
  expect(await sync()).toBeInstanceOf(StoreUnavailable);
  failing = 'checkpoint';
  expect(await sync()).toBeInstanceOf(StoreUnavailable);
  failing = null;
  expect(await sync()).toBeNull();
  expect(await sync()).toBeNull();
  expect(happened).toEqual(['sync', 'sync', 'checkpoint', 'checkpoint', 'sync']);
});
