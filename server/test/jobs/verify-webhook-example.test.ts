import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { createWebhookChannel } from '../../src/jobs/webhook.ts';
import { createWebhookSecret } from '../../src/lib/secrets.ts';
import { startReceiver } from './support/receiver.ts';
import { notificationSettings, sampleAnnouncement, target } from './support/samples.ts';

const examples = join(import.meta.dirname, '../../../examples/verify-webhook');
const channel = createWebhookChannel({ settings: notificationSettings() });

async function startExample(file: string, secret: string): Promise<{ url: string; lines: string[] }> {
  const child = spawn(process.execPath, [join(examples, file)], {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout });
  const [first] = await once(output, 'line');
  output.on('line', (line) => lines.push(line));
  return { url: `http://127.0.0.1:${String(first).replace('listening on ', '')}/`, lines };
}

async function deliver(url: string, secret: string, id: string) {
  const settings = { webhook: { url } };
  return channel.send(sampleAnnouncement(settings, { id }), target(settings, secret));
}

async function post(url: string, headers: Record<string, string>, body: string): Promise<number> {
  const response = await fetch(url, { method: 'POST', headers, body });
  await response.arrayBuffer();
  return response.status;
}

test.each(['receiver.mjs', 'receiver-with-library.mjs'])(
  'the example %s accepts a real delivery once, and acts once on a repeat',
  async (file) => {
    const secret = createWebhookSecret();
    const { url, lines } = await startExample(file, secret);
    for (const id of ['ntf_one', 'ntf_one', 'ntf_two']) {
      expect(await deliver(url, secret, id)).toEqual({ kind: 'sent', note: null });
    }
    await expect
      .poll(() => lines)
      .toEqual(['handoff.created ntf_one: conversation conv_maya', 'handoff.created ntf_two: conversation conv_maya']);
  },
);

test.each(['receiver.mjs', 'receiver-with-library.mjs'])(
  'the example %s rejects forged, changed, old or unsigned requests',
  async (file) => {
    const secret = createWebhookSecret();
    const genuine = await startReceiver();
    await deliver(genuine.url, secret, 'ntf_one');
    const [request] = genuine.requests;
    if (request === undefined) throw new Error('nothing was received');
    const {
      'webhook-id': id = '',
      'webhook-timestamp': timestamp = '',
      'webhook-signature': signature = '',
    } = request.headers;
    const signed = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };

    const { url, lines } = await startExample(file, secret);
    expect(await deliver(url, createWebhookSecret(), 'ntf_forged')).toMatchObject({
      reason: 'the webhook answered 401',
    });
    expect(await post(url, signed, request.body.replace('review', 'safe'))).toBe(401);
    expect(await post(url, { ...signed, 'webhook-id': 'ntf_other' }, request.body)).toBe(401);
    expect(await post(url, { ...signed, 'webhook-timestamp': `${Number(timestamp) + 1}` }, request.body)).toBe(401);
    expect(await post(url, { ...signed, 'webhook-signature': 'v1,' }, request.body)).toBe(401);
    expect(await post(url, { ...signed, 'webhook-signature': signature.replace('v1,', 'v2,') }, request.body)).toBe(
      401,
    );
    expect(await post(url, {}, request.body)).toBe(401);
    for (const ageSeconds of [-330, 330]) {
      const at = new Date(Date.now() - ageSeconds * 1_000);
      const stale = new Webhook(secret).sign(id, at, request.body);
      const headers = { 'webhook-timestamp': `${Math.floor(at.getTime() / 1_000)}`, 'webhook-signature': stale };
      expect(await post(url, { ...signed, ...headers }, request.body)).toBe(401);
    }
    expect(lines).toEqual([]);
    expect(await post(url, { ...signed, 'webhook-signature': `v1,AAAA ${signature}` }, request.body)).toBe(204);
  },
);
