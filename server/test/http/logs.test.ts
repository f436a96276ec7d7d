import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../src/lib/errors.ts';
import { createApiKey, hashApiKey } from '../../src/lib/secrets.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import type { Answer } from '../support/world.ts';
import { startCheckedWorld } from './support/checked-world.ts';
import { rawExchange } from './support/raw-exchange.ts';
import { constantEngine, failingEngine } from './support/scripted-engine.ts';
import { writeRequest } from './support/write-request.ts';

const harness = sqliteHarness();
const message = 'MESSAGE-marker do you ship?';
const reply = 'REPLY-marker I ship worldwide';
const reason = 'REASON-marker asks for a refund';
const idempotencyKey = 'IDEMPOTENCY-marker-1';
const history = [{ body: 'HISTORY-marker hello' }];

test.each(['fatal', 'error', 'warn', 'info', 'debug'] as const)(
  'no message, reply, reason, key, token or idempotency key is ever logged, for any call (level %s)',
  async (logLevel) => {
    const engine = constantEngine({ reply, rationale: 'RATIONALE-marker' });
    const world = await startCheckedWorld(harness, { engine, config: { logLevel } });
    const unknown = createApiKey().key;
    await world.draft({ message, history }, { idempotencyKey });
    await world.draft({ message, history }, { idempotencyKey });
    await world.draft({ message: `${message}!` }, { idempotencyKey });
    await world.draft({ message: message.repeat(100) }, { idempotencyKey });
    await world.draft({ message: [message], [message]: 1 }, { idempotencyKey });
    await world.draft({}, { idempotencyKey, rawBody: `{"message":"${message}` });
    await world.draft({}, { idempotencyKey, rawBody: message.repeat(5_000) });
    await world.draft({ message }, { idempotencyKey: `!${idempotencyKey}` });
    await world.draft({ message }, { idempotencyKey, headers: { 'content-type': `text/${message.slice(0, 14)}` } });
    await world.draft({ message, profileId: 'prof_nowhere' }, { idempotencyKey: `${idempotencyKey}2` });
    await world.handoff({ reason }, { idempotencyKey });
    await world.handoff({ reason: reason.repeat(10) }, { idempotencyKey });
    await world.handoff({ reason, confirm: false }, { idempotencyKey });
    const useTool = (name: string, given: object) =>
      world.call('POST', '/mcp', {
        body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
      });
    const draft = { idempotencyKey: `${idempotencyKey}3`, profileId: 'prof_aurora', message };
    expect((await useTool('agent_draft_reply', draft)).text).toContain('REPLY-marker');
    await useTool('agent_draft_reply', { ...draft, message: `${message}!` });
    await useTool('agent_draft_reply', { ...draft, message: message.repeat(100), [message]: 1 });
    await useTool('agent_create_handoff', { idempotencyKey, conversationId: 'conv_maya', confirm: true, reason });
    await useTool(message, { message });
    const bytes = {
      method: 'POST',
      headers: { authorization: `Bearer ${world.key}`, 'content-type': 'application/json' },
    };
    expect((await fetch(`${world.url}/mcp`, { ...bytes, body: `{"method":"${message}` })).status).toBe(400);
    await world.usage({ key: unknown });
    await world.usage({ key: `${world.key}TOKEN-marker` });
    await world.usage({ key: null, headers: { authorization: `Basic TOKEN-marker` } });
    await world.usage({ headers: { origin: 'https://elsewhere.example' } });
    await world.call('GET', `/api/v1/agent/usage?api_key=${world.key}`);
    await world.call('GET', `/api/v1/agent/persona?profileId=prof_aurora&message=MESSAGE-marker&token=${unknown}`);
    await world.call('GET', `/${world.key}`);
    await world.call('GET', `/api/v1/agent/draft/${unknown}?x=TOKEN-marker`);
    const { key } = world;
    await rawExchange(world.url, [
      writeRequest({ key, body: '{}', headers: [['Authorization', 'Bearer TOKEN-marker']] }),
    ]);
    await rawExchange(world.url, [
      `GET /TOKEN-marker?k=${key} HTTP/1.1\r\nAuthorization Bearer TOKEN-marker ${key}\r\n\r\n`,
    ]);
    await rawExchange(world.url, [writeRequest({ method: 'GET', target: `/%zz${key}`, key })]);
    const log = world.logLines.join('');
    if (logLevel === 'info' || logLevel === 'debug') expect(log).toContain('answered');
    expect(log.match(/\w+-marker/g)).toBeNull();
    for (const secret of [key, unknown, hashApiKey(key), hashApiKey(unknown), key.slice(12, 30), 'ustudy_live_']) {
      expect(log.includes(secret), secret.slice(0, 8)).toBe(false);
    }
  },
);

