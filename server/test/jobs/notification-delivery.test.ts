import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import { createNotificationDelivery } from '../../src/jobs/notification-delivery.ts';
import { StoreUnavailable } from '../../src/lib/errors.ts';
import type { Store } from '../../src/store/port.ts';
import { onEachStore } from '../http/support/on-each-store.ts';
import { contactName, createWorkspace, handOff, handoffReason, onlyNotification } from './support/handoffs.ts';
import { startMailServer } from './support/mail-server.ts';
import { startReceiver } from './support/receiver.ts';
import { messageText, notificationSettings, readableLog } from './support/samples.ts';

const mailFrom = 'understudy@desk.example';

function deliveryOn(store: Store, overrides: Partial<Parameters<typeof createNotificationDelivery>[0]> = {}) {
  const { log, lines } = readableLog();
  return {
    lines,
    ...createNotificationDelivery({ store, settings: notificationSettings(), log, random: () => 0.5, ...overrides }),
  };
}

onEachStore(
  'without a webhook or e-mail a handoff is one line in the log, of ids, risk and urgency',
  async (harness) => {
    const { store } = await harness.openFresh();
    const { workspaceId } = await createWorkspace(store);
    const notificationId = await handOff(store, workspaceId, { urgency: 'high' });
    const delivery = deliveryOn(store);
    expect(await delivery.runOnce()).toEqual({ delivered: 1, failed: 0, retried: 0 });
    const told = delivery.lines
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'handoff awaits the creator');
    const ids = { notificationId, workspaceId, conversationId: 'conv_maya' };
    expect(told).toEqual([
      { level: 'info', time: expect.any(String), ...ids, risk: 'review', urgency: 'high', msg: expect.any(String) },
    ]);
    expect(await onlyNotification(store, workspaceId)).toMatchObject({ state: 'delivered', nextAttemptAt: null });
  },
);

onEachStore(
  'each handoff is one signed webhook under its notification id, and delivered ones are not sent again',
  async (harness) => {
    const { store } = await harness.openFresh();
    const receiver = await startReceiver();
    const { workspaceId, secret } = await createWorkspace(store, { webhook: { url: receiver.url } });
    const sent = [await handOff(store, workspaceId), await handOff(store, workspaceId)];
    const delivery = deliveryOn(store);
    expect(await delivery.runOnce()).toEqual({ delivered: 2, failed: 0, retried: 0 });
    expect(await delivery.runOnce()).toEqual({ delivered: 0, failed: 0, retried: 0 });
    expect(receiver.requests.map(({ headers }) => headers['webhook-id']).sort()).toEqual([...sent].sort());
    for (const { body, headers } of receiver.requests) {
      const told = new Webhook(secret).verify(body, headers);
      expect(told).toMatchObject({
        workspaceId,
        contact: { name: contactName },
        reason: handoffReason,
        riskLevel: 'review',
      });
      expect(body).not.toContain('parcel 4471');
    }
    const records = await store.listNotifications({ workspaceId, limit: 10 });
    expect(records.map(({ state, channels }) => [state, channels.webhook?.attempts])).toEqual([
      ['delivered', 1],
      ['delivered', 1],
    ]);
  },
);

onEachStore('the message is sent only when the creator included it', async (harness) => {
  const { store } = await harness.openFresh();
  const receiver = await startReceiver();
  const { workspaceId } = await createWorkspace(store, { include: ['message'], webhook: { url: receiver.url } });
  await handOff(store, workspaceId);
  await deliveryOn(store).runOnce();
  const body = JSON.parse(receiver.requests[0]?.body ?? '{}');
  expect(body.message).toBe(messageText);
  expect(body).not.toHaveProperty('contact');
  expect(body).not.toHaveProperty('reason');
});

