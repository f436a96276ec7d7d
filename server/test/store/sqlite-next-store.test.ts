import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/port.ts';
import { sampleWorkspace } from '../support/world.ts';

test('stores that are open one after the other share a thread, and each has its own data', async () => {
  let started = 0;
  const count = () => {
    started += 1;
  };
  subscribe('worker_threads', count);
  onTestFinished(() => void unsubscribe('worker_threads', count));
  for (const id of ['ws_one', 'ws_two', 'ws_three']) {
    const store = await open();
    await importWorkspace(store, id);
    expect((await store.listWorkspaces()).map(({ workspaceId }) => workspaceId)).toEqual([id]);
    await store.close();
    await expect(importWorkspace(store, id)).rejects.toThrow('the store is closed');
  }
  expect(started).toBeLessThanOrEqual(1);
});

test('stores that are open at the same time have a thread each, and closing one does not disturb another', async () => {
  const stores = await Promise.all(Array.from({ length: 7 }, open));
  await Promise.all(stores.map((store, index) => importWorkspace(store, `ws_${index}`)));
  const [first, ...others] = stores;
  await first?.close();
  await Promise.all(others.map((store, index) => importWorkspace(store, `ws_more_${index}`)));
  for (const store of others) expect(await store.listWorkspaces()).toHaveLength(2);
  await Promise.all(others.map((store) => store.close()));
  const last = await open();
  await importWorkspace(last, 'ws_last');
  expect((await last.listWorkspaces()).map(({ workspaceId }) => workspaceId)).toEqual(['ws_last']);
  await last.close();
});

function open(): Promise<Store> {
  const dataDir = mkdtempSync(join(tmpdir(), 'understudy-threads-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return openStore({ kind: 'sqlite', dataDir }, { role: 'tool' });
}

async function importWorkspace(store: Store, id: string): Promise<void> {
  await store.importDocument({ workspaces: [sampleWorkspace(id)] }, { forceState: false, dryRun: false });
}