test('an internal failure is logged without the texts and keys of its request', async () => {
  const world = await startCheckedWorld(harness, { engine: failingEngine(10, 'the model broke') });
  await world.draft({ message, history }, { idempotencyKey });
  await world.handoff({ reason }, { idempotencyKey });
  const log = world.logLines.join('');
  expect(log).toContain('the model broke');
  expect(log.match(/\w+-marker/g)).toBeNull();
  expect(log).not.toContain(world.key);
});

test('each answered request has exactly one log line, with its id and status', async () => {
  const world = await startCheckedWorld(harness, { config: { failedAuthenticationsPerMinute: 3 } });
  const answers: Answer[] = [
    await world.draft({}, { idempotencyKey }),
    await world.draft({}, { idempotencyKey }),
    await world.draft({ message: '' }),
    await world.draft({}, { rawBody: '{' }),
    await world.draft({}, { rawBody: 'x'.repeat(40_000) }),
    await world.handoff(),
    await world.handoff({ confirm: false }),
    await world.persona(),
    await world.persona('prof_nowhere'),
    await world.usage(),
    await world.usage({ key: null }),
    await world.usage({ key: 'mistyped' }),
    await world.usage({ headers: { origin: 'https://elsewhere.example' } }),
    await world.call('GET', '/nowhere'),
    await world.call('PUT', '/api/v1/agent/draft'),
    ...(await rawExchange(world.url, ['garbage\r\n\r\n'])).answers,
    ...(await rawExchange(world.url, [writeRequest({ method: 'GET', target: '/%zz' })])).answers,
    ...(
      await rawExchange(world.url, [
        writeRequest({ method: 'GET', target: '/healthz', headers: [['X-Big', 'a'.repeat(100_000)]] }),
      ])
    ).answers,
  ];
  const reports = world.logLines.map((line) => JSON.parse(line));
  for (const { status, headers } of answers) {
    const id = headers.get('x-request-id');
    const own = reports.filter((report) => JSON.stringify(report).includes(`"${id}"`));
    expect(
      own.filter((report) => report.status === status),
      `${status} ${JSON.stringify(own)}`,
    ).toHaveLength(1);
    if (status < 500) expect(own).toHaveLength(1);
  }
});

test('an outage is logged with its reason under the request id', async () => {
  const down = async (): Promise<never> => {
    throw new StoreUnavailable('secret-host:5432 refused');
  };
  const world = await startCheckedWorld(harness, { wrapStore: (store) => ({ ...store, usage: down }) });
  const answer = await world.usage();
  const lines = world.logLines.filter((line) => line.includes(answer.body.requestId));
  expect(lines.some((line) => line.includes('secret-host:5432 refused'))).toBe(true);
});

test('every log line is one JSON object', async () => {
  const world = await startCheckedWorld(harness);
  await world.draft({ message: 'a\nb\r\n{"level":"info"}' });
  await world.call('GET', '/a%0a%0d{"level":"fatal"}');
  for (const line of world.logLines) {
    expect(line.trimEnd()).not.toContain('\n');
    expect(JSON.parse(line)).toMatchObject({ level: expect.any(String), time: expect.any(String) });
  }
});
