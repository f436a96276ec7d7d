import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { StoreUnavailable } from '../../src/lib/errors.ts';
import type { OpenOptions } from '../../src/store/location.ts';
import { openStore } from '../../src/store/open-store.ts';
import { importEntries } from './contract/open-workspaces.ts';
import { workspaceEntry } from './contract/workspace-entry.ts';
import { draftLease, draftSettlement, draftWrite, repeated, replies } from './contract/writes.ts';

const monthlyReplies = replies(1_000_000);

/**
 * The number of threads that a process keeps for its next stores. Other stores take them, so that the store under test
 * starts its own.
 */
const idleThreads = 4;

async function openFresh() {
  for (let index = 0; index < idleThreads; index += 1) await takeIdleThread();
  const dataDir = await mkdtemp(join(tmpdir(), 'understudy-thread-'));
  const workers: Worker[] = [];
  const note = (worker: Worker) => workers.push(worker);
  process.on('worker', note);
  const open = (role: OpenOptions['role']) => openStore({ kind: 'sqlite', dataDir }, { role });
  const store = await open('serve');
  onTestFinished(async () => {
    process.off('worker', note);
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  await importEntries(store, workspaceEntry());
  return { store, open, database: join(dataDir, 'understudy.db'), endThread: () => workers.at(-1)?.terminate() };
}

async function takeIdleThread(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'understudy-thread-'));
  const store = await openStore({ kind: 'sqlite', dataDir }, { role: 'tool' });
  onTestFinished(async () => {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  await importEntries(store, workspaceEntry());
}

test('a write thread that dies under load loses nothing acknowledged; calls in progress fail, and the next write starts another', async () => {
  const { store, endThread } = await openFresh();
  const stored: ReturnType<typeof draftWrite>[] = [];
  let refused = 0;
  let deaths = 0;
  const drafting = Array.from({ length: 8 }, async () => {
    for (let index = 0; index < 40 || deaths < 5; index += 1) {
      const write = draftWrite({ monthlyReplies });
      try {
        const { outcome } = await store.admitDraft(write);
        expect(outcome).toBe('admitted');
        await store.settleDraft(draftSettlement(write));
        stored.push(write);
      } catch (error) {
        expect(error).toBeInstanceOf(StoreUnavailable);
        refused += 1;
      }
    }
  });
  for (; deaths < 5; deaths += 1) {
    await new Promise((resolve) => setTimeout(resolve, 15));
    await endThread();
  }
  await Promise.all(drafting);
  expect(refused).toBeGreaterThan(0);
  expect(stored.length).toBeGreaterThan(0);
  for (const write of stored) expect((await store.admitDraft(repeated(write))).outcome).toBe('replay');
  const last = draftWrite({ monthlyReplies });
  await store.admitDraft(last);
  expect(await store.releaseWrite(draftLease(last))).toBe(true);
  await store.check();
});

test('an import whose write thread dies halfway fails and leaves nothing', async () => {
  const { store, endThread } = await openFresh();
  const many = workspaceEntry({
    id: 'ws_many',
    conversations: Array.from({ length: 20 }, (_, conversation) => ({
      id: `conv_${conversation}`,
      profileId: 'prof_aurora',
      messages: Array.from({ length: 500 }, (_, index) => ({
        direction: 'inbound' as const,
        body: `message ${index}`,
        sentAt: new Date(1_700_000_000_000 + index * 1_000).toISOString(),
      })),
    })),
  });
  let isEnded = false;
  const importing = store.importDocument({ workspaces: [many] }, { forceState: false, dryRun: false }, (done) => {
    if (done < 3_000 || isEnded) return;
    isEnded = true;
    void endThread();
  });
  await expect(importing).rejects.toThrow(StoreUnavailable);
  expect(await store.exportWorkspace({ workspaceId: 'ws_many' })).toBeNull();
  await importEntries(store, many);
  expect(await store.listConversations({ workspaceId: 'ws_many', state: null, limit: 100 })).toHaveLength(20);
});

test('closing while writes are in progress answers each of them first', async () => {
  const { store, open } = await openFresh();
  const writes = Array.from({ length: 50 }, () => draftWrite({ monthlyReplies }));
  for (const write of writes) await store.admitDraft(write);
  const settling = writes.map((write) => store.settleDraft(draftSettlement(write)));
  await store.close();
  expect(new Set((await Promise.all(settling)).map(({ outcome }) => outcome))).toEqual(new Set(['stored']));
  await expect(store.settleDraft(draftSettlement(draftWrite()))).rejects.toThrow(StoreUnavailable);
  const again = await open('serve');
  for (const write of writes) expect((await again.admitDraft(repeated(write))).outcome).toBe('replay');
  await again.close();
});

test('a store that is closed as soon as it is open leaves no connection to its database', async () => {
  for (let round = 0; round < 20; round++) {
    const dataDir = await mkdtemp(join(tmpdir(), 'understudy-thread-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    await (await openStore({ kind: 'sqlite', dataDir }, { role: 'serve' })).close();
    // Work that the write thread had scheduled has its turn.
    await wait(10);
    const db = new DatabaseSync(join(dataDir, 'understudy.db'));
    // SQLite changes this mode only for the one connection there is.
    expect(db.prepare('PRAGMA journal_mode = DELETE').get()).toEqual({ journal_mode: 'delete' });
    db.close();
  }
});

test('the write-ahead log stays limited under many writes, even beside a reader that keeps it for a while', async () => {
  const { store, database } = await openFresh();
  const reader = new DatabaseSync(database, { readOnly: true });
  onTestFinished(() => reader.close());
  const draftAll = async (count: number) => {
    const writes = Array.from({ length: count }, () => draftWrite({ monthlyReplies }));
    await Promise.all(writes.map((write) => store.admitDraft(write)));
    const response = JSON.stringify({ ok: true, text: 'x'.repeat(4_000) });
    await Promise.all(writes.map((write) => store.settleDraft({ ...draftSettlement(write), response })));
  };
  const logMegabytes = () => statSync(`${database}-wal`).size / 1024 / 1024;

  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM writes').get();
  for (let round = 0; round < 30; round += 1) await draftAll(100);
  reader.exec('COMMIT');
  for (let round = 0; round < 60; round += 1) await draftAll(100);
  expect(logMegabytes()).toBeLessThan(64);
  expect(statSync(database).size / 1024 / 1024).toBeGreaterThan(20);
});

test('two processes that write one data folder at the same time wait for each other, and both are durable', async () => {
  const { store, open } = await openFresh();
  const other = await open('tool');
  onTestFinished(() => other.close());
  const entries = Array.from({ length: 5 }, (_, index) => workspaceEntry({ id: `ws_${index}` }));
  const drafting = (async () => {
    for (let index = 0; index < 60; index += 1) {
      const write = draftWrite({ monthlyReplies });
      expect((await store.admitDraft(write)).outcome).toBe('admitted');
      expect((await store.settleDraft(draftSettlement(write))).outcome).toBe('stored');
    }
  })();
  for (const entry of entries) await importEntries(other, entry);
  await drafting;
  const usage = await other.usage({ workspaceId: 'ws_aurora', monthlyReplies });
  expect(usage?.used).toBe(60);
  expect(await store.listWorkspaces()).toHaveLength(6);
});
