import { expect, test } from 'vitest';
import { sqliteHarness } from '../support/store-harness.ts';
import type { World } from '../support/world.ts';
import { startCheckedWorld } from './support/checked-world.ts';
import { type RawOptions, rawExchange } from './support/raw-exchange.ts';
import { expectEnvelope, expectRefusal } from './support/refusals.ts';
import { goodDraft, type RequestParts, writeRequest } from './support/write-request.ts';

const harness = sqliteHarness();

async function send(world: World, parts: RequestParts, options: RawOptions = {}) {
  const { answers } = await rawExchange(world.url, [writeRequest({ key: world.key, ...parts })], options);
  const [answer] = answers;
  if (answer === undefined) throw new Error('the service closed the connection without an answer');
  return answer;
}

test('a request that repeats Authorization, Content-Type, Origin or Idempotency-Key is rejected, even if both values are the same', async () => {
  const world = await startCheckedWorld(harness);
  const twice: [string, string][][] = [
    [['Authorization', `Bearer ${world.key}`]],
    [['authorization', 'Bearer other']],
    [['Content-Type', 'application/json']],
    [['content-type', 'text/plain']],
    [['Idempotency-Key', 'another-key-1']],
    [
      ['IDEMPOTENCY-KEY', 'another-key-1'],
      ['idempotency-key', 'another-key-2'],
    ],
    [
      ['Origin', 'https://desk.aurora.example'],
      ['Origin', 'https://desk.aurora.example'],
    ],
    [
      ['Origin', 'https://desk.aurora.example'],
      ['origin', 'https://elsewhere.example'],
    ],
  ];
  for (const headers of twice) {
    const answer = await send(world, { body: goodDraft, headers });
    expectRefusal(answer, 'invalid_request');
    const name = headers[0]?.[0].toLowerCase() ?? '';
    expect(answer.body.message.toLowerCase()).toContain(name);
  }
  const read = { method: 'GET', target: '/api/v1/agent/usage' };
  expectRefusal(await send(world, { ...read, headers: [['Authorization', 'Bearer x']] }), 'invalid_request');
  expect((await world.usage()).body.usage.used).toBe(0);
});

test('the error for a repeated header does not repeat its values', async () => {
  const world = await startCheckedWorld(harness);
  const answer = await send(world, { body: goodDraft, headers: [['Authorization', 'Bearer secret-token-1']] });
  expect(answer.text).not.toContain('secret-token-1');
  expect(answer.text).not.toContain(world.key);
});

test('headers beyond the limit get 431 with the envelope, and the next caller is served', async () => {
  const world = await startCheckedWorld(harness);
  const headers: [string, string][][] = [
    [['X-Filler', 'a'.repeat(200_000)]],
    Array.from({ length: 3_000 }, (_, index): [string, string] => [`X-Filler-${index}`, 'a'.repeat(30)]),
    [['Authorization', `Bearer ${'a'.repeat(100_000)}`]],
    [['Idempotency-Key', 'a'.repeat(100_000)]],
  ];
  for (const lines of headers) {
    const answer = await send(world, { method: 'GET', target: '/api/v1/agent/usage', headers: lines });
    expect(answer.status).toBe(431);
    expectEnvelope(answer);
  }
  expect((await world.usage()).status).toBe(200);
});

test('a URL beyond the limit is 431 or 414 with the envelope; a long one within the limit is handled', async () => {
  const world = await startCheckedWorld(harness);
  const long = await send(world, { method: 'GET', target: `/api/v1/agent/persona?profileId=${'a'.repeat(100_000)}` });
  expect([414, 431]).toContain(long.status);
  expectEnvelope(long);
  expectRefusal(
    await send(world, { method: 'GET', target: `/api/v1/agent/persona?profileId=${'a'.repeat(8_000)}` }),
    'invalid_request',
  );
  expectRefusal(await send(world, { method: 'GET', target: `/${'a/'.repeat(3_000)}` }), 'not_found');
});

test('headers with names or values that HTTP does not allow are 400 with the envelope', async () => {
  const world = await startCheckedWorld(harness);
  const heads = [
    'X-Bad\u0000: 1',
    'X-Bad: a\u0000b',
    'X Bad: 1',
    ': no name',
    'no colon',
    'X-Bad\t: 1',
    '\u007f: 1',
    'X-Bad: a\rb',
    ' folded: 1',
  ];
  for (const line of heads) {
    const bytes = Buffer.from(
      `GET /api/v1/agent/usage HTTP/1.1\r\nHost: x\r\n${line}\r\nAuthorization: Bearer ${world.key}\r\n\r\n`,
      'latin1',
    );
    const [answer] = (await rawExchange(world.url, [bytes])).answers;
    expect(answer?.status, JSON.stringify(line)).toBe(400);
    if (answer !== undefined) expectEnvelope(answer);
  }
  expect((await world.usage()).status).toBe(200);
});

test('bytes beyond ASCII in the credentials are rejected, and never cause a failure', async () => {
  const world = await startCheckedWorld(harness, { config: { failedAuthenticationsPerMinute: 1_000 } });
  for (const value of ['Bearer \u00ff\u00fe', `Bearer ${world.key}\u00e9`, '\u00c3\u00a9']) {
    const answer = await send(world, {
      method: 'GET',
      target: '/api/v1/agent/usage',
      without: ['authorization'],
      headers: [['Authorization', value]],
    });
    expect(answer.status, value).toBe(401);
    expectEnvelope(answer);
  }
  const origin = await send(world, {
    method: 'GET',
    target: '/api/v1/agent/usage',
    headers: [['Origin', 'https://\u00e9\u00ff']],
  });
  expectRefusal(origin, 'agent_origin_rejected');
});

test('an expectation of 100-continue is met; any other gets an answer with the envelope', async () => {
  const world = await startCheckedWorld(harness);
  const head = writeRequest({ key: world.key, body: goodDraft, headers: [['Expect', '100-continue']] });
  const bodyAt = head.length - Buffer.byteLength(goodDraft);
  const met = await rawExchange(world.url, [head.subarray(0, bodyAt), head.subarray(bodyAt)], { pauseMs: 100 });
  expect(met.interim).toEqual([100]);
  expect(met.answers[0]?.status).toBe(200);
  const unmet = await send(world, { body: goodDraft, headers: [['Expect', 'a-miracle']] });
  expect([200, 400, 417]).toContain(unmet.status);
  if (unmet.status !== 200) expectEnvelope(unmet);
});

test('an error may come before the announced body, and never waits for it', async () => {
  const world = await startCheckedWorld(harness);
  const announced = {
    headers: [
      ['Expect', '100-continue'],
      ['Content-Length', '100'],
      ['Content-Type', 'application/json'],
    ] as [string, string][],
  };
  const { answers } = await rawExchange(world.url, [writeRequest(announced)]);
  const [answer] = answers;
  if (answer === undefined) throw new Error('no answer');
  expectRefusal(answer, 'agent_auth_required');
});

test('a proxy’s headers cannot change the requested operation', async () => {
  const world = await startCheckedWorld(harness);
  const headers: [string, string][] = [
    ['X-HTTP-Method-Override', 'DELETE'],
    ['X-Original-URL', '/healthz'],
    ['X-Rewrite-URL', '/healthz'],
    ['X-Forwarded-Host', 'evil.example'],
    ['Forwarded', 'for=1.2.3.4;host=evil'],
  ];
  const answer = await send(world, { method: 'GET', target: '/api/v1/agent/usage', headers });
  expect(answer.status).toBe(200);
  expect(answer.body.usage.used).toBe(0);
});
