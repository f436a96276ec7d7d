import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sqliteHarness } from '../support/store-harness.ts';
import type { World } from '../support/world.ts';
import { startCheckedWorld } from './support/checked-world.ts';
import { type RawExchange, type RawOptions, rawExchange } from './support/raw-exchange.ts';
import { expectCommonHeaders, expectEnvelope, expectRefusal } from './support/refusals.ts';
import { gatedEngine } from './support/scripted-engine.ts';
import { goodDraft, writeRequest } from './support/write-request.ts';

const harness = sqliteHarness();
const usage = { method: 'GET', target: '/api/v1/agent/usage' };

async function only(exchange: Promise<RawExchange>) {
  const [answer] = (await exchange).answers;
  if (answer === undefined) throw new Error('the service closed the connection without an answer');
  return answer;
}

function text(world: World, bytes: string, options?: RawOptions) {
  return only(rawExchange(world.url, [Buffer.from(bytes, 'latin1')], options));
}

test('a request that is not HTTP gets 400 with the envelope, and the next caller is served', async () => {
  const world = await startCheckedWorld(harness);
  const lines = [
    'garbage\r\n\r\n',
    'GET\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'GET / HTTP/1.1 extra\r\n\r\n',
    ' GET / HTTP/1.1\r\n\r\n',
    'G\u0000T / HTTP/1.1\r\n\r\n',
    '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'get /healthz HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /healthz HTTP/1.1\nHost\n\n',
    '{"jsonrpc":"2.0"}\r\n\r\n',
  ];
  for (const line of lines) {
    const answer = await text(world, line);
    expect([400, 505], JSON.stringify(line)).toContain(answer.status);
    expectEnvelope(answer);
    expect((await world.usage()).status).toBe(200);
  }
});

test('an HTTP/1.1 request without Host, or with two, is rejected with the envelope', async () => {
  const world = await startCheckedWorld(harness);
  const none = await only(rawExchange(world.url, [writeRequest({ ...usage, key: world.key, without: ['host'] })]));
  expectRefusal(none, 'invalid_request');
  const old = writeRequest({ ...usage, version: 'HTTP/1.0', key: world.key, without: ['host'] });
  expect((await only(rawExchange(world.url, [old]))).status).toBe(200);
  const two = await only(
    rawExchange(world.url, [writeRequest({ ...usage, key: world.key, headers: [['Host', 'other']] })]),
  );
  expectRefusal(two, 'invalid_request');
});

test('HTTP/1.0 is answered, and the connection closed', async () => {
  const world = await startCheckedWorld(harness);
  const exchange = await rawExchange(world.url, [writeRequest({ ...usage, version: 'HTTP/1.0', key: world.key })], {
    answers: 2,
  });
  expect(exchange.answers.map(({ status }) => status)).toEqual([200]);
  expect(exchange.closedByService).toBe(true);
});

test('the absolute form of a URL names the same endpoint', async () => {
  const world = await startCheckedWorld(harness);
  const answer = await only(
    rawExchange(world.url, [
      writeRequest({ ...usage, target: 'http://understudy.test/api/v1/agent/usage', key: world.key }),
    ]),
  );
  expect(answer.status).toBe(200);
});

test('a path with broken or odd percent-encoding is rejected with the envelope', async () => {
  const world = await startCheckedWorld(harness);
  for (const target of [
    '/%',
    '/%zz',
    '/api/v1/agent/%ff',
    '/api/v1/agent/usage%00',
    '/api/v1/agent/%2e%2e/agent/usage',
    '/api/v1/agent/usage/..',
    '/api//v1/agent/usage',
    '/api/v1/agent/usage;x=1',
    '*',
    '/api/v1/agent/usage%3Fx',
    '//understudy.test/api/v1/agent/usage',
    '/api\\v1',
    '/%E0%A4%A',
  ]) {
    const answer = await only(rawExchange(world.url, [writeRequest({ method: 'GET', target, key: world.key })]));
    expect([400, 404], `${target}: ${answer.text}`).toContain(answer.status);
    expectEnvelope(answer);
  }
  const encoded = await only(
    rawExchange(world.url, [writeRequest({ ...usage, target: '/api/v1/agent/%75sage', key: world.key })]),
  );
  expect([200, 404]).toContain(encoded.status);
});