onEachStore(
  'a failed attempt is made again after a growing wait, under the same id and newly signed',
  async (harness) => {
    const { store, openAt } = await harness.openFresh();
    const receiver = await startReceiver((response, _request, count) =>
      response.writeHead(count < 3 ? 503 : 200).end(),
    );
    const { workspaceId, secret } = await createWorkspace(store, { webhook: { url: receiver.url } });
    const notificationId = await handOff(store, workspaceId);

    expect(await deliveryOn(store).runOnce()).toEqual({ delivered: 0, failed: 0, retried: 1 });
    const first = await onlyNotification(store, workspaceId);
    expect(first).toMatchObject({
      state: 'queued',
      channels: { webhook: { attempts: 1, lastError: 'the webhook answered 503' } },
    });
    expectWait(first.nextAttemptAt, 5_000);
    expect(await deliveryOn(store).runOnce()).toEqual({ delivered: 0, failed: 0, retried: 0 });

    const later = await openAt(6_000);
    expect(await deliveryOn(later).runOnce()).toEqual({ delivered: 0, failed: 0, retried: 1 });
    expectWait((await onlyNotification(store, workspaceId)).nextAttemptAt, 6_000 + 10_000);

    const atLast = await openAt(20_000);
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

onEachStore('a webhook without a secret waits, and its record says what to do', async (harness) => {
  const { store, openAt } = await harness.openFresh();
  const receiver = await startReceiver();
  const { workspaceId } = await createWorkspace(store, { webhook: { url: receiver.url } });
  const { workspaceId: other } = await createWorkspace(store);
  await store.importDocument(
    { workspaces: [{ id: other, name: 'Other', plan: 'creator', notifications: { webhook: { url: receiver.url } } }] },
    { forceState: false, dryRun: false },
  );
  await handOff(store, other);
  expect(await deliveryOn(store).runOnce()).toEqual({ delivered: 0, failed: 0, retried: 1 });
  const { channels } = await onlyNotification(store, other);
  expect(channels.webhook?.lastError).toBe(
    `there is no signing secret yet: run "understudy notifications secret --workspace ${other}"`,
  );
  expect(receiver.connections()).toBe(0);
  await store.setWebhookSecret({ workspaceId: other, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' });
  expect(await deliveryOn(await openAt(11_000)).runOnce()).toEqual({ delivered: 1, failed: 0, retried: 0 });
  expect(await store.listNotifications({ workspaceId, limit: 10 })).toEqual([]);
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
      email: { deliveredAt: null, attempts: 1, lastError: 'the mail server refused the addresses (452)' },
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

onEachStore('nothing of a message, a name or a reason is logged, whatever happens', async (harness) => {
  const { store, openAt } = await harness.openFresh();
  const receiver = await startReceiver((response) => response.writeHead(500, 'CANARY').end('CANARY'));
  const include = ['contact', 'reason', 'risk', 'message'] as const;
  const { workspaceId, secret } = await createWorkspace(store, {
    include: [...include],
    webhook: { url: receiver.url },
  });
  const { workspaceId: logged } = await createWorkspace(store, { include: [...include] });
  await handOff(store, workspaceId);
  await handOff(store, logged);
  const settings = notificationSettings({ maxAttempts: 2 });
  const first = deliveryOn(store, { settings });
  expect(await first.runOnce()).toEqual({ delivered: 1, failed: 0, retried: 1 });
  const second = deliveryOn(await openAt(11_000), { settings });
  expect(await second.runOnce()).toEqual({ delivered: 0, failed: 1, retried: 0 });
  const broken = deliveryOn(await openAt(60_000), {
    channels: { log: throwing, webhook: throwing, email: throwing },
  });
  await handOff(store, logged);
  expect(await broken.runOnce()).toEqual({ delivered: 0, failed: 0, retried: 1 });
  const all = [...first.lines, ...second.lines, ...broken.lines].join('');
  expect(all).toContain('the webhook answered 500');
  for (const secretText of [
    messageText,
    'parcel',
    contactName,
    '@maya',
    handoffReason,
    secret,
    'CANARY',
    receiver.url,
  ]) {
    expect(all).not.toContain(secretText);
  }
});

const throwing = {
  send: () => Promise.reject(new Error(`CANARY ${messageText}`)),
};

/** The wait as planned with a draw of one half, give or take what the test itself took. */
function expectWait(nextAttemptAt: number | null, plannedMs: number): void {
  const waitMs = (nextAttemptAt ?? 0) - Date.now();
  expect(waitMs).toBeGreaterThan(plannedMs - 1_500);
  expect(waitMs).toBeLessThanOrEqual(plannedMs + 500);
}
