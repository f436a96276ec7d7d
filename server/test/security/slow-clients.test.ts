import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { goodDraft } from '../http/support/write-request.ts';
import { type AttackedProcess, shareAttackedProcess, startAttackedProcess } from './support/attacked-service.ts';

const impatient = { UNDERSTUDY_REQUEST_TIMEOUT_MS: '1500' };
const plans = JSON.stringify({ agency: { requestsPerMinute: 100_000 } });
const attacked = shareAttackedProcess({ env: { ...impatient, UNDERSTUDY_PLANS: plans } });
const many = 400;

/** Ways to keep a connection open for as long as the service allows. */
const ways: Readonly<Record<string, (service: AttackedProcess, socket: Socket) => Promise<void>>> = {
  'say nothing at all': async () => undefined,
  'drip their headers': async (_service, socket) => {
    socket.write('POST /api/v1/agent/draft HTTP/1.1\r\nHost: x\r\n');
    await drip(socket, 'X-Slow: 1\r\n');
  },
  'drip their body': async ({ key }, socket) => {
    socket.write(head(key, 'Content-Length: 30000'));
    await drip(socket, ' ');
  },
  'drip chunks': async ({ key }, socket) => {
    socket.write(head(key, 'Transfer-Encoding: chunked'));
    await drip(socket, '1\r\n \r\n');
  },
  'announce a body and wait to be asked for it': async ({ key }, socket) => {
    socket.write(head(key, 'Content-Length: 100\r\nExpect: 100-continue'));
  },
};

test.each(Object.keys(ways))(
  `${many} callers that %s are disconnected in time, use little memory, and do not prevent others from being served`,
  async (way) => {
    const service = attacked();
    const aloneMs = await slowestOf(service, 20);
    const before = service.memoryMiB();
    const limitMs = aloneMs * 10 + 500;
    let besideMs = Number.POSITIVE_INFINITY;
    // The machine itself may be slow during one attack.
    for (let round = 0; round < 4 && besideMs >= limitMs; round += 1) {
      const sockets = openMany(service);
      const attacks = sockets.map((socket) => ways[way]?.(service, socket));
      await delay(300);
      besideMs = await slowestOf(service, 20);
      await expect.poll(() => service.memoryMiB() - before, { message: 'MiB more' }).toBeLessThan(80);
      const startedAt = performance.now();
      await Promise.all(sockets.map((socket) => closed(socket)));
      expect(performance.now() - startedAt).toBeLessThan(60_000);
      await Promise.all(attacks);
    }
    expect(besideMs, `alone ${aloneMs} ms`).toBeLessThan(limitMs);
    expect((await service.ask('/api/v1/agent/usage')).status).toBe(200);
  },
);

/** The largest response that is available without a key, from a service that was never asked for it before. */
test.each(['/docs/js/scalar.js', '/api/v1/agent/openapi.json'])(
  'callers that request %s ten thousand times and never read are disconnected in time, use limited memory, and do not prevent others from being served',
  async (path) => {
    const service = await startAttackedProcess({ env: impatient });
    await slowestOf(service, 5);
    const before = service.memoryMiB();
    const sockets = openMany(service, 20);
    for (const socket of sockets) {
      socket.pause();
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(500));
    }
    await delay(500);
    expect(await slowestOf(service, 20)).toBeLessThan(5_000);
    await expect.poll(() => service.memoryMiB() - before, { message: 'MiB more' }).toBeLessThan(300);
    await Promise.all(sockets.map((socket) => droppedByService(socket)));
    expect((await service.ask('/api/v1/agent/usage')).status).toBe(200);
  },
);

test('callers that are too late, and then send thousands of requests without closing their connection, are disconnected in time', async () => {
  const sockets = openMany(attacked(), 10, { allowHalfOpen: true });
  const late = async (socket: Socket) => {
    const request = 'GET /docs/js/scalar.js HTTP/1.1\r\nHost: x\r\n';
    socket.write(request);
    expect(String(await once(socket, 'data'))).toContain('HTTP/1.1 408');
    socket.pause();
    socket.write(`\r\n${`${request}\r\n`.repeat(500)}`);
    await droppedByService(socket);
  };
  await Promise.all(sockets.map(late));
}, 60_000);

function openMany({ url }: AttackedProcess, count = many, options: { allowHalfOpen?: boolean } = {}): Socket[] {
  const port = Number(new URL(url).port);
  const sockets = Array.from({ length: count }, () => connect({ port, host: '127.0.0.1', ...options }));
  for (const socket of sockets) socket.on('error', () => undefined);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return sockets;
}

async function drip(socket: Socket, text: string): Promise<void> {
  for (let count = 0; count < 300 && socket.writable && !socket.destroyed; count += 1) {
    socket.write(text);
    await delay(100);
  }
}

function head(key: string, lines: string): string {
  return `POST /api/v1/agent/draft HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nIdempotency-Key: ${crypto.randomUUID()}\r\n${lines}\r\n\r\n${goodDraft.slice(0, 5)}`;
}

/** Waits until the service closes the connection, and reads what it still sends. */
async function closed(socket: Socket): Promise<void> {
  socket.resume();
  if (!socket.closed) await once(socket, 'close');
}

/**
 * Waits until the service has dropped the connection, without reading. The system reports this to a client that writes
 * again.
 */
async function droppedByService(socket: Socket): Promise<void> {
  while (!socket.closed) {
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await delay(200);
  }
}

async function slowestOf(service: AttackedProcess, count: number): Promise<number> {
  let slowestMs = 0;
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now();
    const { status } = await service.ask('/api/v1/agent/draft', {
      body: { profileId: 'prof_aurora', message: 'do you ship?' },
    });
    expect(status).toBe(200);
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
  }
  return slowestMs;
}
