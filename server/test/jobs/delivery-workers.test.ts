import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { createNotificationDelivery } from '../../src/jobs/notification-delivery.ts';
import { StoreUnavailable } from '../../src/lib/errors.ts';
import type { Store } from '../../src/store/port.ts';
import { onEachStore } from '../http/support/on-each-store.ts';
import { createWorkspace, handOff, onlyNotification } from './support/handoffs.ts';
import { startReceiver } from './support/receiver.ts';
import { notificationSettings, readableLog } from './support/samples.ts';

function workerOn(store: Store, overrides: Partial<Parameters<typeof createNotificationDelivery>[0]> = {}) {
  const { log, lines } = readableLog();
  const worker = createNotificationDelivery({ store, settings: notificationSettings(), log, ...overrides });
  onTestFinished(() => worker.stop());
  return { lines, ...worker };
}

async function handOffMany(store: Store, workspaceId: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await handOff(store, workspaceId));
  return ids;
}

onEachStore('workers side by side deliver every notification, and none of them twice', async (harness) => {
  const { store, openAt } = await harness.openFresh();
  const receiver = await startReceiver((response) =>
    setTimeout(() => response.writeHead(204).end(), Math.random() * 20),
  );
  const { workspaceId: one } = await createWorkspace(store, { webhook: { url: receiver.url } });
  const { workspaceId: other } = await createWorkspace(store, { webhook: { url: receiver.url } });
  const queued = [...(await handOffMany(store, one, 40)), ...(await handOffMany(store, other, 20))];
  const workers = [workerOn(store), workerOn(await openAt(0)), workerOn(await openAt(0))];
  const counts = await Promise.all(workers.map((worker) => worker.runOnce()));
  expect(counts.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(60);
  expect(receiver.requests.map(({ headers }) => headers['webhook-id']).sort()).toEqual(queued.sort());
});

onEachStore('a flood of one workspace does not delay another', async (harness) => {
  const { store } = await harness.openFresh();
  const receiver = await startReceiver((response) => setTimeout(() => response.writeHead(204).end(), 5));
  const { workspaceId: flooded } = await createWorkspace(store, { webhook: { url: receiver.url } });
  const { workspaceId: quiet } = await createWorkspace(store, { webhook: { url: receiver.url } });
  await handOffMany(store, flooded, 30);
  await handOff(store, quiet);
  await workerOn(store, { concurrency: 4 }).runOnce();
  expect(receiver.requests).toHaveLength(31);
  const position = receiver.requests.findIndex(({ body }) => JSON.parse(body).workspaceId === quiet);
  expect(position).toBeLessThan(3);
});

onEachStore('deliveries at once are bounded, and no workspace has more than a quarter of them', async (harness) => {
  const { store } = await harness.openFresh();
  const open = new Map<string, number>();
  let most = 0;
  let mostOfOne = 0;
  const receiver = await startReceiver((response, request) => {
    const { workspaceId } = JSON.parse(request.body);
    open.set(workspaceId, (open.get(workspaceId) ?? 0) + 1);
    most = Math.max(
      most,
      [...open.values()].reduce((sum, count) => sum + count, 0),
    );
    mostOfOne = Math.max(mostOfOne, ...open.values());
    setTimeout(() => {
      open.set(workspaceId, (open.get(workspaceId) ?? 0) - 1);
      response.writeHead(204).end();
    }, 150);
  });
  for (let index = 0; index < 6; index += 1) {
    const { workspaceId } = await createWorkspace(store, { webhook: { url: receiver.url } });
    await handOffMany(store, workspaceId, 5);
  }
  expect(await workerOn(store, { concurrency: 8 }).runOnce()).toEqual({ delivered: 30, failed: 0, retried: 0 });
  expect(most).toBeLessThanOrEqual(8);
  expect(mostOfOne).toBeLessThanOrEqual(2);
});

onEachStore('a started worker finds queued work by itself, and immediately when it is woken', async (harness) => {
  const { store } = await harness.openFresh();
  const receiver = await startReceiver();
  const { workspaceId } = await createWorkspace(store, { webhook: { url: receiver.url } });
  const polling = workerOn(store);
  polling.start();
  await delay(50);
  await handOff(store, workspaceId);
  await receiver.received(1);
  await polling.stop();

  const sleepy = workerOn(store, { settings: notificationSettings({ pollMs: 3_600_000 }) });
  sleepy.start();
  await delay(100);
  await handOff(store, workspaceId);
  sleepy.wake();
  // By itself, it would look again in about an hour.
  await receiver.received(2);
});

onEachStore('stopping waits for current deliveries, records them, and takes no more', async (harness) => {
  const { store } = await harness.openFresh();
  const receiver = await startReceiver((response) => setTimeout(() => response.writeHead(204).end(), 300));
  const { workspaceId } = await createWorkspace(store, { webhook: { url: receiver.url } });
  await handOffMany(store, workspaceId, 3);
  const worker = workerOn(store, { concurrency: 1 });
  worker.start();
  await receiver.received(1);
  await Promise.all([worker.stop(), worker.stop()]);
  const states = async () =>
    (await store.listNotifications({ workspaceId, limit: 10 })).map(({ state }) => state).sort();
  expect(await states()).toEqual(['delivered', 'queued', 'queued']);
  worker.wake();
  worker.start();
  expect(await worker.runOnce()).toEqual({ delivered: 0, failed: 0, retried: 0 });
  await delay(200);
  expect(receiver.requests).toHaveLength(1);
  expect(await states()).toEqual(['delivered', 'queued', 'queued']);
});

onEachStore('a store that is away is waited for, said once, and then delivery goes on', async (harness) => {
  const { store } = await harness.openFresh();
  const { workspaceId } = await createWorkspace(store);
  await handOff(store, workspaceId);
  let refusals = 4;
  const shaky: Store = {
    ...store,
    workspacesWithDueNotifications: async (input) => {
      refusals -= 1;
      if (refusals >= 0) throw new StoreUnavailable('connection refused');
      return store.workspacesWithDueNotifications(input);
    },
  };
  const worker = workerOn(shaky);
  worker.start();
  await expect.poll(async () => (await onlyNotification(store, workspaceId)).state).toBe('delivered');
  expect(
    worker.lines.filter((line) => line.includes('notifications are waiting for the store to recover')),
  ).toHaveLength(1);
  refusals = 1;
  await expect(workerOn(shaky).runOnce()).rejects.toThrow(StoreUnavailable);
});
