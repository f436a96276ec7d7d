import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { freshFolder, type Place } from '../../cli/support/places.ts';
import { runInside } from '../../cli/support/understudy.ts';
import { serveInside } from '../../support/service-inside.ts';
import { sampleWorkspace } from '../../support/world.ts';
import { postHook } from './signed.ts';

const workspaceId = 'ws_inbox';

export interface Opened {
  readonly place: Place;
  readonly url: string;
  readonly hook: string;
  readonly secret: string;
  command(...args: string[]): ReturnType<typeof runInside>;
  call(
    path: string,
    init?: { body?: unknown; key?: string; idempotencyKey?: string },
  ): Promise<{
    status: number;
    // biome-ignore lint/suspicious/noExplicitAny: the tests verify its form
    body: any;
    replayed: string | null;
  }>;
  take(...events: object[]): Promise<string[]>;
}

export async function openInbox(fresh: () => Promise<Place>, ...options: string[]): Promise<Opened> {
  const place = {
    ...(await fresh()),
    UNDERSTUDY_INBOX_POLL_MS: '50',
    UNDERSTUDY_SEALING_KEYS: Buffer.alloc(32, 7).toString('base64'),
  };
  const document = JSON.stringify({ workspaces: [{ ...sampleWorkspace(workspaceId), conversations: [] }] });
  const file = join(freshFolder(), 'workspace.json');
  writeFileSync(file, document);
  const imported = await runInside(['import', file, '--json'], place);
  expect(imported.code, imported.stderr).toBe(0);
  const service = await serveInside(place);
  onTestFinished(async () => {
    await service.stop();
  });
  const env = { ...place, UNDERSTUDY_PUBLIC_URL: service.url };
  const command = (...args: string[]) => runInside([...args, '--workspace', workspaceId, '--json'], env);
  const made = await command(
    'connections',
    'create',
    '--profile',
    'prof_aurora',
    '--kind',
    'generic',
    '--id',
    'con_ig',
    '--quiet-seconds',
    '0',
    '--max-wait-seconds',
    '1',
    ...options,
  );
  expect(made.stderr).toBe('');
  const { receiverUrl: hook, secret } = made.json();
  const { key } = (
    await command('keys', 'create', '--name', 'sender', '--scopes', 'events:write,outbox:read,outbox:write')
  ).json();
  const call: Opened['call'] = async (path, { body, key: own = key, idempotencyKey } = {}) => {
    const response = await fetch(`${service.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${own}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      body: await response.json(),
      replayed: response.headers.get('idempotency-replayed'),
    };
  };
  const take: Opened['take'] = async (...events) => {
    const { status, body } = await postHook(hook, { events }, { secret });
    expect(status, JSON.stringify(body)).toBe(200);
    return (body.results ?? []).map(({ outcome }) => outcome);
  };
  return { place, url: service.url, hook, secret, command, call, take };
}

export function received(messageId: string, body: string, threadId = 't7'): object {
  const sentAt = new Date().toISOString();
  return {
    id: randomUUID(),
    type: 'message.received',
    threadId,
    messageId,
    sentAt,
    body,
    contact: { id: `u_${threadId}`, handle: `@${threadId}` },
  };
}

export function sent(messageId: string, body: string, more: object = {}): object {
  return {
    id: randomUUID(),
    type: 'message.sent',
    threadId: 't7',
    messageId,
    sentAt: new Date().toISOString(),
    body,
    ...more,
  };
}
