import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sqliteHarness } from '../support/store-harness.ts';
import { startCheckedWorld } from './support/checked-world.ts';
import { rawExchange } from './support/raw-exchange.ts';
import { expectRefusal } from './support/refusals.ts';
import { goodDraft, writeRequest } from './support/write-request.ts';

const harness = sqliteHarness();

test('application/json is accepted in any case, with or without charset utf-8', async () => {
  const world = await startCheckedWorld(harness);
  for (const type of [
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json ; charset=utf-8',
  ]) {
    const answer = await world.draft({}, { headers: { 'content-type': type } });
    expect(answer.status, `${type}: ${answer.text}`).toBe(200);
  }
});

test('any other content type is unsupported_media_type', async () => {
  const world = await startCheckedWorld(harness);
  const types = [
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/octet-stream',
    'application/jsonx',
    'application/json5',
    'application/ld+json',
    'application/vnd.api+json',
    'application/json-seq',
    'xapplication/json',
    'text/plain; a=application/json',
    'application',
    'json',
    '/',
    '*/*',
    'application/*',
    ';',
    'application/json/x',
    'application/json, text/plain',
    'garbage garbage',
  ];
  for (const path of ['/api/v1/agent/draft', '/api/v1/agent/handoff']) {
    for (const type of types) {
      const headers = { 'content-type': type };
      const answer = await world.call('POST', path, { idempotencyKey: randomUUID(), rawBody: goodDraft, headers });
      expect(answer.body?.error, `${type}: ${answer.text}`).toBe('unsupported_media_type');
      expectRefusal(answer, 'unsupported_media_type');
    }
  }
});

test('another charset than UTF-8 is unsupported_media_type, and a body that is not UTF-8 is invalid_json', async () => {
  const world = await startCheckedWorld(harness);
  const latin1 = Buffer.from(goodDraft.replace('Brazil', 'Brasília'), 'latin1');
  for (const charset of ['utf-16', 'iso-8859-1', 'latin1', 'windows-1252', 'nonsense']) {
    const headers = { 'content-type': `application/json; charset=${charset}` };
    const answer = await world.draft({}, { headers });
    expectRefusal(answer, 'unsupported_media_type');
    expect(answer.body.message, charset).toContain('UTF-8');
  }
  expectRefusal(await world.draft({}, { rawBody: latin1 }), 'invalid_json');
  expectRefusal(await world.draft({}, { rawBody: Buffer.from(goodDraft, 'utf16le') }), 'invalid_json');
});

test('a body without a content type is unsupported_media_type', async () => {
  const world = await startCheckedWorld(harness);
  for (const headers of [[], [['Content-Type', '']]] as [string, string][][]) {
    const request = writeRequest({ key: world.key, body: goodDraft, without: ['content-type'], headers });
    const [answer] = (await rawExchange(world.url, [request])).answers;
    expect(answer).toBeDefined();
    if (answer !== undefined) expectRefusal(answer, 'unsupported_media_type');
  }
});

test('a read ignores a content type and a body', async () => {
  const world = await startCheckedWorld(harness);
  for (const type of ['text/plain', 'application/json', 'garbage']) {
    expect((await world.usage({ headers: { 'content-type': type } })).status, type).toBe(200);
    const request = writeRequest({
      method: 'GET',
      target: '/api/v1/agent/usage',
      key: world.key,
      headers: [
        ['Content-Type', type],
        ['Content-Length', '5'],
      ],
    });
    const [answer] = (await rawExchange(world.url, [request, '{"a":'])).answers;
    expect([200, 400, 415], `${type}: ${answer?.text}`).toContain(answer?.status);
  }
});

test('no Accept header prevents an answer', async () => {
  const world = await startCheckedWorld(harness);
  for (const accept of ['*/*', 'application/json', 'text/html', 'image/png', 'garbage', 'application/json;q=0']) {
    expect((await world.usage({ headers: { accept } })).status, accept).toBe(200);
  }
});
