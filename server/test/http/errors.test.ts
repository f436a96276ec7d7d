import { expect, test } from 'vitest';
import type { Store } from '../../src/store/port.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import { startCheckedWorld } from './support/checked-world.ts';
import { expectCommonHeaders, expectRefusal } from './support/refusals.ts';
import { failingEngine } from './support/scripted-engine.ts';

const harness = sqliteHarness();

test('every answer has a request id from the service, and never the id that the caller sent', async () => {
  const world = await startCheckedWorld(harness);
  const headers = { 'x-request-id': 'mine-0001', 'request-id': 'mine-0001', 'x-correlation-id': 'mine-0001' };
  const answers = [
    await world.usage({ headers }),
    await world.draft({}, { headers }),
    await world.draft({ message: '' }, { headers }),
    await world.usage({ key: null, headers }),
    await world.call('GET', '/nowhere', { headers }),
    await world.call('GET', '/healthz', { headers }),
    await world.call('GET', '/api/v1/agent/openapi.json', { headers }),
  ];
  const ids = answers.map((answer) => answer.headers.get('x-request-id'));
  expect(new Set(ids).size).toBe(answers.length);
  expect(ids).not.toContain('mine-0001');
});

test('a replay has its own request id', async () => {
  const world = await startCheckedWorld(harness);
  const first = await world.draft({}, { idempotencyKey: 'replayed-1' });
  const again = await world.draft({}, { idempotencyKey: 'replayed-1' });
  expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
});

test('an unknown path gets not_found, with or without a key', async () => {
  const world = await startCheckedWorld(harness);
  const paths = [
    '/api',
    '/api/v1/agent',
    '/api/v1/agent/',
    '/api/v1/agent/Draft',
    '/api/v1/agent/draft/',
    '/api/v2/agent/usage',
    '//',
    '/..',
  ];
  for (const path of paths) {
    for (const key of [world.key, null, 'mistyped']) {
      for (const method of ['GET', 'POST', 'DELETE'])
        expectRefusal(await world.call(method, path, { key }), 'not_found');
    }
  }
});

test('OPTIONS on an unknown path is not_found too, unless a page asks before its request', async () => {
  const world = await startCheckedWorld(harness);
  expectRefusal(await world.call('OPTIONS', '/nowhere', { key: null }), 'not_found');
  expectRefusal(await world.call('OPTIONS', '/nowhere', { headers: { origin: 'https://a.example' } }), 'not_found');
  const asked = { origin: 'https://a.example', 'access-control-request-method': 'POST' };
  expect((await world.call('OPTIONS', '/nowhere', { key: null, headers: asked })).status).toBe(204);
});

test('no page may frame an answer, by the old and by the new header', async () => {
  const world = await startCheckedWorld(harness);
  for (const path of ['/api/v1/agent/usage', '/docs', '/nowhere']) {
    const { headers } = await world.call('GET', path);
    expect([path, headers.get('x-frame-options')]).toEqual([path, 'DENY']);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  }
});

test('a known path with a different method gets method_not_allowed, and Allow names the right method', async () => {
  const world = await startCheckedWorld(harness);
  const cases = [
    ['/api/v1/agent/draft', 'POST', ['GET', 'PUT', 'PATCH', 'DELETE']],
    ['/api/v1/agent/handoff', 'POST', ['GET', 'PUT', 'PATCH', 'DELETE']],
    ['/api/v1/agent/persona', 'GET', ['POST', 'PUT', 'PATCH', 'DELETE']],
    ['/api/v1/agent/usage', 'GET', ['POST', 'PUT', 'PATCH', 'DELETE']],
    ['/api/v1/agent/openapi.json', 'GET', ['POST', 'DELETE']],
    ['/healthz', 'GET', ['POST', 'DELETE']],
    ['/readyz', 'GET', ['POST', 'DELETE']],
  ] as const;
  for (const [path, allowed, methods] of cases) {
    for (const method of methods) {
      const bodies = [
        { body: { any: 'thing' } },
        { rawBody: 'x'.repeat(40_000), headers: { 'content-type': 'text/plain' } },
      ];
      for (const options of [{}, { key: null }, ...(method === 'GET' ? [] : bodies)]) {
        const answer = await world.call(method, path, options);
        expectRefusal(answer, 'method_not_allowed');
        expect(answer.headers.get('allow')?.split(/,\s*/), `${method} ${path}`).toContain(allowed);
      }
    }
  }
});

test('an internal failure gets internal_error without its cause, and the log has the cause under the request id', async () => {
  const secret = 'ENOENT: secret-path/with-a-driver-message';
  const world = await startCheckedWorld(harness, { engine: failingEngine(1, secret) });
  const answer = await world.draft();
  expectRefusal(answer, 'internal_error');
  expect(answer.text).not.toContain('ENOENT');
  expect(answer.text).not.toMatch(/\bat \S+ \(|\.ts:\d+/);
  const lines = world.logLines.filter((line) => line.includes(answer.body.requestId));
  expect(lines.some((line) => line.includes('ENOENT'))).toBe(true);
});

test("a store that throws an unexpected error is internal_error on every endpoint, without the error's text", async () => {
  const broken = async (): Promise<never> => {
    throw new TypeError('relation "secret_table" does not exist');
  };
  const wrapStore = (store: Store): Store => ({
    ...store,
    admitDraft: broken,
    admitHandoff: broken,
    profile: broken,
    usage: broken,
  });
  const world = await startCheckedWorld(harness, { wrapStore });
  for (const answer of [await world.draft(), await world.handoff(), await world.persona(), await world.usage()]) {
    expectRefusal(answer, 'internal_error');
    expect(answer.text).not.toContain('secret_table');
  }
});

test('a success has no Retry-After, no challenge and no remaining-request header', async () => {
  const world = await startCheckedWorld(harness);
  for (const answer of [await world.draft(), await world.handoff(), await world.persona(), await world.usage()]) {
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json\b/);
    expect(answer.headers.get('retry-after')).toBeNull();
    expect(answer.headers.get('www-authenticate')).toBeNull();
    expectCommonHeaders(answer);
  }
});

test('no cache may store data of a workspace, and no answer names the software behind it', async () => {
  const world = await startCheckedWorld(harness);
  for (const answer of [
    await world.draft(),
    await world.persona(),
    await world.usage(),
    await world.usage({ key: null }),
  ]) {
    expect(answer.headers.get('cache-control')).toContain('no-store');
    expect(answer.headers.get('x-powered-by')).toBeNull();
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test('a workspace or an operation never answers with the id of another request', async () => {
  const world = await startCheckedWorld(harness);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? world.usage() : world.usage({ key: null }))),
  );
  expect(new Set(answers.map((answer) => answer.headers.get('x-request-id'))).size).toBe(50);
  for (const answer of answers.filter(({ status }) => status !== 200)) expectRefusal(answer, 'agent_auth_required');
});
