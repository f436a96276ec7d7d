import { expect, test } from 'vitest';
import { sqliteHarness } from '../support/store-harness.ts';
import type { Answer, World } from '../support/world.ts';
import { startCheckedWorld } from './support/checked-world.ts';
import { expectRefusal } from './support/refusals.ts';

const harness = sqliteHarness();
const desk = 'https://desk.aurora.example';
const stranger = 'https://elsewhere.example';

/** Checks that a page of `origin` may read the answer, and that the browser sends no cookies or other credentials. */
function expectReadable(answer: Answer, origin: string): void {
  expect(answer.headers.get('access-control-allow-origin'), answer.text).toBe(origin);
  expect(names(answer, 'vary')).toContain('origin');
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  expect(names(answer, 'access-control-expose-headers')).toEqual(
    expect.arrayContaining(['idempotency-replayed', 'x-request-id', 'retry-after']),
  );
}

function names(answer: Answer, header: string): string[] {
  return (answer.headers.get(header) ?? '').toLowerCase().split(/,\s*/);
}

function preflight(world: World, path: string, method: string, origin: string): Promise<Answer> {
  return world.call('OPTIONS', path, {
    key: null,
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  });
}

test('a configured origin may call and read every endpoint', async () => {
  const world = await startCheckedWorld(harness);
  const headers = { origin: desk };
  for (const answer of [
    await world.usage({ headers }),
    await world.persona('prof_aurora', { headers }),
    await world.draft({}, { headers }),
    await world.handoff({}, { headers }),
  ]) {
    expect(answer.status).toBe(200);
    expectReadable(answer, desk);
  }
});

test('an origin that is not configured is rejected on every endpoint, and its page can read why', async () => {
  const world = await startCheckedWorld(harness);
  const headers = { origin: stranger };
  for (const answer of [
    await world.usage({ headers }),
    await world.persona('prof_aurora', { headers }),
    await world.draft({}, { headers }),
    await world.handoff({}, { headers }),
  ]) {
    expectRefusal(answer, 'agent_origin_rejected');
    expectReadable(answer, stranger);
  }
  expect((await world.usage()).body.usage).toMatchObject({ used: 0, totals: { drafts: 0, handoffs: 0 } });
});

test('an origin is compared as a whole: scheme, host and port', async () => {
  const world = await startCheckedWorld(harness);
  const near = [
    'http://desk.aurora.example',
    'https://desk.aurora.example:8443',
    'https://desk.aurora.example.evil.example',
    'https://aurora.example',
    'https://x.desk.aurora.example',
    'https://desk.aurora.example/',
    'null',
    'https://desk.aurora.exampl',
    '*',
    `${desk} ${stranger}`,
    `${desk},${stranger}`,
  ];
  for (const origin of near) expectRefusal(await world.usage({ headers: { origin } }), 'agent_origin_rejected');
});

test('a request without an Origin header is not from a browser, and no origin is checked', async () => {
  const world = await startCheckedWorld(harness, { workspace: { allowedOrigins: [] } });
  const answer = await world.usage();
  expect(answer.status).toBe(200);
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
});

test('a workspace without origins rejects every browser', async () => {
  const world = await startCheckedWorld(harness, { workspace: { allowedOrigins: undefined } });
  expectRefusal(await world.usage({ headers: { origin: desk } }), 'agent_origin_rejected');
});

test('an origin of one workspace is not accepted for another', async () => {
  const world = await startCheckedWorld(harness);
  const other = `${world.workspaceId}_other`;
  await world.importDocument({
    workspaces: [{ id: other, name: 'Other', plan: 'creator', allowedOrigins: [stranger] }],
  });
  const { key } = await world.createKey({ workspaceId: other });
  expect((await world.usage({ key, headers: { origin: stranger } })).status).toBe(200);
  expectRefusal(await world.usage({ key, headers: { origin: desk } }), 'agent_origin_rejected');
  expectRefusal(await world.usage({ headers: { origin: stranger } }), 'agent_origin_rejected');
});

test('an origin that is removed from the list is rejected beginning with the next request', async () => {
  const world = await startCheckedWorld(harness);
  expect((await world.usage({ headers: { origin: desk } })).status).toBe(200);
  await world.importDocument({
    workspaces: [{ id: world.workspaceId, name: 'Aurora Lane', plan: 'agency', allowedOrigins: [] }],
  });
  expectRefusal(await world.usage({ headers: { origin: desk } }), 'agent_origin_rejected');
});

