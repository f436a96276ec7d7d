import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createWebhookChannel } from '../../src/jobs/webhook.ts';
import { ownCertificate } from '../support/own-certificate.ts';
import { freePort } from '../support/service-process.ts';
import { startReceiver } from './support/receiver.ts';
import { notificationSettings, sampleAnnouncement, target } from './support/samples.ts';

/** The timeout for receivers that would never end, and for all others, which end before it on a busy machine, too. */
const shortMs = 500;
const longMs = 30_000;

async function timedSend(url: string, timeoutMs = longMs) {
  const settings = { webhook: { url } };
  const channel = createWebhookChannel({ settings: notificationSettings({ timeoutMs }) });
  const startedAt = Date.now();
  const outcome = await channel.send(sampleAnnouncement(settings), target(settings));
  return { outcome, tookMs: Date.now() - startedAt };
}

/** Starts a server that sends whatever the test wants, and returns its address. */
async function startSocketServer(onSocket: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onSocket(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // the address of a TCP server is never a string
}

test.each([200, 201, 202, 204, 299])('%i counts as delivered', async (status) => {
  const receiver = await startReceiver((response) => response.writeHead(status).end());
  expect((await timedSend(receiver.url)).outcome).toEqual({ kind: 'sent', note: null });
});

test.each([400, 401, 404, 408, 429, 500, 502, 503])('%i is retried', async (status) => {
  const receiver = await startReceiver((response) => response.writeHead(status).end());
  expect((await timedSend(receiver.url)).outcome).toEqual({
    kind: 'failed',
    reason: `the webhook answered ${status}`,
    isFinal: false,
  });
});

test('410 is final', async () => {
  const receiver = await startReceiver((response) => response.writeHead(410).end());
  expect((await timedSend(receiver.url)).outcome).toMatchObject({ kind: 'failed', isFinal: true });
});

test.each([301, 302, 303, 307, 308])('a redirect by %i is not followed', async (status) => {
  const elsewhere = await startReceiver();
  const receiver = await startReceiver((response) => response.writeHead(status, { location: elsewhere.url }).end());
  const { outcome } = await timedSend(receiver.url);
  expect(outcome).toMatchObject({
    kind: 'failed',
    reason: `the webhook answered ${status}, and this service does not follow redirects`,
  });
  expect(elsewhere.connections()).toBe(0);
});

test("a receiver's words are never repeated", async () => {
  const receiver = await startReceiver((response) => {
    response.writeHead(500, 'CANARY-status', { 'x-canary': 'CANARY-header' }).end('CANARY-body');
  });
  expect(JSON.stringify((await timedSend(receiver.url)).outcome)).not.toContain('CANARY');
  const garbage = await startSocketServer((socket) => socket.end('CANARY is not HTTP\r\n\r\n'));
  expect((await timedSend(garbage)).outcome).toEqual({
    kind: 'failed',
    reason: 'the webhook did not answer with HTTP',
    isFinal: false,
  });
});

test('a receiver that accepts and never answers is abandoned after the timeout', async () => {
  const { outcome, tookMs } = await timedSend(await startSocketServer(() => undefined), shortMs);
  expect(outcome).toEqual({ kind: 'failed', reason: 'the webhook did not answer within 0.5 s', isFinal: false });
  expect(tookMs).toBeLessThan(longMs);
});

test('a receiver that sends its headers very slowly is abandoned after the timeout', async () => {
  const url = await startSocketServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const drip = setInterval(() => socket.write('x-drip: 1\r\n'), 50);
    socket.once('close', () => clearInterval(drip));
  });
  const { outcome, tookMs } = await timedSend(url, shortMs);
  expect(outcome).toMatchObject({ reason: 'the webhook did not answer within 0.5 s' });
  expect(tookMs).toBeLessThan(longMs);
});

test('a receiver that answers 200 and sends its body very slowly counts as delivered, and is abandoned after the timeout', async () => {
  const receiver = await startReceiver((response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write('.'), 50);
    response.once('close', () => clearInterval(drip));
  });
  const { outcome, tookMs } = await timedSend(receiver.url, shortMs);
  expect(outcome).toEqual({ kind: 'sent', note: null });
  expect(tookMs).toBeLessThan(longMs);
});

test('of an endless answer little more than 64 KiB are read', async () => {
  let writtenBytes = 0;
  const receiver = await startReceiver((response) => {
    const chunk = Buffer.alloc(16 * 1024);
    const pour = () => {
      while (!response.destroyed && response.write(chunk)) writtenBytes += chunk.length;
      if (!response.destroyed) response.once('drain', pour);
    };
    pour();
  });
  const { outcome, tookMs } = await timedSend(receiver.url);
  expect(outcome).toEqual({ kind: 'sent', note: null });
  expect(tookMs).toBeLessThan(longMs / 2);
  expect(writtenBytes).toBeLessThan(16 * 1024 * 1024);
});

test('endless headers, a switch of protocols and an early close are failures that are retried', async () => {
  const headers = await startSocketServer((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nx-long: ${'a'.repeat(40_000)}`);
  });
  const upgrade = await startSocketServer((socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: canary\r\nconnection: upgrade\r\n\r\n');
  });
  const early = await startSocketServer((socket) => socket.end());
  for (const url of [headers, upgrade, early]) {
    const { outcome, tookMs } = await timedSend(url);
    expect(outcome).toMatchObject({ kind: 'failed', isFinal: false });
    expect(tookMs, 'it is not waited for').toBeLessThan(longMs / 2);
  }
});

test('a refused connection and a name that does not exist are reported as such', async () => {
  const receiver = await startReceiver();
  expect((await timedSend(`http://127.0.0.1:${await freePort()}/`)).outcome).toMatchObject({
    reason: 'the webhook refused the connection',
  });
  const missing = createWebhookChannel({
    settings: notificationSettings(),
    resolve: async () => {
      throw Object.assign(new Error('CANARY'), { code: 'ENOTFOUND' });
    },
  });
  const settings = { webhook: { url: receiver.url } };
  expect(await missing.send(sampleAnnouncement(settings), target(settings))).toMatchObject({
    reason: "the webhook's host name does not exist",
  });
});

test('a name whose lookup hangs is abandoned after the timeout', async () => {
  const settings = { webhook: { url: 'http://hook.example/' } };
  const channel = createWebhookChannel({
    settings: notificationSettings({ timeoutMs: 100 }),
    resolve: () => new Promise(() => undefined),
  });
  expect(await channel.send(sampleAnnouncement(settings), target(settings))).toMatchObject({
    reason: 'the webhook did not answer within 0.1 s',
  });
});

test('an untrusted certificate is rejected before anything is sent', async () => {
  let requests = 0;
  const server = createTlsServer(ownCertificate('127.0.0.1'), (_request, response) => {
    requests += 1;
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // the address of a TCP server is never a string
  expect((await timedSend(`https://127.0.0.1:${port}/`)).outcome).toEqual({
    kind: 'failed',
    reason: "the webhook's TLS certificate is self-signed",
    isFinal: false,
  });
  expect(requests).toBe(0);
});
