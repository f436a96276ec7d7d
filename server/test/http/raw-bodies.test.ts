import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { sqliteHarness } from '../support/store-harness.ts';
import type { Answer, World } from '../support/world.ts';
import { startCheckedWorld } from './support/checked-world.ts';
import { rawExchange } from './support/raw-exchange.ts';
import { expectRefusal, type RefusalCode } from './support/refusals.ts';
import { goodDraft, writeRequest } from './support/write-request.ts';

const harness = sqliteHarness();
const limitBytes = 32 * 1_024;

function send(world: World, rawBody: string | Uint8Array, headers: Record<string, string> = {}): Promise<Answer> {
  return world.call('POST', '/api/v1/agent/draft', { idempotencyKey: randomUUID(), rawBody, headers });
}

/** Returns a valid draft as JSON of exactly `bytes` bytes. */
function padded(bytes: number): string {
  return goodDraft + ' '.repeat(bytes - goodDraft.length);
}

function chunked(body: string, chunkBytes: number): string {
  let text = '';
  for (let at = 0; at < body.length; at += chunkBytes) {
    const chunk = body.slice(at, at + chunkBytes);
    text += `${chunk.length.toString(16)}\r\n${chunk}\r\n`;
  }
  return `${text}0\r\n\r\n`;
}

function chunkedRequest(world: World, body: string, chunkBytes: number): Buffer {
  const head = writeRequest({
    key: world.key,
    headers: [
      ['Content-Type', 'application/json'],
      ['Idempotency-Key', randomUUID()],
      ['Transfer-Encoding', 'chunked'],
    ],
  });
  return Buffer.concat([head, Buffer.from(chunked(body, chunkBytes))]);
}

test('a body that is not JSON gets invalid_json, whatever it contains', async () => {
  const world = await startCheckedWorld(harness);
  const bodies = [
    '',
    ' ',
    '{',
    '}',
    '{"profileId":"prof_aurora","message":"hello"',
    `${goodDraft}${goodDraft}`,
    `${goodDraft},`,
    `[${goodDraft}`,
    "{'a':1}",
    '{a:1}',
    '{"a":1,}',
    '{"a":01}',
    'NaN',
    'undefined',
    '{"a":Infinity}',
    '"abc',
    '"\u0001"',
    '{"message":"a\nb"}',
    '\u0000',
    `${goodDraft}\u0000`,
    `// x\n${goodDraft}`,
    'profileId=prof_aurora&message=hello',
    '\\u007b\\u007d',
    '{"a":"\\x"}',
    '{"a":"\\u12"}',
  ];
  for (const body of bodies) expectRefusal(await send(world, body), 'invalid_json');
  expect((await world.draft()).status).toBe(200);
});

test('a write without any body is invalid_json or says that its content type is missing', async () => {
  const world = await startCheckedWorld(harness);
  const idempotencyKey = 'empty-body';
  expectRefusal(await world.call('POST', '/api/v1/agent/draft', { idempotencyKey }), 'unsupported_media_type');
  const headers = { 'content-type': 'application/json' };
  expectRefusal(await world.call('POST', '/api/v1/agent/draft', { idempotencyKey, headers }), 'invalid_json');
});

test('bytes that are not UTF-8 are invalid_json, never read as something else', async () => {
  const world = await startCheckedWorld(harness);
  const around = (bytes: number[]) =>
    Buffer.concat([Buffer.from('{"profileId":"prof_aurora","message":"ab'), Buffer.from(bytes), Buffer.from('"}')]);
  for (const bytes of [
    [0xff],
    [0xc3],
    [0xc0, 0x80],
    [0xed, 0xa0, 0x80],
    [0xf5, 0x80, 0x80, 0x80],
    [0xe9],
    [0x80],
    [0xf0, 0x9f, 0x98],
  ]) {
    expectRefusal(await send(world, around(bytes)), 'invalid_json');
  }
  for (const encoding of ['utf16le'] as const)
    expectRefusal(await send(world, Buffer.from(goodDraft, encoding)), 'invalid_json');
});

test('a byte order mark is either ignored or rejected as invalid JSON', async () => {
  const world = await startCheckedWorld(harness);
  const answer = await send(world, `\ufeff${goodDraft}`);
  if (answer.status !== 200) expectRefusal(answer, 'invalid_json');
});

test('an escaped lone surrogate or NUL parses as JSON and is rejected as a field', async () => {
  const world = await startCheckedWorld(harness);
  for (const escaped of ['\\ud800', '\\udfff', '\\udc00\\ud800', '\\u0000', '\\ud83dx']) {
    const answer = await send(world, `{"profileId":"prof_aurora","message":"ab${escaped}"}`);
    expectRefusal(answer, 'invalid_request');
    expect(answer.body.message).toContain('message');
  }
  expect((await send(world, '{"profileId":"prof_aurora","message":"ab\\ud83d\\ude00"}')).status).toBe(200);
});

