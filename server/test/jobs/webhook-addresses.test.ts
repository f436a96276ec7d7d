import { expect, test } from 'vitest';
import { createWebhookChannel } from '../../src/jobs/webhook.ts';
import type { ResolveHost } from '../../src/jobs/webhook-request.ts';
import { startReceiver } from './support/receiver.ts';
import { notificationSettings, sampleAnnouncement, target } from './support/samples.ts';

const refused = {
  kind: 'failed',
  reason:
    'the address is on a private network, which this service does not call. The operator can allow it with UNDERSTUDY_ALLOW_PRIVATE_WEBHOOKS=true',
  isFinal: false,
};

async function sendTo(url: string, options: { allowPrivateAddresses?: boolean; resolve?: ResolveHost } = {}) {
  const { allowPrivateAddresses = false, resolve } = options;
  const settings = { webhook: { url } };
  const channel = createWebhookChannel({ settings: notificationSettings({ allowPrivateAddresses }), resolve });
  return channel.send(sampleAnnouncement(settings), target(settings));
}

test.each([
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1.',
  '%31%32%37.0.0.1',
  '１２７.０.０.１',
  '127。0。0。1',
  '0',
  '0.0.0.0',
  'localhost',
  'LOCALHOST',
  'user:secret@127.0.0.1',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
])('a webhook on loopback written as %s is rejected before any connection', async (host) => {
  const receiver = await startReceiver();
  expect(await sendTo(`http://${host}:${receiver.port}/`)).toEqual(refused);
  expect(receiver.connections()).toBe(0);
});

test.each([
  'http://10.0.0.1/',
  'http://172.16.9.9/',
  'http://192.168.0.1/',
  'http://100.64.1.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://0xa9fea9fe/',
  'http://2852039166/',
  'http://168.63.129.16/',
  'http://192.0.0.192/',
  'http://224.0.0.251/',
  'http://255.255.255.255/',
  'https://10.0.0.1/',
  'http://[fd00:ec2::254]/',
  'http://[fe80::1]/',
  'http://[ff02::1]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[2002:a9fe:a9fe::]/',
  'http://[::ffff:169.254.169.254]/',
])('a webhook on the internal address %s is rejected', async (url) => {
  expect(await sendTo(url)).toEqual(refused);
});

test('a name is rejected when any one of its addresses is private', async () => {
  const receiver = await startReceiver();
  const resolve: ResolveHost = async () => [
    { address: '93.184.216.34', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ];
  expect(await sendTo(`http://hook.example:${receiver.port}/`, { resolve })).toEqual(refused);
  expect(receiver.connections()).toBe(0);
});

test('a name is looked up once, and the connection goes to the address that was checked', async () => {
  const checked = await startReceiver();
  let lookups = 0;
  const resolve: ResolveHost = async () => {
    lookups += 1;
    return [{ address: lookups === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
  };
  const outcome = await sendTo(`http://hook.example:${checked.port}/`, { resolve, allowPrivateAddresses: true });
  expect(outcome).toEqual({ kind: 'sent', note: null });
  expect(lookups).toBe(1);
  expect(checked.requests[0]?.headers['host']).toBe(`hook.example:${checked.port}`);
});

test('loopback is reached once the operator allows private addresses', async () => {
  const receiver = await startReceiver();
  expect(await sendTo(receiver.url, { allowPrivateAddresses: true })).toEqual({ kind: 'sent', note: null });
  expect(receiver.requests).toHaveLength(1);
});
