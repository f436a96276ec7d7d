import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { createWebhookChannel } from '../../src/jobs/webhook.ts';
import { createWebhookSecret } from '../../src/lib/secrets.ts';
import { type ReceivedRequest, startReceiver } from './support/receiver.ts';
import { messageText, notificationSettings, sampleAnnouncement, target } from './support/samples.ts';

const channel = createWebhookChannel({ settings: notificationSettings() });

async function receiveOne(
  secret: string,
  include?: ('contact' | 'reason' | 'risk' | 'message')[],
): Promise<ReceivedRequest> {
  const receiver = await startReceiver();
  const settings = { webhook: { url: receiver.url }, ...(include && { include }) };
  expect(await channel.send(sampleAnnouncement(settings), target(settings, secret))).toEqual({
    kind: 'sent',
    note: null,
  });
  const [request] = receiver.requests;
  if (request === undefined) throw new Error('nothing was received');
  return request;
}

test('a webhook is signed so that the Standard Webhooks library verifies it', async () => {
  const secret = createWebhookSecret();
  const { headers, body } = await receiveOne(secret);
  expect(headers['webhook-id']).toBe('ntf_sample');
  expect(headers['content-type']).toBe('application/json');
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
});

test('while one secret replaces another a webhook verifies with either, and a sealed one is not sent', async () => {
  const [present, previous] = [createWebhookSecret(), createWebhookSecret()];
  const receiver = await startReceiver();
  const settings = { webhook: { url: receiver.url } };
  await channel.send(sampleAnnouncement(settings), target(settings, present, previous));
  const [request] = receiver.requests;
  for (const secret of [present, previous]) {
    expect(new Webhook(secret).verify(request?.body ?? '', request?.headers ?? {})).toMatchObject({ id: 'ntf_sample' });
  }
  expect(() => new Webhook(createWebhookSecret()).verify(request?.body ?? '', request?.headers ?? {})).toThrow();
  const outcome = await channel.send(sampleAnnouncement(settings), target(settings, 'sealed:v1:0123456789abcdef:AAAA'));
  expect(outcome).toMatchObject({ kind: 'waiting', reason: expect.stringContaining('UNDERSTUDY_SEALING_KEYS') });
  expect(receiver.requests).toHaveLength(1);
});

test('a webhook that was tampered with, or signed by another secret, does not verify', async () => {
  const secret = createWebhookSecret();
  const { headers, body } = await receiveOne(secret);
  const verifier = new Webhook(secret);
  const id = { ...headers, 'webhook-id': 'ntf_other' };
  const timestamp = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) };
  expect(() => verifier.verify(body.replace('review', 'safe'), headers)).toThrow('No matching signature');
  expect(() => verifier.verify(body, id)).toThrow('No matching signature');
  expect(() => verifier.verify(body, timestamp)).toThrow('No matching signature');
  expect(() => new Webhook(createWebhookSecret()).verify(body, headers)).toThrow('No matching signature');
});

test('a webhook that is older than five minutes does not verify, though its signature is right', async () => {
  const secret = createWebhookSecret();
  const { body } = await receiveOne(secret);
  const verifier = new Webhook(secret);
  const old = new Date(Date.now() - 301_000);
  const headers = {
    'webhook-id': 'ntf_sample',
    'webhook-timestamp': String(Math.floor(old.getTime() / 1_000)),
    'webhook-signature': verifier.sign('ntf_sample', old, body),
  };
  expect(() => verifier.verify(body, headers)).toThrow('too old');
});

test('by default a webhook contains contact, reason and risk, and never the message', async () => {
  const { body } = await receiveOne(createWebhookSecret());
  expect(JSON.parse(body)).toEqual({
    type: 'handoff.created',
    id: 'ntf_sample',
    createdAt: '2026-03-01T10:00:00.000Z',
    workspaceId: 'ws_aurora',
    conversationId: 'conv_maya',
    profileId: 'prof_aurora',
    contact: { name: 'Maya', handle: '@maya' },
    channel: 'instagram',
    reason: 'asks about a lost parcel',
    riskLevel: 'review',
    intent: 'order_status',
    urgency: 'high',
  });
});

test('a webhook contains only what the settings include', async () => {
  const ids = ['type', 'id', 'createdAt', 'workspaceId', 'conversationId', 'profileId'];
  const fields = async (...include: ('contact' | 'reason' | 'risk' | 'message')[]) =>
    Object.keys(JSON.parse((await receiveOne(createWebhookSecret(), include)).body)).slice(ids.length);
  expect(await fields()).toEqual([]);
  expect(await fields('contact')).toEqual(['contact', 'channel']);
  expect(await fields('reason')).toEqual(['reason']);
  expect(await fields('risk')).toEqual(['riskLevel', 'intent', 'urgency']);
  expect(await fields('message')).toEqual(['message']);
  expect(JSON.parse((await receiveOne(createWebhookSecret(), ['message'])).body).message).toBe(messageText);
});

test('without a signing secret nothing is sent, and the reason says how to create one', async () => {
  const receiver = await startReceiver();
  const settings = { webhook: { url: receiver.url } };
  expect(await channel.send(sampleAnnouncement(settings), target(settings, null))).toEqual({
    kind: 'waiting',
    reason: 'there is no signing secret yet: run "understudy notifications secret --workspace ws_aurora"',
  });
  expect(await channel.send(sampleAnnouncement(settings), target(settings, 'whsec_%%%'))).toMatchObject({
    kind: 'waiting',
    reason: expect.stringContaining('the signing secret is unusable'),
  });
  expect(receiver.connections()).toBe(0);
});
