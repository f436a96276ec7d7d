import { expect, test } from 'vitest';
import { rawExchange } from '../http/support/raw-exchange.ts';
import { expectRefusal } from '../http/support/refusals.ts';
import { writeRequest } from '../http/support/write-request.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import { startWorld } from '../support/world.ts';
import { post } from './support/mcp-caller.ts';

const start = () => startWorld(sqliteHarness());

test.each([
  ['', 'application/json; charset=utf-8'],
  ['*/*', 'application/json; charset=utf-8'],
  ['application/*', 'application/json; charset=utf-8'],
  ['application/json, text/event-stream', 'application/json; charset=utf-8'],
  ['text/event-stream, application/json', 'application/json; charset=utf-8'],
  ['text/event-stream', 'text/event-stream'],
  ['text/event-stream;q=1, application/json;q=0', 'text/event-stream'],
  ['application/json; charset=utf-8', 'application/json; charset=utf-8'],
  ['Application/JSON;charset="utf-8,;"', 'application/json; charset=utf-8'],
  ['text/event-stream;charset=utf-8', 'text/event-stream'],
  ['application/json;v=1; q=0, text/event-stream; a=b', 'text/event-stream'],
  ['*/*;v=1', 'application/json; charset=utf-8'],
  ['application/json;charset=utf-8;q=0', null],
  ['text/html;a="application/json, */*"', null],
  ['text/html', null],
  ['application/json;q=0', null],
  ['*/*;q=0', null],
])('Accept "%s" is answered as %s', async (accept, type) => {
  const world = await start();
  const message = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const answer = await post(world, message, { headers: { accept } });
  if (type === null) return expectRefusal(answer, 'not_acceptable');
  expect({ status: answer.status, type: answer.headers.get('content-type') }).toEqual({ status: 200, type });
  const [, data = null] =
    type === 'text/event-stream' ? (/^event: message\ndata: (.*)\n\n$/.exec(answer.text) ?? []) : ['', answer.text];
  expect(JSON.parse(data ?? 'null'), answer.text).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
});

test('a request without Accept is answered with JSON', async () => {
  const world = await start();
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const { answers } = await rawExchange(world.url, [writeRequest({ target: '/mcp', key: world.key, body })]);
  expect(answers[0]?.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answers[0]?.body).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
});

test('methods other than POST get 405 with Allow, and a body that is not JSON or is compressed gets 415', async () => {
  const world = await start();
  for (const method of ['GET', 'DELETE', 'PUT', 'PATCH']) {
    const answer = await world.call(method, '/mcp');
    expectRefusal(answer, 'method_not_allowed');
    expect(answer.headers.get('allow')).toContain('POST');
  }
  const rawBody = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  expectRefusal(
    await post(world, undefined, { rawBody, headers: { 'content-type': 'text/plain' } }),
    'unsupported_media_type',
  );
  for (const type of ['application/json; charset=UTF-16', 'application/json;charset="latin1"']) {
    const answer = await post(world, undefined, { rawBody, headers: { 'content-type': type } });
    expectRefusal(answer, 'unsupported_media_type');
  }
  const inUtf8 = { 'content-type': 'application/json; charset=UTF-8' };
  expect((await post(world, undefined, { rawBody, headers: inUtf8 })).status).toBe(200);
  expectRefusal(
    await post(world, undefined, { rawBody, headers: { 'content-encoding': 'gzip' } }),
    'unsupported_media_type',
  );
});

test('a body of 65,536 bytes is accepted, and one byte more is payload_too_large', async () => {
  const world = await start();
  const empty = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { fill: '' } });
  const ofBytes = (bytes: number) => empty.replace('""', `"${'x'.repeat(bytes - empty.length)}"`);
  for (const [bytes, status] of [
    [65_535, 200],
    [65_536, 200],
    [65_537, 413],
  ] as const) {
    const rawBody = ofBytes(bytes);
    expect(Buffer.byteLength(rawBody)).toBe(bytes);
    const answer = await post(world, undefined, { rawBody });
    expect(answer.status, `${bytes} bytes`).toBe(status);
    if (status === 413) expectRefusal(answer, 'payload_too_large');
  }
});

test('authentication and origins fail as over REST, with their statuses and the envelope', async () => {
  const world = await start();
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const missing = await post(world, ping, { key: null });
  expectRefusal(missing, 'agent_auth_required');
  expect(missing.headers.get('www-authenticate')).toBe('Bearer realm="understudy"');
  expectRefusal(await post(world, ping, { key: 'ustudy_live_wrong' }), 'agent_key_invalid');
  expectRefusal(await post(world, ping, { headers: { origin: 'https://evil.example' } }), 'agent_origin_rejected');
  expect((await post(world, ping, { headers: { origin: 'https://desk.aurora.example' } })).status).toBe(200);
  const { workspaceId } = world;
  await world.importDocument({
    workspaces: [{ id: workspaceId, name: 'Aurora Lane', plan: 'agency', status: 'inactive' }],
  });
  const { key } = await world.createKey();
  expectRefusal(await post(world, ping, { key }), 'agent_workspace_inactive');
});