test('__proto__ and constructor as property names are rejected and poison nothing', async () => {
  const world = await startCheckedWorld(harness);
  const bodies = [
    '{"__proto__":{"profileId":"prof_aurora","message":"hello"}}',
    '{"profileId":"prof_aurora","message":"hello","__proto__":{"polluted":true}}',
    '{"profileId":"prof_aurora","message":"hello","constructor":{"prototype":{"polluted":true}}}',
    '{"profileId":"prof_aurora","message":"hello","\\u005f_proto__":1}',
    '{"profileId":"prof_aurora","message":"hello","history":[{"body":"x","__proto__":{"polluted":true}}]}',
  ];
  for (const body of bodies) expectRefusal(await send(world, body), 'invalid_request');
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test('nesting of ten thousand levels is rejected, and the service keeps running', async () => {
  const world = await startCheckedWorld(harness);
  const deep = (open: string, close: string) => open.repeat(10_000) + close.repeat(10_000);
  const bodies: [string, RefusalCode][] = [
    [deep('[', ']'), 'invalid_request'],
    [`{"profileId":"prof_aurora","message":${deep('[', ']')}}`, 'invalid_request'],
    [`{"profileId":"prof_aurora","message":"hello","history":${'['.repeat(10_000)}`, 'invalid_json'],
    [`{"x":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`, 'invalid_request'],
  ];
  for (const [body, code] of bodies) expectRefusal(await send(world, body), code);
  expect((await world.draft()).status).toBe(200);
});

test('a property given twice is never read half and half: the answer belongs to one reading', async () => {
  const world = await startCheckedWorld(harness);
  const answer = await send(
    world,
    '{"profileId":"prof_nowhere","profileId":"prof_aurora","message":"a","message":"hello"}',
  );
  expect([200, 400]).toContain(answer.status);
  const other = await send(world, '{"profileId":"prof_aurora","message":"hello","message":"a"}');
  expectRefusal(other, other.body.error === 'invalid_json' ? 'invalid_json' : 'invalid_request');
});

test('a body of 32 KiB is accepted, and one byte more is too large, in bytes and not in characters', async () => {
  const world = await startCheckedWorld(harness);
  for (const bytes of [limitBytes - 1, limitBytes])
    expect((await send(world, padded(bytes))).status, `${bytes}`).toBe(200);
  for (const bytes of [limitBytes + 1, limitBytes * 2, 5_000_000])
    expectRefusal(await send(world, padded(bytes)), 'payload_too_large');
  const wide = JSON.stringify({
    profileId: 'prof_aurora',
    message: 'hello',
    history: Array.from({ length: 12 }, () => ({ body: '𝒜'.repeat(700) })),
  });
  expect(wide.length).toBeLessThan(limitBytes);
  expectRefusal(await send(world, wide), 'payload_too_large');
  for (const bytes of [limitBytes, limitBytes + 1]) {
    const rawBody = `{"conversationId":"conv_maya","confirm":true}`.padEnd(bytes);
    const answer = await world.call('POST', '/api/v1/agent/handoff', { idempotencyKey: randomUUID(), rawBody });
    if (bytes === limitBytes) expect(answer.status).toBe(200);
    else expectRefusal(answer, 'payload_too_large');
  }
});

test('a chunked body has the same limit, which is checked while the body is read', async () => {
  const world = await startCheckedWorld(harness);
  const [fits] = (await rawExchange(world.url, [chunkedRequest(world, padded(limitBytes), 1_000)])).answers;
  expect(fits?.status).toBe(200);
  for (const bytes of [limitBytes + 1, 300_000]) {
    const [answer] = (await rawExchange(world.url, [chunkedRequest(world, padded(bytes), 1_000)])).answers;
    expect(answer, 'an answer came').toBeDefined();
    if (answer !== undefined) expectRefusal(answer, 'payload_too_large');
  }
  expect((await world.draft()).status).toBe(200);
});

test('a compressed body is unsupported_media_type, and the message says why', async () => {
  const world = await startCheckedWorld(harness);
  for (const encoding of ['gzip', 'br', 'deflate', 'gzip, identity']) {
    const answer = await send(world, gzipSync(goodDraft), { 'content-encoding': encoding });
    expectRefusal(answer, 'unsupported_media_type');
    expect(answer.body.message).toContain('Content-Encoding');
  }
  expect((await send(world, goodDraft, { 'content-encoding': 'identity' })).status).toBe(200);
});

test('a gzip bomb is not unpacked', async () => {
  const world = await startCheckedWorld(harness);
  const bomb = gzipSync(Buffer.alloc(20_000_000, ' '));
  expectRefusal(await send(world, bomb, { 'content-encoding': 'gzip' }), 'unsupported_media_type');
});
