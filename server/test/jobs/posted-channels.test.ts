import { expect, test } from 'vitest';
import { validateDocument } from '../../src/admin/documents/validate-document.ts';
import { type PostedChannelName, postedChannel, postedChannelNames } from '../../src/domain/channels/channel-list.ts';
import type { NotificationSettings } from '../../src/domain/notification-settings.ts';
import { WorkspaceDocument } from '../../src/domain/workspace-document.ts';
import { createPostedChannels } from '../../src/jobs/posted.ts';
import { OperatorError } from '../../src/lib/errors.ts';
import { onEachStore } from '../http/support/on-each-store.ts';
import { deliveryOn } from './support/delivery-on.ts';
import { createWorkspace, handOff, onlyNotification } from './support/handoffs.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { messageText, notificationSettings, sampleAnnouncement, target } from './support/samples.ts';

const paths: Readonly<Record<PostedChannelName, string>> = {
  slack: '/services/T1/B1/abc',
  discord: '/api/webhooks/123/abc',
  ntfy: '/aurora-4f9c',
};
const token = 'tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2';

/** Returns settings for one channel that lead to the receiver, as if an import had accepted them. */
function settingsTo(name: PostedChannelName, receiver: Receiver): NotificationSettings {
  const url = `http://127.0.0.1:${receiver.port}${paths[name]}`;
  return name === 'ntfy' ? { ntfy: { url, token } } : { [name]: { url } };
}

async function sendTo(
  name: PostedChannelName,
  receiver: Receiver,
  announcement: Parameters<typeof sampleAnnouncement>[1] = {},
  include?: NotificationSettings['include'],
  timeoutMs = 10_000,
) {
  const settings = { ...settingsTo(name, receiver), ...(include && { include }) };
  const consoleUrl = 'https://desk.aurora.example/console';
  const channels = createPostedChannels({ settings: notificationSettings({ consoleUrl, timeoutMs }) });
  const outcome = await channels[name].send(sampleAnnouncement(settings, announcement), target(settings));
  const request = receiver.requests.at(-1);
  return { outcome, request, body: request === undefined ? null : JSON.parse(request.body) };
}

