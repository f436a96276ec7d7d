import { expect, test } from 'vitest';
import { consoleApiPath, consoleRoutes } from '../../src/domain/console/routes.ts';
import {
  type AskOptions,
  type AttackedService,
  onEachKind,
  shareAttacked,
  startAttacked,
} from './support/attacked-service.ts';

const attacked = shareAttacked();
const elsewhere = 'https://evil.example';
/** Content types of requests that a page on another site can make a browser send without a preflight. */
const simpleTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain; charset=application/json',
];
const draft = { profileId: 'prof_aurora', message: 'do you ship?' };

test('a page on another site cannot use a key that it has: its origin is rejected, and so are null and look-alikes', async () => {
  const service = attacked();
  const own = service.url.replace('127.0.0.1', 'localhost');
  const origins = [
    elsewhere,
    'null',
    'https://desk.aurora.example.evil.example',
    'https://evil-desk.aurora.example',
    'http://desk.aurora.example',
    'https://desk.aurora.example:8443',
    'https://desk.aurora.example/',
    'https://user@desk.aurora.example',
    `${service.url}.evil.example`,
    `${own}0`,
    'file://',
    'chrome-extension://abcdefghijklmnop',
    '*',
    '',
  ];
  for (const origin of origins.filter((each) => each !== '')) {
    for (const [path, options] of [
      ['/api/v1/agent/usage', {}],
      ['/api/v1/agent/draft', { body: draft }],
      ['/mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }],
    ] as const) {
      const answer = await service.ask(path, { ...options, headers: { origin } });
      expect([answer.status, answer.body?.error], `${origin} ${path}`).toEqual([403, 'agent_origin_rejected']);
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    }
  }
  const allowed = await service.ask('/api/v1/agent/usage', { headers: { origin: 'https://desk.aurora.example' } });
  expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([
    200,
    'https://desk.aurora.example',
  ]);
  expect((await service.ask('/api/v1/agent/usage')).body.usage.used).toBe(0);
});

test('a request that a browser sends without a preflight does nothing: no key, or no JSON', async () => {
  const service = attacked();
  for (const type of simpleTypes) {
    const rawBody = JSON.stringify(draft);
    for (const path of ['/api/v1/agent/draft', '/api/v1/agent/handoff', '/mcp']) {
      const bare = await service.ask(path, {
        key: null,
        rawBody,
        headers: { 'content-type': type, origin: elsewhere },
      });
      expect([401, 415], `${path} ${type}`).toContain(bare.status);
      const keyed = await service.ask(path, { rawBody, headers: { 'content-type': type } });
      expect(keyed.status, `${path} ${type}`).toBe(415);
    }
  }
  for (const query of [
    `access_token=${service.key}`,
    `api_key=${service.key}`,
    `authorization=Bearer%20${service.key}`,
  ])
    expect((await service.ask(`/api/v1/agent/usage?${query}`, { key: null })).status).toBe(401);
  const cookie = await service.ask('/api/v1/agent/usage', {
    key: null,
    headers: { cookie: `authorization=Bearer ${service.key}` },
  });
  expect(cookie.status).toBe(401);
  expect((await service.ask('/api/v1/agent/usage')).body.usage.used).toBe(0);
});

test('a preflight never permits credentials, other methods or the console’s own header', async () => {
  const service = attacked();
  for (const path of ['/api/v1/agent/draft', '/mcp', `${consoleApiPath}/session`, '/nowhere', '/healthz']) {
    const answer = await service.ask(path, {
      method: 'OPTIONS',
      key: null,
      headers: {
        origin: elsewhere,
        'access-control-request-method': 'DELETE',
        'access-control-request-headers': 'x-understudy-console, cookie, x-http-method-override',
        'access-control-request-private-network': 'true',
      },
    });
    const allowed = (name: string) => (answer.headers.get(`access-control-allow-${name}`) ?? '').toLowerCase();
    expect(allowed('credentials'), path).toBe('');
    expect(allowed('private-network'), path).toBe('');
    expect(allowed('methods'), path).not.toMatch(/delete|put|patch|\*/);
    expect(allowed('headers'), path).not.toMatch(/x-understudy-console|cookie|\*/);
  }
});

onEachKind(
  'a page elsewhere cannot use the session that its reader has in the console: every route refuses it, and nothing changes',
  async (kind) => {
    const service = await startAttacked({ kind });
    const cookie = await signIn(service);
    const own = { 'x-understudy-console': '1', cookie };
    const before = await service.ask(`${consoleApiPath}/session`, { key: null, headers: own });
    expect(before.body.session, before.text).not.toBeNull();
    for (const [name, { method, path }] of Object.entries(consoleRoutes)) {
      const place = consoleApiPath + path.replace(':workspaceId', service.workspaceId).replace(/:\w+/g, 'x');
      const hasBody = method !== 'GET' && method !== 'DELETE';
      const ask = (headers: Record<string, string>, options: AskOptions = {}) =>
        service.ask(place, {
          key: null,
          method,
          headers: { cookie, ...headers },
          ...(hasBody ? { rawBody: '{}' } : {}),
          ...options,
        });
      const attempts = [
        await ask({ origin: elsewhere, 'x-understudy-console': '1' }),
        await ask({ origin: 'null', 'x-understudy-console': '1' }),
        await ask({ origin: elsewhere }),
        await ask({ 'sec-fetch-site': 'cross-site', 'x-understudy-console': '1' }),
        await ask({ 'sec-fetch-site': 'same-site', 'x-understudy-console': '1' }),
        ...(method === 'GET' ? [] : [await ask({}), await ask({ 'sec-fetch-site': 'none' })]),
        ...(hasBody ? [await ask({ origin: elsewhere, 'content-type': 'text/plain' })] : []),
      ];
      for (const answer of attempts) {
        expect([name, answer.status, answer.body?.error]).toEqual([name, 403, 'console_request_refused']);
        expect([null, elsewhere, 'null'], name).toContain(answer.headers.get('access-control-allow-origin'));
        expect(answer.headers.get('access-control-allow-credentials'), name).toBeNull();
        expect(answer.headers.get('set-cookie'), name).toBeNull();
      }
    }
    const after = await service.ask(`${consoleApiPath}/session`, { key: null, headers: own });
    expect(after.body).toEqual(before.body);
    expect(
      (await service.ask('/api/v1/agent/usage', { key: null, headers: { cookie } })).status,
      'the cookie is no key',
    ).toBe(401);
    const asKey = await service.ask(`${consoleApiPath}/session`, { headers: { 'x-understudy-console': '1' } });
    expect(asKey.body.session, 'a key is no session').toBeNull();
  },
);

/** Creates the first account with the link that the service prints at startup, and returns its session cookie. */
async function signIn(service: AttackedService): Promise<string> {
  const [, token] = /\/console\/set-up#(\S+)/.exec(service.output()) ?? [];
  const { method, path } = consoleRoutes.setUp;
  const answer = await service.ask(consoleApiPath + path, {
    key: null,
    method,
    headers: { 'x-understudy-console': '1', 'sec-fetch-site': 'same-origin' },
    body: { token, email: 'owner@aurora.example', name: 'Ada Owner', password: 'a long enough password' },
  });
  expect(answer.status, answer.text).toBe(200);
  const [set = ''] = answer.headers.getSetCookie();
  expect(set).toMatch(/HttpOnly.*SameSite=Strict/i);
  return set.split(';')[0] ?? '';
}
