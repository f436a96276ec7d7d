import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { postedChannelNames } from '../../src/domain/channels/channel-list.ts';
import { createApiKey, createWebhookSecret } from '../../src/lib/secrets.ts';
import { freshDataFolder } from '../cli/support/places.ts';
import { runInside } from '../cli/support/understudy.ts';
import { startReceiver } from '../jobs/support/receiver.ts';
import { sampleWorkspace } from '../support/world.ts';
import { type AttackedService, startAttacked } from './support/attacked-service.ts';

/** Ways to write this machine's address, or an address that only this machine reaches. `PORT` is a listening port. */
const inner = [
  'http://127.0.0.1:PORT/',
  'http://localhost:PORT/',
  'http://localhost.:PORT/',
  'http://0:PORT/',
  'http://0.0.0.0:PORT/',
  'http://127.1:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f000001:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://[::1]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://[::127.0.0.1]:PORT/',
  'http://①②⑦.⓪.⓪.①:PORT/',
  'http://user:password@127.0.0.1:PORT/',
  'http://public.example@127.0.0.1:PORT/',
  'http://127.0.0.1:PORT/?public.example',
  'https://127.0.0.1:PORT/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[fe80::1]/',
  'http://[fd00:ec2::254]/',
  'http://10.0.0.1/',
  'http://192.168.0.1/',
];
/** Texts that are not webhook addresses at all. */
const none = [
  'file:///etc/passwd',
  'ftp://127.0.0.1/',
  'gopher://127.0.0.1:PORT/_GET',
  'data:text/plain,x',
  'javascript:alert(1)',
  'unix:/var/run/docker.sock',
  '//127.0.0.1:PORT/',
  'http://',
  '',
];

test('no webhook or chat service of a workspace makes the service reach its own machine or network, however the address is written', async () => {
  const receiver = await startReceiver();
  const service = await startAttacked({
    env: { UNDERSTUDY_NOTIFICATION_POLL_MS: '100', UNDERSTUDY_NOTIFICATION_MAX_ATTEMPTS: '1' },
  });
  for (const [index, pattern] of inner.entries()) {
    const url = pattern.replace('PORT', String(receiver.port));
    const workspaceId = `ws_inner_${index}`;
    // Inserted without the checks of an import, as if a URL had passed them.
    const everywhere = { webhook: { url }, ...Object.fromEntries(postedChannelNames.map((name) => [name, { url }])) };
    const workspaces = [{ ...sampleWorkspace(workspaceId), notifications: everywhere }];
    await service.store.importDocument({ workspaces }, { forceState: false, dryRun: false });
    await service.store.setWebhookSecret({ workspaceId, secret: createWebhookSecret() });
    const { key, hash: keyHash } = createApiKey();
    const keyId = `key_${index}`;
    await service.store.createKey({
      keyId,
      keyHash,
      workspaceId,
      name: 'x',
      scopes: ['handoffs:write'],
      lifetimeMs: null,
    });
    const body = { conversationId: 'conv_maya', confirm: true };
    expect((await service.ask('/api/v1/agent/handoff', { key, body })).status).toBe(200);
    const failures = await failuresOf(service, workspaceId);
    expect(failures, url).toHaveLength(1 + postedChannelNames.length);
    for (const failure of failures)
      expect(failure, url).toMatch(/on a private network|does not exist|could not be looked up/);
  }
  expect(receiver.connections()).toBe(0);
});

test.each(none)('%s is not accepted as a webhook', async (url) => {
  const document = { workspaces: [{ ...sampleWorkspace('ws_none'), notifications: { webhook: { url } } }] };
  const { code, stderr } = await runInside(['import', '-'], freshDataFolder(), JSON.stringify(document));
  expect([code, stderr.includes('webhook')]).toEqual([1, true]);
});

/** Waits until the only notification has failed on every channel, and returns each channel's last error. */
async function failuresOf(service: AttackedService, workspaceId: string): Promise<(string | null)[]> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    const [notification] = await service.store.listNotifications({ workspaceId, limit: 1 });
    if (notification?.state === 'failed') return Object.values(notification.channels).map(({ lastError }) => lastError);
    await delay(50);
  }
  return [];
}
