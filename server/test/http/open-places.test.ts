import { expect, test } from 'vitest';
import { buildOpenApi } from '../../src/http/openapi.ts';
import { StoreUnavailable } from '../../src/lib/errors.ts';
import type { Store } from '../../src/store/port.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import { startCheckedWorld } from './support/checked-world.ts';
import { expectCommonHeaders, statusOf } from './support/refusals.ts';

const harness = sqliteHarness();
const anonymous = { key: null };

test('the description of the interface is public and is built from the schemas', async () => {
  const world = await startCheckedWorld(harness);
  const answer = await world.call('GET', '/api/v1/agent/openapi.json', anonymous);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json\b/);
  const expected = JSON.parse(JSON.stringify(buildOpenApi({ serverUrl: null })));
  const { servers: _, ...served } = answer.body;
  const { servers: __, ...built } = expected;
  expect(served).toEqual(built);
  expect(answer.body).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./), info: { version: '1.0.0' } });
});

test('the description names the public address if one is configured', async () => {
  const world = await startCheckedWorld(harness, { config: { publicUrl: 'https://drafts.example' } });
  const answer = await world.call('GET', '/api/v1/agent/openapi.json', anonymous);
  expect(answer.body).toEqual(JSON.parse(JSON.stringify(buildOpenApi({ serverUrl: 'https://drafts.example' }))));
});

test('the description has every endpoint with its statuses, and every error code', async () => {
  const world = await startCheckedWorld(harness);
  const { body, text } = await world.call('GET', '/api/v1/agent/openapi.json', anonymous);
  const responses = (path: string, method: string) => Object.keys(body.paths[path][method].responses).toSorted();
  const common = ['200', '400', '401', '403', '408', '429', '431', '500', '503'];
  const writes = [...common, '404', '409', '413', '415'].toSorted();
  expect(responses('/api/v1/agent/draft', 'post')).toEqual(writes);
  expect(responses('/api/v1/agent/handoff', 'post')).toEqual(writes);
  expect(responses('/api/v1/agent/persona', 'get')).toEqual([...common, '404'].toSorted());
  expect(responses('/api/v1/agent/usage', 'get')).toEqual(common);
  for (const status of ['401', '403'])
    expect(body.paths['/api/v1/agent/draft'].post.responses[status].headers).toHaveProperty('www-authenticate');
  for (const code of Object.keys(statusOf)) expect(text, code).toContain(code);
});

test('the reference page is public HTML that loads nothing from other hosts', async () => {
  const world = await startCheckedWorld(harness);
  let page = await world.call('GET', '/docs', anonymous);
  if (page.status >= 300 && page.status < 400)
    page = await world.call('GET', page.headers.get('location') ?? '', anonymous);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toMatch(/^text\/html\b/);
  const sources = [...page.text.matchAll(/<(?:script|link|img)[^>]+(?:src|href)="([^"]+)"/g)].map(
    ([, source]) => source ?? '',
  );
  for (const source of sources) expect(source).not.toMatch(/^(https?:)?\/\//);
  const own = sources.filter((source) => !source.startsWith('data:'));
  for (const source of own) {
    const path = new URL(source, `${world.url}/docs/`).pathname;
    expect((await world.call('GET', path, anonymous)).status, path).toBe(200);
  }
  expect(page.headers.get('content-security-policy')).toBeTruthy();
});

test('health and readiness answer without a key while the service serves', async () => {
  const world = await startCheckedWorld(harness);
  for (const path of ['/healthz', '/readyz']) {
    const answer = await world.call('GET', path, anonymous);
    expect(answer.status, path).toBe(200);
    expectCommonHeaders(answer);
    expect(answer.text).not.toContain(world.workspaceId);
  }
});

test('readiness is 503 with a reason while the store is unavailable, health is not, and both recover', async () => {
  let isDown = true;
  const wrapStore = (store: Store): Store => ({
    ...store,
    check: async () => {
      if (isDown) throw new StoreUnavailable('the database does not answer');
      return store.check();
    },
  });
  const world = await startCheckedWorld(harness, { wrapStore });
  const down = await world.call('GET', '/readyz', anonymous);
  expect(down.status).toBe(503);
  expect(down.text).toContain('the database does not answer');
  expect((await world.call('GET', '/healthz', anonymous)).status).toBe(200);
  isDown = false;
  expect((await world.call('GET', '/readyz', anonymous)).status).toBe(200);
});

test('readiness with a hanging store is 503 within ten seconds', async () => {
  const wrapStore = (store: Store): Store => ({ ...store, check: () => new Promise(() => undefined) });
  const world = await startCheckedWorld(harness, { wrapStore });
  const startedAt = Date.now();
  expect((await world.call('GET', '/readyz', anonymous)).status).toBe(503);
  expect(Date.now() - startedAt).toBeLessThan(10_000);
});

test('the public paths ignore credentials, even wrong ones', async () => {
  const world = await startCheckedWorld(harness, { config: { failedAuthenticationsPerMinute: 2 } });
  for (let count = 0; count < 5; count += 1) {
    for (const path of ['/healthz', '/readyz', '/api/v1/agent/openapi.json']) {
      expect((await world.call('GET', path, { key: 'mistyped' })).status).toBe(200);
    }
  }
  const { key } = await world.createKey();
  expect((await world.usage({ key })).status).toBe(200);
});

test('the public paths reveal nothing about any workspace', async () => {
  const world = await startCheckedWorld(harness);
  await world.draft();
  for (const path of ['/healthz', '/readyz', '/api/v1/agent/openapi.json', '/docs']) {
    const { text, status } = await world.call('GET', path, anonymous);
    expect([path, status, text === '']).toEqual([path, 200, false]);
    for (const secret of [world.workspaceId, world.key, 'desk.aurora.example'])
      expect(text, path).not.toContain(secret);
  }
});
