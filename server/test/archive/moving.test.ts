import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { StoreUnavailable } from '../../src/lib/errors.ts';
import type { StoreLocation } from '../../src/store/location.ts';
import { openInstallation } from '../../src/store/open-installation.ts';
import { openStore } from '../../src/store/open-store.ts';
import { freshFolder, type Place } from '../cli/support/places.ts';
import { repository, runInside } from '../cli/support/understudy.ts';
import { createTestDatabase } from '../support/postgres-database.ts';
import { serveInside } from '../support/service-inside.ts';
import { type LivedIn, livedIn, liveIn, sendWrite } from './support/lived-in.ts';
import { moveProgress, otherConnections } from './support/move-progress.ts';
import { plantInbox } from './support/plant-inbox.ts';
import { rawTables } from './support/raw-tables.ts';

const server = inject('postgresUrl');
const monthlyReplies = { creator: 100, studio: 100, agency: 100 };

describe.skipIf(server === null)('moving an installation in use', { timeout: 400_000 }, () => {
  test('to PostgreSQL and back: every row of every table is the same, and both ends serve, replay and continue counting', async () => {
    const { dataDir, location, world } = await livedInFolder();
    plantConsole(dataDir);
    plantInbox(dataDir, livedIn);
    const { url } = await freshDatabase();
    const before = rawTables(dataDir);
    const seen = await whatIsSeen(location);

    const there = await runInside(['transfer', '--from', `sqlite:${dataDir}`, '--to', url, '--json']);
    expect(there).toMatchObject({ code: 0 });
    expect(there.json().tables.messages.rows).toBe(before['messages']?.length);
    const database: StoreLocation = { kind: 'postgres', url, poolSize: 2 };
    expect(await whatIsSeen(database)).toEqual(seen);

    const back = join(freshFolder(), 'back');
    expect(await runInside(['transfer', '--from', url, '--to', `sqlite:${back}`, '--json'])).toMatchObject({ code: 0 });
    expect(rawTables(back)).toEqual(before);
    expect(Object.keys(before).filter((table) => before[table]?.length === 0)).toEqual([]);
    await expectServes({ UNDERSTUDY_DATA_DIR: back }, { kind: 'sqlite', dataDir: back }, world);
  });

  test('the service on PostgreSQL answers an old idempotency key with the same bytes, uncharged, and continues drafting', async () => {
    const { dataDir, world } = await livedInFolder();
    const { url } = await freshDatabase();
    const move = ['transfer', '--from', 'sqlite', '--to', 'postgres'];
    const env = { DATABASE_URL: url, UNDERSTUDY_DATA_DIR: dataDir };
    const moved = await runInside(move, env);
    expect(moved.stdout).toMatch(/every row was compared/);
    await expectServes({ DATABASE_URL: url }, { kind: 'postgres', url, poolSize: 2 }, world);
    expect((await runInside(move, env)).stderr).toMatch(/was already moved to PostgreSQL at /);
  });

  test('a move that is killed repeatedly continues where it stopped, and no row is missing or duplicated', async () => {
    const { dataDir, world } = await livedInFolder(20_000);
    const { url } = await freshDatabase();
    const before = rawTables(dataDir);
    let kills = 0;
    let inTheMiddle = 0;
    for (let tries = 0; inTheMiddle < 3 && tries < 10; tries += 1) {
      const before = await moveProgress(url);
      const child = spawnTransfer(['--from', `sqlite:${dataDir}`, '--to', url]);
      const exited = once(child, 'exit');
      // The first time, soon after its start; then each time that it has copied more.
      if (tries === 0) await Promise.race([delay(500), exited]);
      else while (child.exitCode === null && (await moveProgress(url)) === before) await delay(10);
      if (child.exitCode !== null) break;
      child.kill('SIGKILL');
      await exited;
      kills += 1;
      // Until then, its last statement may still be stored, and the next move would find two that are writing.
      await expect.poll(() => otherConnections(url)).toBe(0);
      if (await isHalfThere(url)) inTheMiddle += 1;
      if (!hasBegun(dataDir)) continue;
      await expect(openStore({ kind: 'sqlite', dataDir }, { role: 'serve' })).rejects.toThrow(
        /is being moved|was (already )?moved/,
      );
    }
    const last = await runInside(['transfer', '--from', `sqlite:${dataDir}`, '--to', url, '--json']);
    const isDone = last.code === 0 || /already/.test(last.stderr);
    expect(isDone, last.stderr).toBe(true);
    expect(inTheMiddle).toBeGreaterThan(0);

    const back = join(freshFolder(), 'back');
    expect(await runInside(['transfer', '--from', url, '--to', `sqlite:${back}`, '--json'])).toMatchObject({ code: 0 });
    expect(rawTables(back)).toEqual(before);
    await expectServes({ UNDERSTUDY_DATA_DIR: back }, { kind: 'sqlite', dataDir: back }, world);
    process.stdout.write(`killed ${kills} times, ${inTheMiddle} of them with a part of the rows there\n`);
  });

  test('the source of a move accepts no change from anyone: a server cannot start, and a tool that has it open gets an error', async () => {
    const { dataDir, location } = await livedInFolder();
    const { url } = await freshDatabase();
    const serving = await openStore(location, { role: 'serve' });
    const move = ['transfer', '--from', `sqlite:${dataDir}`, '--to', url];
    expect((await runInside(move)).stderr).toMatch(/Another "understudy serve" is using the data folder/);
    await serving.close();

    const tool = await openStore(location, { role: 'tool' });
    onTestFinished(() => tool.close());
    expect(await runInside(move)).toMatchObject({ code: 0 });
    const append = () =>
      tool.setConversationState({ workspaceId: livedIn, conversationId: 'conv_maya', action: 'close' });
    await expect(append()).rejects.toThrow(StoreUnavailable);
    await expect(openStore(location, { role: 'tool' })).rejects.toThrow(/was moved to PostgreSQL at /);
    expect((await runInside([...move, '--abandon'])).stderr).toMatch(/--abandon --force/);
    expect(await runInside([...move, '--abandon', '--force'])).toMatchObject({ code: 0 });
    expect(await append()).toMatchObject({ after: 'closed' });
  });

  test('from the start of a move away from PostgreSQL, processes that serve from it can change nothing, and report that they are not ready', async () => {
    const { dataDir } = await livedInFolder();
    const { url } = await freshDatabase();
    expect(await runInside(['transfer', '--from', `sqlite:${dataDir}`, '--to', url])).toMatchObject({ code: 0 });
    const serving = await openStore({ kind: 'postgres', url, poolSize: 2 }, { role: 'serve' });
    onTestFinished(() => serving.close());
    await serving.check();
    const back = join(freshFolder(), 'back');
    expect(await runInside(['transfer', '--from', url, '--to', `sqlite:${back}`])).toMatchObject({ code: 0 });
    const use = { workspaceId: livedIn, source: 'inbox', externalId: 'late', monthlyReplies } as const;
    await expect(serving.recordUsage(use)).rejects.toThrow(StoreUnavailable);
    await expect(serving.check()).rejects.toThrow(StoreUnavailable);
  });

  test('a target with other data, or one that is incomplete, is rejected', async () => {
    const { dataDir } = await livedInFolder();
    const other = await livedInFolder();
    const onto = ['transfer', '--from', `sqlite:${dataDir}`, '--to', `sqlite:${other.dataDir}`];
    expect((await runInside(onto)).stderr).toMatch(/contains other data/);
    expect((await runInside(['transfer', '--from', `sqlite:${dataDir}`, '--to', `sqlite:${dataDir}`])).stderr).toMatch(
      /same store/,
    );
    const half = join(freshFolder(), 'half');
    cpSync(other.dataDir, half, { recursive: true });
    const db = new DatabaseSync(join(half, 'understudy.db'));
    db.exec(`INSERT INTO transfer VALUES (1, 'transfer_x', 'target', 'copying', 'the data folder elsewhere', NULL, 0)`);
    db.close();
    await expect(openStore({ kind: 'sqlite', dataDir: half }, { role: 'serve' })).rejects.toThrow(/is incomplete/);
  });
});

