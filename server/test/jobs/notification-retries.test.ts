import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import { StoreUnavailable } from '../../src/lib/errors.ts';
import type { Store } from '../../src/store/port.ts';
import { onEachStore } from '../http/support/on-each-store.ts';
import { deliveryOn } from './support/delivery-on.ts';
import { createWorkspace, handOff, onlyNotification } from './support/handoffs.ts';
import { startMailServer } from './support/mail-server.ts';
import { startReceiver } from './support/receiver.ts';
import { notificationSettings } from './support/samples.ts';

const mailFrom = 'understudy@desk.example';

onEachStore(
  'a failed attempt is made again after a growing wait, under the same id and newly signed',
  async (harness) => {
    const { store, openAt } = await harness.openFresh();
    const receiver = await startReceiver((response, _request, count) =>
      response.writeHead(count < 3 ? 503 : 200).end(),
    );
    const { workspaceId, secret } = await createWorkspace(store, { webhook: { url: receiver.url } });
    const notificationId = await handOff(store, workspaceId);

    let startedAt = Date.now();
    expect(await deliveryOn(store).runOnce()).toEqual({ delivered: 0, failed: 0, retried: 1 });
    const first = await onlyNotification(store, workspaceId);
    expect(first).toMatchObject({
      state: 'queued',
      channels: { webhook: { attempts: 1, lastError: 'the webhook answered 503' } },
    });
    expectWait(first.nextAttemptAt, 7_500, startedAt);
    expect(await deliveryOn(store).runOnce()).toEqual({ delivered: 0, failed: 0, retried: 0 });

    const later = await openAt(9_000);
    startedAt = Date.now();
    expect(await deliveryOn(later).runOnce()).toEqual({ delivered: 0, failed: 0, retried: 1 });
    expectWait((await onlyNotification(store, workspaceId)).nextAttemptAt, 9_000 + 15_000, startedAt);

    const atLast = await openAt(25_000);
    expect(await deliveryOn(atLast).runOnce()).toEqual({ delivered: 1, failed: 0, retried: 0 });
    expect(await onlyNotification(store, workspaceId)).toMatchObject({
      state: 'delivered',
      channels: { webhook: { attempts: 3 } },
    });
    expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual(Array(3).fill(notificationId));
    for (const { body, headers } of receiver.requests)
      expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
  },
);

onEachStore('after the last attempt a notification has failed, until the operator retries it', async (harness) => {
  const { store, openAt } = await harness.openFresh();
  let status = 500;
  const receiver = await startReceiver((response) => response.writeHead(status).end());
  const { workspaceId } = await createWorkspace(store, { webhook: { url: receiver.url } });
  const notificationId = await handOff(store, workspaceId);
  const settings = notificationSettings({ maxAttempts: 2 });
  expect(await deliveryOn(store, { settings }).runOnce()).toEqual({ delivered: 0, failed: 0, retried: 1 });
  const later = await openAt(20_000);
  expect(await deliveryOn(later, { settings }).runOnce()).toEqual({ delivered: 0, failed: 1, retried: 0 });
  expect(await onlyNotification(store, workspaceId)).toMatchObject({ state: 'failed', nextAttemptAt: null });
  const muchLater = await openAt(10_000_000);
  expect(await deliveryOn(muchLater, { settings }).runOnce()).toEqual({ delivered: 0, failed: 0, retried: 0 });

  expect(await store.retryNotification({ workspaceId, notificationId })).toBe(true);
  expect(await deliveryOn(store, { settings }).runOnce()).toEqual({ delivered: 0, failed: 0, retried: 1 });
  status = 200;
  expect(await deliveryOn(later, { settings }).runOnce()).toEqual({ delivered: 1, failed: 0, retried: 0 });
  expect(await onlyNotification(store, workspaceId)).toMatchObject({ state: 'delivered' });
});

onEachStore('a webhook that answers 410 has failed at once', async (harness) => {
  const { store } = await harness.openFresh();
  const receiver = await startReceiver((response) => response.writeHead(410).end());
  const { workspaceId } = await createWorkspace(store, { webhook: { url: receiver.url } });
  await handOff(store, workspaceId);
  expect(await deliveryOn(store).runOnce()).toEqual({ delivered: 0, failed: 1, retried: 0 });
  expect(await onlyNotification(store, workspaceId)).toMatchObject({ state: 'failed' });
});