test('every HTTP method is answered, and so are unknown ones', async () => {
  const world = await startCheckedWorld(harness);
  const methods = [
    'TRACE',
    'PROPFIND',
    'PURGE',
    'M-SEARCH',
    'QUERY',
    'LOCK',
    'MKCOL',
    'SEARCH',
    'SUBSCRIBE',
    'LINK',
    'OPTIONS',
    'CONNECT',
    'BREW',
    'FOO',
  ];
  for (const method of methods) {
    for (const target of ['/api/v1/agent/usage', '/api/v1/agent/draft', '/nowhere']) {
      const answer = await only(rawExchange(world.url, [writeRequest({ method, target, key: world.key })]));
      expect([204, 400, 404, 405, 501], `${method} ${target}: ${answer.status}`).toContain(answer.status);
      if (answer.status >= 400) expectEnvelope(answer);
    }
  }
  expect((await world.usage()).status).toBe(200);
});

test('a HEAD is answered without a body, like its GET or like a wrong method', async () => {
  const world = await startCheckedWorld(harness);
  for (const target of [
    '/api/v1/agent/usage',
    '/api/v1/agent/persona?profileId=prof_aurora',
    '/api/v1/agent/draft',
    '/healthz',
    '/nowhere',
  ]) {
    const answer = await only(
      rawExchange(world.url, [writeRequest({ method: 'HEAD', target, key: world.key })], { isHead: true }),
    );
    expect([200, 404, 405], target).toContain(answer.status);
    expectCommonHeaders(answer);
  }
});

test('requests in one packet are answered one by one, in order', async () => {
  const world = await startCheckedWorld(harness);
  const requests = Buffer.concat([
    writeRequest({ ...usage, key: world.key }),
    writeRequest({ key: world.key, body: goodDraft }),
    writeRequest({ method: 'GET', target: '/nowhere', key: world.key }),
    writeRequest({ ...usage }),
    writeRequest({ key: world.key, body: '{}' }),
    writeRequest({ ...usage, key: world.key }),
  ]);
  const { answers } = await rawExchange(world.url, [requests], { answers: 6 });
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 401, 400, 200]);
  expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(6);
  expect((await world.usage()).body.usage.used).toBe(1);
});

test('garbage after a request does not get ahead of its answer', async () => {
  const engine = gatedEngine();
  const world = await startCheckedWorld(harness, { engine });
  const packet = Buffer.concat([writeRequest({ key: world.key, body: goodDraft }), Buffer.from('garbage\r\n\r\n')]);
  const exchange = rawExchange(world.url, [packet], { answers: 2 });
  await engine.waiting(1);
  await sleep(50);
  engine.open();
  const { answers, closedByService } = await exchange;
  expect(answers.map(({ status }) => status)).toEqual([200]);
  expect(closedByService).toBe(true);
});

test('a rejected write with its whole body leaves the connection usable for the next request', async () => {
  const world = await startCheckedWorld(harness);
  const body = JSON.stringify({ profileId: 'prof_aurora', message: 'x'.repeat(20_000) });
  const requests = [
    writeRequest({ body }),
    writeRequest({ target: '/nowhere', body }),
    writeRequest({ ...usage, key: world.key }),
  ];
  const exchange = await rawExchange(world.url, requests, { answers: 3, pauseMs: 50 });
  const statuses = exchange.answers.map(({ status }) => status);
  expect(statuses, 'in step, or closed after a refusal').toEqual(
    exchange.closedByService ? statuses.slice(0, statuses.length) : [401, 404, 200],
  );
  expect(statuses[0]).toBe(401);
});

test('an upgrade is not followed', async () => {
  const world = await startCheckedWorld(harness);
  for (const upgrade of ['websocket', 'h2c']) {
    const headers: [string, string][] = [
      ['Connection', 'Upgrade'],
      ['Upgrade', upgrade],
      ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
      ['Sec-WebSocket-Version', '13'],
    ];
    const answer = await only(rawExchange(world.url, [writeRequest({ ...usage, key: world.key, headers })]));
    expect(answer.status).toBe(200);
  }
});

test('an error from the parser does not repeat the request', async () => {
  const world = await startCheckedWorld(harness);
  const answer = await text(world, `GET / HTTP/1.1\r\nAuthorization Bearer secret-token\r\n\r\n`);
  expect(answer.text).not.toContain('secret-token');
  expectRefusal(answer, 'invalid_request');
});
