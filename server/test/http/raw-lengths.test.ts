import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sqliteHarness } from '../support/store-harness.ts';
import type { World } from '../support/world.ts';
import { startCheckedWorld } from './support/checked-world.ts';
import { rawExchange } from './support/raw-exchange.ts';
import { expectEnvelope } from './support/refusals.ts';
import { goodDraft, writeRequest } from './support/write-request.ts';

const harness = sqliteHarness();
const impatient = { config: { requestTimeoutMs: 1_000 } };

function announcing(world: World, length: string, body: string): Buffer {
  return writeRequest({ key: world.key, body, without: ['content-length'], headers: [['Content-Length', length]] });
}

test('an invalid or repeated Content-Length, or one together with chunks, is 400 with the envelope', async () => {
  const world = await startCheckedWorld(harness);
  const length = String(goodDraft.length);
  const headers: [string, string][][] = [
    [['Content-Length', '-1']],
    [['Content-Length', 'abc']],
    [['Content-Length', '1e3']],
    [['Content-Length', '0x10']],
    [['Content-Length', '99999999999999999999999']],
    [['Content-Length', `${length}, ${length}`]],
    [
      ['Content-Length', length],
      ['Content-Length', '5'],
    ],
    [
      ['Content-Length', length],
      ['Transfer-Encoding', 'chunked'],
    ],
    [
      ['Transfer-Encoding', 'chunked'],
      ['Content-Length', length],
    ],
    [
      ['Transfer-Encoding', 'gzip, chunked'],
      ['Content-Length', length],
    ],
    [['Transfer-Encoding', 'nonsense']],
  ];
  for (const lines of headers) {
    const request = writeRequest({ key: world.key, body: goodDraft, without: ['content-length'], headers: lines });
    const { answers } = await rawExchange(world.url, [request]);
    expect(answers[0]?.status, JSON.stringify(lines)).toBe(400);
    if (answers[0] !== undefined) expectEnvelope(answers[0]);
  }
  expect((await world.usage()).body.usage.used).toBe(0);
});

test('invalid chunks are 400 with the envelope', async () => {
  const world = await startCheckedWorld(harness);
  const head = writeRequest({
    key: world.key,
    headers: [
      ['Content-Type', 'application/json'],
      ['Idempotency-Key', 'chunks-0001'],
      ['Transfer-Encoding', 'chunked'],
    ],
  });
  for (const chunks of [
    'zz\r\n{}\r\n0\r\n\r\n',
    '-1\r\n',
    '5\r\n{}{}{}{}{}\r\n0\r\n\r\n',
    'ffffffffffffffffff\r\n{}',
  ]) {
    const { answers } = await rawExchange(world.url, [Buffer.concat([head, Buffer.from(chunks)])]);
    expect(answers[0]?.status, JSON.stringify(chunks)).toBe(400);
    if (answers[0] !== undefined) expectEnvelope(answers[0]);
  }
});

test('a body shorter than announced, then silence, is abandoned in time and leaves nothing', async () => {
  const world = await startCheckedWorld(harness, impatient);
  const { answers } = await rawExchange(world.url, [announcing(world, '500', goodDraft)], { timeoutMs: 50_000 });
  expect(answers[0]?.status).toBe(408);
  if (answers[0] !== undefined) expectEnvelope(answers[0]);
  expect((await world.usage()).body.usage.used).toBe(0);
}, 120_000);

test('a caller that disconnects in the middle of its body costs nothing', async () => {
  const world = await startCheckedWorld(harness);
  for (const halfClose of [true, false]) {
    const request = announcing(world, '500', goodDraft);
    if (halfClose) await rawExchange(world.url, [request], { endAfterMs: 0 });
    else {
      const { port } = new URL(world.url);
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(request);
      await sleep(50);
      socket.destroy();
    }
  }
  expect((await world.usage()).body.usage.used).toBe(0);
});

test('bytes after the announced length of a body are not part of it', async () => {
  const world = await startCheckedWorld(harness);
  const smuggled = `${goodDraft}GET /api/v1/agent/usage HTTP/1.1\r\nHost: x\r\n\r\n`;
  const { answers } = await rawExchange(world.url, [announcing(world, String(goodDraft.length), smuggled)], {
    answers: 2,
  });
  expect(answers.map(({ status }) => status)).toEqual([200, 401]);
  const short = await rawExchange(world.url, [announcing(world, '5', goodDraft)], { answers: 2 });
  for (const answer of short.answers) {
    expect(answer.status).toBe(400);
    expectEnvelope(answer);
  }
});

test('headers that never end are abandoned with 408 and the envelope', async () => {
  const world = await startCheckedWorld(harness, impatient);
  for (const beginning of ['GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'GET /heal']) {
    const { answers, closedByService } = await rawExchange(world.url, [beginning], { timeoutMs: 50_000 });
    expect(answers[0]?.status, beginning).toBe(408);
    if (answers[0] !== undefined) expectEnvelope(answers[0]);
    expect(closedByService || answers[0]?.headers.get('connection') === 'close').toBe(true);
  }
}, 120_000);

test('sending headers byte by byte gains no more time', async () => {
  const world = await startCheckedWorld(harness, impatient);
  const parts = [
    'GET /healthz HTTP/1.1\r\nHost: x\r\n',
    ...Array.from({ length: 60 }, (_, index) => `X-${index}: 1\r\n`),
  ];
  const { answers, closedByService } = await rawExchange(world.url, parts, { pauseMs: 100, timeoutMs: 50_000 });
  expect(answers[0]?.status ?? (closedByService ? 408 : 0)).toBe(408);
}, 120_000);

test('two hundred callers that never finish their headers do not prevent others from being served', async () => {
  const world = await startCheckedWorld(harness);
  const { port } = new URL(world.url);
  const sockets = Array.from({ length: 200 }, () => connect(Number(port), '127.0.0.1'));
  for (const socket of sockets) {
    socket.on('error', () => undefined);
    socket.write('POST /api/v1/agent/draft HTTP/1.1\r\nHost: x\r\n');
  }
  await sleep(100);
  expect((await world.draft()).status).toBe(200);
  for (const socket of sockets) socket.destroy();
});