for (const name of postedChannelNames) {
  onEachStore(`a handoff is posted to ${name} once, and its record says so`, async (harness) => {
    const { store } = await harness.openFresh();
    const receiver = await startReceiver((response) => response.writeHead(200).end('ok'));
    const { workspaceId } = await createWorkspace(store, settingsTo(name, receiver));
    await handOff(store, workspaceId);
    expect(await deliveryOn(store).runOnce()).toEqual({ delivered: 1, failed: 0, retried: 0 });
    expect(await deliveryOn(store).runOnce()).toEqual({ delivered: 0, failed: 0, retried: 0 });
    expect(receiver.requests).toHaveLength(1);
    const { state, channels } = await onlyNotification(store, workspaceId);
    expect(state).toBe('delivered');
    expect(channels).toEqual({
      [name]: { deliveredAt: expect.any(Number), attempts: 1, lastError: null, gaveUpAt: null },
    });
  });

  onEachStore(`${name} and a webhook keep accounts of their own`, async (harness) => {
    const { store, openAt } = await harness.openFresh();
    const webhook = await startReceiver();
    const chat = await startReceiver((response, _, count) => response.writeHead(count === 1 ? 503 : 200).end());
    const { workspaceId } = await createWorkspace(store, { webhook: { url: webhook.url }, ...settingsTo(name, chat) });
    await handOff(store, workspaceId);
    expect(await deliveryOn(store).runOnce()).toEqual({ delivered: 0, failed: 0, retried: 1 });
    expect(await deliveryOn(await openAt(11_000)).runOnce()).toEqual({ delivered: 1, failed: 0, retried: 0 });
    expect([webhook.requests.length, chat.requests.length]).toEqual([1, 2]);
  });

  test(`${name} shows who, why and how urgent, and nothing that the creator leaves out`, async () => {
    const receiver = await startReceiver();
    const all = await sendTo(name, receiver, {}, ['contact', 'reason', 'risk', 'message']);
    expect(all.outcome).toEqual({ kind: 'sent', note: null });
    for (const told of ['Maya', 'asks about a lost parcel', 'order status', 'parcel 4471'])
      expect(all.request?.body).toContain(told);
    expect(JSON.stringify(all.body)).toContain('https://desk.aurora.example/console/w/ws_aurora');
    const none = await sendTo(name, receiver, {}, []);
    for (const secret of ['Maya', '@maya', 'parcel', 'order status', messageText])
      expect(none.request?.body).not.toContain(secret);
    expect(none.request?.body).toContain('A conversation needs you');
  });

  test(`${name}: an address inside this network is not called`, async () => {
    const receiver = await startReceiver();
    const settings = settingsTo(name, receiver);
    const channels = createPostedChannels({ settings: notificationSettings({ allowPrivateAddresses: false }) });
    expect(await channels[name].send(sampleAnnouncement(settings), target(settings))).toEqual({
      kind: 'failed',
      reason:
        'the address is on a private network, which this service does not call. The operator can allow it with UNDERSTUDY_ALLOW_PRIVATE_WEBHOOKS=true',
      isFinal: false,
    });
    expect(receiver.connections()).toBe(0);
  });

  test(`${name}: a name that resolves to a private address is not called`, async () => {
    const receiver = await startReceiver();
    const url = `http://public.example:${receiver.port}${paths[name]}`;
    const channels = createPostedChannels({
      settings: notificationSettings({ allowPrivateAddresses: false }),
      resolve: async () => [
        { address: '93.184.216.34', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ],
    });
    const settings = { [name]: { url } };
    expect(await channels[name].send(sampleAnnouncement(settings), target(settings))).toMatchObject({ kind: 'failed' });
    expect(receiver.connections()).toBe(0);
  });

  test(`${name}: a permanent status ends the attempts and names the remedy, others are retried`, async () => {
    const gone = await startReceiver((response) => response.writeHead(404, 'CANARY').end('CANARY'));
    const { outcome } = await sendTo(name, gone);
    expect(outcome).toMatchObject({ kind: 'failed', isFinal: true });
    expect(JSON.stringify(outcome)).toMatch(/answered 404: .*(create another one|check the server)/);
    expect(JSON.stringify(outcome)).not.toContain('CANARY');
    const busy = await startReceiver((response) => response.writeHead(429).end());
    expect((await sendTo(name, busy)).outcome).toMatchObject({ kind: 'failed', isFinal: false });
    const silent = await startReceiver(() => undefined);
    expect((await sendTo(name, silent, {}, undefined, 500)).outcome).toMatchObject({
      reason: expect.stringMatching(/did not answer within 0.5 s/),
    });
  });
}

const nasty = '<!channel> <https://evil.example|Pay here> @everyone [pay](https://evil.example) *bold* `x`\n# head';

test('no text from a fan hides a link or mentions anyone in Slack', async () => {
  const receiver = await startReceiver();
  const { body } = await sendTo('slack', receiver, { message: nasty, contact: { name: nasty } }, [
    'contact',
    'message',
  ]);
  const withoutOurs = String(body.text).replace(
    '<https://desk.aurora.example/console/w/ws_aurora|Open Understudy>',
    '',
  );
  expect(withoutOurs).not.toMatch(/[<]/);
  expect(body).toMatchObject({ unfurl_links: false, unfurl_media: false });
});

test('no text from a fan hides a link or mentions anyone in Discord, and a message stays within its limit', async () => {
  const receiver = await startReceiver();
  const { body } = await sendTo('discord', receiver, { message: nasty, contact: { name: nasty } }, [
    'contact',
    'message',
  ]);
  expect(body.allowed_mentions).toEqual({ parse: [] });
  expect(body.content).toContain('\\[pay\\]\\(https\\:');
  expect(body.content).not.toMatch(/(?<!\\)@everyone/);
  const long = await sendTo('discord', receiver, { message: '*'.repeat(5_000) }, ['message']);
  expect(long.body.content.length).toBeLessThanOrEqual(2_000);
  expect(long.body.content).toContain('desk.aurora.example');
});

test('ntfy gets the topic, the access token and the urgency, within its limit', async () => {
  const receiver = await startReceiver();
  const verdict = { reason: null, intent: 'crisis', riskLevel: 'blocked', urgency: 'urgent' } as const;
  const { body, request } = await sendTo('ntfy', receiver, { verdict, message: '💔'.repeat(5_000) }, [
    'risk',
    'message',
  ]);
  expect(request?.path).toBe('/');
  expect(request?.headers['authorization']).toBe(`Bearer ${token}`);
  expect(body).toMatchObject({
    topic: 'aurora-4f9c',
    priority: 5,
    title: 'Urgent: A conversation needs you: crisis — blocked',
  });
  expect(Buffer.byteLength(body.message)).toBeLessThanOrEqual(4_096);
});

test('settings that no key opens wait, without a request and without using up an attempt', async () => {
  const receiver = await startReceiver();
  const settings = { slack: { url: 'sealed:v1:0123456789abcdef:AAAA' } };
  const channels = createPostedChannels({ settings: notificationSettings() });
  expect(await channels.slack.send(sampleAnnouncement(settings), target(settings))).toMatchObject({ kind: 'waiting' });
  expect(receiver.connections()).toBe(0);
});

test.each([
  ['slack', 'https://api.telegram.org/bot1:x/sendMessage', /slack\.url must be a Slack incoming webhook, such as/],
  ['slack', 'http://hooks.slack.com/services/T/B/x', /Slack incoming webhook/],
  ['slack', 'https://hooks.slack.com.evil.example/services/T/B/x', /Slack incoming webhook/],
  ['slack', 'https://user:pw@hooks.slack.com/services/T/B/x', /Slack incoming webhook/],
  ['slack', 'https://slack.com/api/chat.postMessage', /Slack incoming webhook/],
  ['discord', 'https://discord.com/api/channels/1/messages', /discord\.url must be a Discord channel's webhook/],
  ['discord', 'https://discord.com/api/webhooks/1/x?thread_id=4', /Discord channel's webhook/],
  ['ntfy', 'https://api.telegram.org/bot1:x/sendMessage?chat_id=5&text=hi', /ntfy\.url must be the address of a topic/],
  ['ntfy', 'https://ntfy.sh/', /address of a topic/],
  ['ntfy', 'https://ntfy.sh/one/two', /address of a topic/],
])('%s does not accept %s, and the error says what it accepts', (name, url, refusal) => {
  expect(faultsOf({ [name]: { url } })).toMatch(refusal);
});

test.each([
  { slack: { url: 'https://hooks.slack.com/services/T0000/B0000/XXXX' } },
  { discord: { url: 'https://discord.com/api/webhooks/1234567890/XX-X_X' } },
  { discord: { url: 'https://discord.com/api/v10/webhooks/1234567890/XXXX' } },
  { ntfy: { url: 'https://ntfy.sh/aurora-4f9c2b7e' } },
  { ntfy: { url: 'http://ntfy.studio.example:8080/aurora', token } },
] satisfies NotificationSettings[])('%j is accepted', (notifications) => {
  expect(faultsOf(notifications)).toBe('');
});

test.each([
  'api.telegram.org',
  'Graph.Facebook.com.',
  ...postedChannelNames.flatMap((name) => postedChannel(name).hosts.flatMap((host) => [host, `hooks.${host}`])),
])('a webhook to %s is rejected, and the error names the settings for chat services', (host) => {
  const fault = faultsOf({ webhook: { url: `https://${host}/services/T0000/B0000/XXXX` } });
  expect(fault).toContain('webhook.url belongs to a messaging provider');
  const hosted = postedChannelNames.filter((name) => postedChannel(name).hosts.length > 0);
  for (const name of hosted) {
    expect(fault).toContain(postedChannel(name).title);
    expect(fault).toContain(`notifications.${name}`);
  }
});

test.each(['https://ntfy.sh/aurora', 'https://notslack.com/x', 'https://slack.com.studio.example/x'])(
  'a webhook to %s is accepted',
  (url) => {
    expect(faultsOf({ webhook: { url } })).toBe('');
  },
);

test.each(postedChannelNames)('the addresses that %s accepts are at the hosts that it declares', (name) => {
  const { hosts, settings } = postedChannel(name);
  const examples = (settings.properties['url'] as { examples?: string[] }).examples ?? []; // a string's schema
  expect(examples).not.toEqual([]);
  const isAtHost = (url: string) => hosts.some((host) => `.${new URL(url).hostname}`.endsWith(`.${host}`));
  expect(hosts.length === 0 || examples.every(isAtHost)).toBe(true);
});

test('no setting lets a channel be a bot that answers fans', () => {
  const names = JSON.stringify(WorkspaceDocument.properties.workspaces.items.properties.notifications);
  expect(names).not.toMatch(/telegram|botToken|chatId|recipient|conversation/i);
});

function faultsOf(notifications: Record<string, unknown>): string {
  try {
    validateDocument({ workspaces: [{ id: 'ws_x', name: 'X', plan: 'creator', notifications }] }, 'The file');
    return '';
  } catch (error) {
    if (error instanceof OperatorError) return error.faults.join('\n');
    throw error;
  }
}
