import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { deliveryOn } from './support/delivery-on.ts';
import { createWorkspace, handOff, onlyNotification } from './support/handoffs.ts';
import { startReceiver } from './support/receiver.ts';

test('if a process is killed between sending and recording, another delivers the notification again under the same id', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'understudy-crash-'));
  const store = await openStore({ kind: 'sqlite', dataDir }, { role: 'tool' });
  const later = await openStore({ kind: 'sqlite', dataDir }, { role: 'tool', clockOffsetMs: 60_000 });
  onTestFinished(async () => {
    await Promise.all([store.close(), later.close()]);
    rmSync(dataDir, { recursive: true, force: true });
  });
  // The first delivery is accepted but never answered, and its process dies before it is recorded.
  const receiver = await startReceiver((response, _request, count) => {
    if (count > 1) response.writeHead(204).end();
  });
  const { workspaceId } = await createWorkspace(store, { webhook: { url: receiver.url } });
  const notificationId = await handOff(store, workspaceId);

  const script = join(import.meta.dirname, 'support/deliver-forever.ts');
  const worker = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'ignore', 'inherit'] });
  const exited = once(worker, 'exit');
  await receiver.received(1);
  worker.kill('SIGKILL');
  await exited;

  expect(await onlyNotification(store, workspaceId)).toMatchObject({ state: 'delivering', deliveredAt: null });
  expect(await deliveryOn(store).runOnce()).toEqual({ delivered: 0, failed: 0, retried: 0 });
  expect(await deliveryOn(later).runOnce()).toEqual({ delivered: 1, failed: 0, retried: 0 });
  expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual([notificationId, notificationId]);
});