async function livedInFolder(messages?: number): Promise<{ dataDir: string; location: StoreLocation; world: LivedIn }> {
  const dataDir = join(freshFolder(), 'data');
  const location = { kind: 'sqlite', dataDir } as const;
  return { dataDir, location, world: await liveIn({ UNDERSTUDY_DATA_DIR: dataDir }, location, messages) };
}

async function freshDatabase() {
  const database = await createTestDatabase(server ?? '');
  onTestFinished(() => database.drop());
  return database;
}

/** Returns the data in a store that callers and operators can see. */
async function whatIsSeen(location: StoreLocation): Promise<unknown> {
  const store = await openStore(location, { role: 'tool' });
  try {
    const workspaceId = livedIn;
    const notifications = await store.listNotifications({ workspaceId, limit: 100 });
    return {
      workspaces: await store.listWorkspaces(),
      keys: await store.listKeys({ workspaceId: null }),
      exported: await store.exportWorkspace({ workspaceId }),
      usage: await store.usage({ workspaceId, monthlyReplies }),
      notifications: notifications.toSorted((one, other) => (one.notificationId < other.notificationId ? -1 : 1)),
      trace: await store.draftTrace({ workspaceId, idempotencyKey: 'by-a-model' }),
    };
  } finally {
    await store.close();
  }
}

/**
 * Checks that a service works on the store: it replays old writes byte for byte without a charge, and drafts and
 * charges a new one.
 */
