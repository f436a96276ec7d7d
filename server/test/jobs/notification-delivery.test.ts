import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import { notificationChannels } from '../../src/domain/channels/channel-list.ts';
import { createChannels } from '../../src/jobs/channels.ts';
import { onEachStore } from '../http/support/on-each-store.ts';
import { deliveryOn } from './support/delivery-on.ts';
import { contactName, createWorkspace, handOff, handoffReason, onlyNotification } from './support/handoffs.ts';
import { startReceiver } from './support/receiver.ts';
import { messageText, notificationSettings, readableLog } from './support/samples.ts';

onEachStore(
  'without a webhook or email a handoff is one line in the log, of ids, risk and urgency',
  async (harness) => {
    const { store } = await harness.openFresh();
    const { workspaceId } = await createWorkspace(store);
    const notificationId = await handOff(store, workspaceId, { urgency: 'high' });
    const delivery = deliveryOn(store);
    expect(await delivery.runOnce()).toEqual({ delivered: 1, failed: 0, retried: 0 });
    const told = delivery.lines
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'a handoff is waiting for the creator');
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
  expect(channels.webhook?.attempts, 'waiting uses up no attempt').toBe(0);
  expect(receiver.connections()).toBe(0);
  const patient = deliveryOn(await openAt(3_600_000), { settings: notificationSettings({ maxAttempts: 1 }) });
  expect(await patient.runOnce(), 'whatever the number of attempts').toEqual({ delivered: 0, failed: 0, retried: 1 });
  await store.setWebhookSecret({ workspaceId: other, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' });
  expect(await deliveryOn(await openAt(2 * 3_600_000)).runOnce()).toEqual({ delivered: 1, failed: 0, retried: 0 });
  expect(await store.listNotifications({ workspaceId, limit: 10 })).toEqual([]);
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
    channels: {
      ...createChannels({ settings, log: readableLog().log, store }),
      ...Object.fromEntries(notificationChannels.map((name) => [name, throwing])),
    },
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
