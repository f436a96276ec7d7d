import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished } from 'vitest';
import { type Browser, type ConsoleWorld, startConsoleWorld } from '../console/support/console-world.ts';
import { onEachStore } from '../http/support/on-each-store.ts';
import { sampleWorkspace } from '../support/world.ts';
import { deliveryOn } from './support/delivery-on.ts';
import { claimsOf, decryptPush, startPushService, type TestSubscription } from './support/push-service.ts';
import { notificationSettings } from './support/samples.ts';

async function startTrusted() {
  const service = await startPushService();
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, service.certificate]);
  onTestFinished(() => setDefaultCACertificates(before));
  return service;
}

/** Turns push on in a browser as the console does; returns the key with which it subscribed. */
async function turnOn(browser: Browser, workspaceId: string, subscription: TestSubscription): Promise<string> {
  const { publicKey, ticket } = await browser.run('beginPush', { workspaceId });
  const { endpoint, p256dh, auth } = subscription;
  await browser.run('turnOnPush', { workspaceId }, { ticket, subscription: { endpoint, p256dh, auth } });
  return publicKey;
}

const deliver = (world: ConsoleWorld, overrides = {}) =>
  deliveryOn(world.store, { settings: notificationSettings({ mailFrom: 'Desk <desk@aurora.example>', ...overrides }) });

onEachStore('a handoff notifies the browsers of the workspace, with nothing but its workspace', async (harness) => {
  const service = await startTrusted();
  const world = await startConsoleWorld(harness);
  const { workspaceId } = world;
  const reviewer = await world.member('reviewer');
  const subscription = service.subscribe();
  const publicKey = await turnOn(reviewer, workspaceId, subscription);
  expect(await reviewer.run('readPush', { workspaceId })).toEqual({ isOn: true });
  await world.handoff({ reason: 'CANARY wants her parcel' });
  expect(await deliver(world).runOnce()).toEqual({ delivered: 1, failed: 0, retried: 0 });
  expect(await deliver(world).runOnce(), 'once').toEqual({ delivered: 0, failed: 0, retried: 0 });
  expect(service.requests).toHaveLength(1);
  const [request] = service.requests;
  if (request === undefined) throw new Error('nothing was posted');
  expect(request.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
  const told = JSON.parse(decryptPush(request.body, subscription));
  expect(told).toEqual({ kind: 'handoff', id: expect.stringMatching(/^ntf_/), workspaceId });
  expect(claimsOf(request.headers['authorization'] ?? '', publicKey)).toMatchObject({
    aud: service.origin,
    sub: 'mailto:desk@aurora.example',
  });
  const [record] = await world.store.listNotifications({ workspaceId, limit: 1 });
  expect(record).toMatchObject({ state: 'delivered', channels: { push: { attempts: 1, lastError: null } } });
});

onEachStore(
  'nobody is told of a workspace that is not theirs, nor after signing out or being removed',
  async (harness) => {
    const service = await startTrusted();
    const world = await startConsoleWorld(harness);
    const { workspaceId } = world;
    await world.importDocument({ workspaces: [sampleWorkspace('ws_borealis')] });
    const [stranger, leaving, removed] = [
      await world.member('owner', 'ws_borealis'),
      await world.member('reviewer'),
      await world.member('editor'),
    ];
    await turnOn(stranger, 'ws_borealis', service.subscribe());
    await turnOn(leaving, workspaceId, service.subscribe());
    await turnOn(removed, workspaceId, service.subscribe());
    expect(await world.store.pushTargets({ workspaceId })).toHaveLength(2);
    await leaving.run('signOut', {});
    const owner = await world.owner();
    const { members } = await owner.run('listPeople', { workspaceId });
    const gone = members.find(({ role }) => role === 'editor');
    await owner.run('removeMember', { workspaceId, accountId: gone?.accountId ?? '' });
    expect(await world.store.pushTargets({ workspaceId })).toEqual([]);
    await world.handoff();
    await deliver(world).runOnce();
    expect(service.requests).toEqual([]);
    const [record] = await world.store.listNotifications({ workspaceId, limit: 1 });
    expect(Object.keys(record?.channels ?? {})).toEqual(['log']);
  },
);

onEachStore('a browser that its push service no longer knows is forgotten, and the record says so', async (harness) => {
  const service = await startTrusted();
  const world = await startConsoleWorld(harness);
  const { workspaceId } = world;
  const reviewer = await world.member('reviewer');
  await turnOn(reviewer, workspaceId, service.subscribe());
  service.answerWith(410);
  await world.handoff();
  expect(await deliver(world).runOnce()).toEqual({ delivered: 0, failed: 1, retried: 0 });
  const [record] = await world.store.listNotifications({ workspaceId, limit: 1 });
  expect(record?.channels.push?.lastError).toBe('the push service answered 410: it no longer knows this browser');
  expect(await reviewer.run('readPush', { workspaceId })).toEqual({ isOn: false });
});

onEachStore(
  'an endpoint inside this network is not called, and a ticket opens for its own session alone',
  async (harness) => {
    const service = await startTrusted();
    const world = await startConsoleWorld(harness);
    const { workspaceId } = world;
    const reviewer = await world.member('reviewer');
    const { keys: _, ...subscription } = service.subscribe();
    for (const endpoint of ['http://localhost/push', 'https://user:pw@push.example/x', 'file:///etc/passwd']) {
      const body = { ticket: 'x', subscription: { ...subscription, endpoint } };
      const answer = await reviewer.ask('POST', `/workspaces/${workspaceId}/push`, body);
      expect(answer.body.fields[0].path, endpoint).toContain('endpoint');
    }
    const forged = await reviewer.ask('POST', `/workspaces/${workspaceId}/push`, { ticket: '{}', subscription });
    expect(forged).toMatchObject({ status: 400, body: { fields: [{ path: 'ticket' }] } });
    const { ticket } = await reviewer.run('beginPush', { workspaceId });
    await reviewer.run('turnOnPush', { workspaceId }, { ticket, subscription });
    await world.handoff();
    expect(await deliver(world, { allowPrivateAddresses: false }).runOnce()).toEqual({
      delivered: 0,
      failed: 0,
      retried: 1,
    });
    const [record] = await world.store.listNotifications({ workspaceId, limit: 1 });
    expect(record?.channels.push?.lastError).toContain('private network');
    expect(service.requests).toEqual([]);
  },
);