test('the service’s own public origin is always allowed', async () => {
  for (const publicUrl of ['https://drafts.example', 'https://drafts.example/under/a/path']) {
    const world = await startCheckedWorld(harness, { config: { publicUrl }, workspace: { allowedOrigins: [] } });
    const answer = await world.usage({ headers: { origin: 'https://drafts.example' } });
    expect(answer.status, publicUrl).toBe(200);
    expectReadable(answer, 'https://drafts.example');
    expectRefusal(await world.usage({ headers: { origin: 'http://drafts.example' } }), 'agent_origin_rejected');
  }
});

test('without a public address, the machine’s addresses count as the service’s own origin, only at its port', async () => {
  const world = await startCheckedWorld(harness, { workspace: { allowedOrigins: [] } });
  const { port } = new URL(world.url);
  for (const own of [`http://127.0.0.1:${port}`, `http://localhost:${port}`, `http://[::1]:${port}`]) {
    const answer = await world.draft({}, { headers: { origin: own } });
    expect(answer.status, own).toBe(200);
    expectReadable(answer, own);
  }
  const strangers = [`https://localhost:${port}`, 'http://localhost', `http://localhost.example:${port}`, 'null'];
  for (const origin of strangers) expectRefusal(await world.usage({ headers: { origin } }), 'agent_origin_rejected');
});

test('a preflight answers any origin, without a key and without revealing who is a customer', async () => {
  const world = await startCheckedWorld(harness, { config: { failedAuthenticationsPerMinute: 1 } });
  const routes = [
    ['/api/v1/agent/draft', 'POST'],
    ['/api/v1/agent/handoff', 'POST'],
    ['/api/v1/agent/persona', 'GET'],
    ['/api/v1/agent/usage', 'GET'],
    ['/mcp', 'POST'],
  ] as const;
  for (const [path, method] of routes) {
    const seen = new Set<string>();
    for (const origin of [desk, stranger, 'null']) {
      const answer = await preflight(world, path, method, origin);
      expect([200, 204], answer.text).toContain(answer.status);
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      expect(names(answer, 'vary')).toContain('origin');
      expect(names(answer, 'access-control-allow-methods')).toContain(method.toLowerCase());
      expect(names(answer, 'access-control-allow-headers')).toEqual(
        expect.arrayContaining([
          'authorization',
          'content-type',
          'idempotency-key',
          'mcp-protocol-version',
          'mcp-method',
          'mcp-name',
        ]),
      );
      const shape = [...answer.headers].filter(
        ([name]) => !['x-request-id', 'date', 'access-control-allow-origin'].includes(name),
      );
      seen.add(JSON.stringify([answer.status, shape]));
    }
    expect(seen.size, `${path} answers all origins alike`).toBe(1);
  }
});

test('a page can read every error, no matter which check it comes from', async () => {
  const world = await startCheckedWorld(harness, { config: { failedAuthenticationsPerMinute: 1 } });
  const headers = { origin: desk };
  const { key: narrow } = await world.createKey({ scopes: ['usage:read'] });
  const { key: fresh } = await world.createKey();
  const answers: [Answer, Parameters<typeof expectRefusal>[1]][] = [
    [await world.call('GET', '/nowhere', { headers }), 'not_found'],
    [await world.call('GET', '/%zz', { headers }), 'invalid_request'],
    [await world.call('DELETE', '/api/v1/agent/draft', { headers }), 'method_not_allowed'],
    [await world.usage({ key: null, headers }), 'agent_auth_required'],
    [await world.persona('prof_aurora', { key: narrow, headers }), 'agent_scope_missing'],
    [await world.draft({}, { headers: { ...headers, 'content-type': 'text/plain' } }), 'unsupported_media_type'],
    [await world.draft({ message: 'x'.repeat(40_000) }, { headers }), 'payload_too_large'],
    [await world.draft({}, { headers, rawBody: '{' }), 'invalid_json'],
    [await world.draft({}, { headers, idempotencyKey: null }), 'idempotency_key_required'],
    [await world.draft({ message: '' }, { headers }), 'invalid_request'],
    [await world.handoff({ confirm: false }, { headers }), 'agent_confirmation_required'],
    [await world.persona('prof_nowhere', { headers }), 'agent_profile_not_found'],
    [await world.usage({ key: 'mistyped', headers }), 'agent_key_invalid'],
    [await world.usage({ key: fresh, headers }), 'rate_limited'],
  ];
  for (const [answer, code] of answers) {
    expectRefusal(answer, code);
    expectReadable(answer, desk);
  }
});

test('answers that a cache could mix up between origins vary by Origin, even if none was sent', async () => {
  const world = await startCheckedWorld(harness);
  for (const answer of [
    await world.usage(),
    await world.usage({ headers: { origin: desk } }),
    await world.call('GET', '/api/v1/agent/openapi.json'),
  ]) {
    expect(names(answer, 'vary')).toContain('origin');
  }
});
