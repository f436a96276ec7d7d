import { expect, test } from 'vitest';
import { createApiKey } from '../../src/lib/secrets.ts';
import { rawExchange } from '../http/support/raw-exchange.ts';
import { writeRequest } from '../http/support/write-request.ts';
import { type Asked, type AttackedService, onEachKind, startAttacked } from './support/attacked-service.ts';

const freely = { UNDERSTUDY_FAILED_AUTHENTICATIONS_PER_MINUTE: '10000' };

onEachKind(
  'every key that does not work is refused in the same words: unknown, revoked, expired, mistyped, or nearly right',
  async (kind) => {
    const service = await startAttacked({ kind, env: freely });
    const revoked = await service.createKey();
    await service.store.revokeKey({ keyId: revoked.keyId });
    const nearlyRight = `${service.key.slice(0, 43)}${createApiKey().key.slice(43)}`;
    const tokens = {
      unknown: createApiKey().key,
      revoked: revoked.key,
      expired: await expiredKey(service),
      mistyped: `${service.key.slice(0, -1)}${service.key.endsWith('a') ? 'b' : 'a'}`,
      nearlyRight,
      longer: `${service.key}a`,
      shorter: service.key.slice(0, -1),
      otherCase: service.key.toUpperCase(),
      otherKind: service.key.replace('_live_', '_test_'),
      hash: 'a'.repeat(64),
      nothingLikeIt: 'hunter2',
      long: 'a'.repeat(5_000),
    };
    for (const [path, options] of [
      ['/api/v1/agent/usage', {}],
      ['/api/v1/agent/draft', { body: { profileId: 'prof_aurora', message: 'hello' } }],
      ['/mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }],
    ] as const) {
      const forms = new Map<string, string[]>();
      for (const [name, key] of Object.entries(tokens)) {
        const form = withoutItsOwn(await service.ask(path, { ...options, key }));
        forms.set(form, [...(forms.get(form) ?? []), name]);
      }
      expect([...forms.values()], path).toEqual([Object.keys(tokens)]);
      expect([...forms.keys()][0]).toContain('agent_key_invalid');
    }
    expect((await service.ask('/api/v1/agent/usage')).status).toBe(200);
  },
);

onEachKind(
  'an address that guesses is refused after its limit, whichever endpoint, connection or header it tries, and a working key beside it is served',
  async (kind) => {
    const service = await startAttacked({ kind });
    expect((await service.ask('/api/v1/agent/usage')).status).toBe(200);
    const tries = Array.from({ length: 200 }, (_, index) => guess(service, index));
    const answers = await Promise.all(tries);
    const heard = answers.filter(({ body }) => body?.error === 'agent_key_invalid');
    expect(heard.length, 'as many as the limit were looked up').toBe(20);
    expect(answers.filter(({ status }) => status !== 401 && status !== 429)).toEqual([]);
    for (const [index] of Array.from({ length: 10 }).entries()) {
      expect((await guess(service, index)).status).toBe(429);
      expect((await service.ask('/api/v1/agent/usage')).status, 'the working key').toBe(200);
    }
  },
);

test('guessing with many requests on one connection meets the same limit', async () => {
  const service = await startAttacked();
  const requests = Array.from({ length: 60 }, () =>
    writeRequest({ method: 'GET', target: '/api/v1/agent/usage', key: createApiKey().key }),
  );
  const { answers } = await rawExchange(service.url, [Buffer.concat(requests)], { answers: 60 });
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(20);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(40);
});

/** Makes one guess. Each index guesses in a different way. */
function guess(service: AttackedService, index: number): Promise<Asked> {
  const key = [createApiKey().key, `guess-${index}`][index % 2] ?? '';
  const headers = {
    'x-forwarded-for': `203.0.113.${index}`,
    forwarded: `for=203.0.113.${index}`,
    'x-real-ip': `203.0.113.${index}`,
    'x-request-id': `guess-${index}`,
    'user-agent': `guesser/${index}`,
  };
  const ways = [
    () => service.ask('/api/v1/agent/usage', { key, headers }),
    () => service.ask('/api/v1/agent/persona?profileId=prof_aurora', { key, headers }),
    () => service.ask('/mcp', { key, headers, body: { jsonrpc: '2.0', id: index, method: 'tools/list' } }),
    () => service.ask('/api/v1/agent/handoff', { key, headers, body: { conversationId: 'conv_maya', confirm: true } }),
  ];
  return (ways[index % ways.length] ?? ways[0])?.() ?? Promise.reject();
}

async function expiredKey(service: AttackedService): Promise<string> {
  const { key, hash } = createApiKey();
  const { workspaceId } = service;
  await service.store.createKey({
    keyId: 'key_expired',
    keyHash: hash,
    workspaceId,
    name: 'old',
    scopes: ['usage:read'],
    lifetimeMs: 1,
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  return key;
}

/** Returns an answer without the parts that differ between any two requests. */
function withoutItsOwn({ status, headers, text, body }: Asked): string {
  const others = [...headers].filter(([name]) => !['x-request-id', 'date', 'content-length'].includes(name));
  return JSON.stringify([status, others, text.replace(body?.requestId ?? '', '')]);
}