async function expectServes(place: Place, location: StoreLocation, { key, writes }: LivedIn): Promise<void> {
  const usedBefore = await usedIn(location);
  const service = await serveInside(place);
  try {
    for (const write of writes) {
      expect(await sendWrite(service.url, key, write)).toEqual({ status: 200, text: write.text, isReplay: true });
    }
    const body = { profileId: 'prof_aurora', message: 'do you ship to Peru?', conversationId: 'conv_maya' };
    const fresh = await sendWrite(service.url, key, { path: 'draft', idempotencyKey: 'after-the-move', body });
    expect(fresh).toMatchObject({ status: 200, isReplay: false });
  } finally {
    await service.stop();
  }
  expect(await usedIn(location)).toBe(usedBefore + 1);
}

async function usedIn(location: StoreLocation): Promise<number> {
  const store = await openStore(location, { role: 'tool' });
  try {
    return (await store.usage({ workspaceId: livedIn, monthlyReplies }))?.used ?? Number.NaN;
  } finally {
    await store.close();
  }
}

function hasBegun(dataDir: string): boolean {
  const db = new DatabaseSync(join(dataDir, 'understudy.db'), { readOnly: true });
  try {
    return db.prepare('SELECT 1 FROM transfer').get() !== undefined;
  } finally {
    db.close();
  }
}

async function isHalfThere(url: string): Promise<boolean> {
  const target = await openInstallation({ kind: 'postgres', url, poolSize: 1 }, { isAlone: false });
  try {
    const mark = await target.mark();
    return mark?.state === 'copying' && mark.position !== null;
  } finally {
    await target.close();
  }
}

function spawnTransfer(args: readonly string[]) {
  return spawn(process.execPath, [join(repository, 'server/src/main.ts'), 'transfer', ...args], {
    cwd: repository,
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: 'ignore',
    timeout: 200_000,
  });
}

/** Inserts data that the console writes: people, persona drafts, changes, replies, test cases and activity. */
function plantConsole(dataDir: string): void {
  const db = new DatabaseSync(join(dataDir, 'understudy.db'));
  db.exec(`
    INSERT INTO accounts VALUES ('acc_1', 'ada@example.com', 'Ada', 'hash', 1, 5, 5, NULL),
      ('acc_2', 'bo@example.com', 'Bo', NULL, 0, 6, NULL, 7);
    INSERT INTO members VALUES ('acc_1', '${livedIn}', 'owner', 5), ('acc_2', '${livedIn}', 'editor', 6);
    INSERT INTO sessions VALUES ('s1', 'ses_1', 'acc_1', 1, 2, 3, 4, 'a browser', 2, 'sealed:v1:push');
    INSERT INTO passkeys VALUES ('cred', 'acc_1', 'Laptop', 'public', 3, '["internal"]', 1, NULL);
    INSERT INTO links VALUES ('t1', 'link_1', 'invitation', '${livedIn}', 'editor', 'c@example.com', NULL, 'acc_1', 1, 2, 1, 0);
    INSERT INTO account_notices VALUES ('note_1', 'acc_1', 'passkey_added', 'Laptop', 'a browser', 'ses_1', 3);
    INSERT INTO persona_drafts VALUES ('${livedIn}', 'prof_aurora', 3, 'rev', 2, 9, 'Ada', '{"languages":["en"]}');
    INSERT INTO persona_changes VALUES ('${livedIn}', 'prof_aurora', 2, 8, 'acc_1', 'Ada', 'add', 'fact', 'f_1', 'A fact', 'conv_1', NULL, '{"b": 1, "a":2}'),
      ('${livedIn}', 'prof_aurora', 10, 9, NULL, 'Ada', 'publish', NULL, NULL, 'Published', NULL, NULL, NULL);
    INSERT INTO conversation_replies VALUES ('${livedIn}', 'conv_1', 'See you soon', 'Ada', 10);
    INSERT INTO test_cases VALUES ('${livedIn}', 'case_1', 'prof_aurora', 'Shipping', 'do you ship?', '[ ]', NULL, 11, 'Ada');
    INSERT INTO taught_phrases VALUES ('${livedIn}', 'prof_aurora', 'f_1', 'alias', 'h1', 'do you post abroad?', 'inbox', 'accepted', 'conv_1', 12),
      ('${livedIn}', 'prof_aurora', 'f_1', 'near_miss', 'h2', 'do you sell abroad?', 'model', 'suggested', NULL, 13);
    INSERT INTO classifiers VALUES ('${livedIn}', 'prof_aurora', 'hash', x'00ff');
    INSERT INTO trials VALUES ('${livedIn}', 'prof_aurora', 9, 6, 4, 1, 1);
    INSERT OR IGNORE INTO activity VALUES ('${livedIn}', '2026-01-01', 'api', 'shipping', 'safe', 4);
  `);
  db.close();
}