onEachStore('a channel that delivered is not repeated while another one is tried again', async (harness) => {
  const { store, openAt } = await harness.openFresh();
  const receiver = await startReceiver();
  let isFull = true;
  const mail = await startMailServer({
    onRcptTo: (_address, _session, done) =>
      done(isFull ? Object.assign(new Error('full'), { responseCode: 452 }) : null),
  });
  const { workspaceId } = await createWorkspace(store, {
    webhook: { url: receiver.url },
    email: { to: ['aurora@studio.example'] },
  });
  await handOff(store, workspaceId);
  const settings = notificationSettings({ smtpUrl: mail.url, mailFrom });
  expect(await deliveryOn(store, { settings }).runOnce()).toEqual({ delivered: 0, failed: 0, retried: 1 });
  expect(await onlyNotification(store, workspaceId)).toMatchObject({
    state: 'queued',
    channels: {
      webhook: { deliveredAt: expect.any(Number), attempts: 1, lastError: null },
      email: { deliveredAt: null, attempts: 1, lastError: 'the mail server rejected the addresses (452)' },
    },
  });
  isFull = false;
  expect(await deliveryOn(await openAt(11_000), { settings }).runOnce()).toEqual({
    delivered: 1,
    failed: 0,
    retried: 0,
  });
  expect(receiver.requests).toHaveLength(1);
  expect(mail.mails).toHaveLength(1);
});

onEachStore(
  'a channel that was given up is left alone while another is tried, and tried anew when the operator retries',
  async (harness) => {
    const { store, openAt } = await harness.openFresh();
    const receiver = await startReceiver((response, _request, count) =>
      response.writeHead(count === 1 ? 410 : 200).end(),
    );
    const { workspaceId } = await createWorkspace(store, {
      webhook: { url: receiver.url },
      email: { to: ['aurora@studio.example'] },
    });
    const notificationId = await handOff(store, workspaceId);
    expect(await deliveryOn(store).runOnce()).toEqual({ delivered: 0, failed: 0, retried: 1 });
    const mail = await startMailServer();
    const settings = notificationSettings({ smtpUrl: mail.url, mailFrom });
    expect(await deliveryOn(await openAt(11_000), { settings }).runOnce()).toEqual({
      delivered: 0,
      failed: 1,
      retried: 0,
    });
    expect([receiver.requests.length, mail.mails.length]).toEqual([1, 1]);
    await store.retryNotification({ workspaceId, notificationId });
    expect(await deliveryOn(store, { settings }).runOnce()).toEqual({ delivered: 1, failed: 0, retried: 0 });
    expect([receiver.requests.length, mail.mails.length]).toEqual([2, 1]);
  },
);

onEachStore(
  'what was sent but not recorded is sent again once its claim ran out, under the same id',
  async (harness) => {
    const { store, openAt } = await harness.openFresh();
    const receiver = await startReceiver();
    const { workspaceId } = await createWorkspace(store, { webhook: { url: receiver.url } });
    const notificationId = await handOff(store, workspaceId);
    const dying: Store = { ...store, settleNotification: () => Promise.reject(new Error('the process died here')) };
    expect(await deliveryOn(dying).runOnce()).toEqual({ delivered: 0, failed: 0, retried: 0 });
    expect(await deliveryOn(store).runOnce()).toEqual({ delivered: 0, failed: 0, retried: 0 });
    expect(await deliveryOn(await openAt(60_000)).runOnce()).toEqual({ delivered: 1, failed: 0, retried: 0 });
    expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual([notificationId, notificationId]);
    expect(await onlyNotification(store, workspaceId)).toMatchObject({ state: 'delivered' });
  },
);

onEachStore('a store that is away for a moment costs no second delivery', async (harness) => {
  const { store } = await harness.openFresh();
  const receiver = await startReceiver();
  const { workspaceId } = await createWorkspace(store, { webhook: { url: receiver.url } });
  await handOff(store, workspaceId);
  let refusals = 2;
  const shaky: Store = {
    ...store,
    settleNotification: async (input) => {
      refusals -= 1;
      if (refusals >= 0) throw new StoreUnavailable('away');
      return store.settleNotification(input);
    },
  };
  expect(await deliveryOn(shaky).runOnce()).toEqual({ delivered: 1, failed: 0, retried: 0 });
  expect(receiver.requests).toHaveLength(1);
});

/** Checks the planned wait for a random number of one half, after an attempt that began at `startedAt` and has ended. */
function expectWait(nextAttemptAt: number | null, plannedMs: number, startedAt: number): void {
  const toleranceMs = 500;
  expect(nextAttemptAt).toBeGreaterThan(startedAt + plannedMs - toleranceMs);
  expect(nextAttemptAt).toBeLessThan(Date.now() + plannedMs + toleranceMs);
}
