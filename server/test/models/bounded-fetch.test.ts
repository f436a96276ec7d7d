import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { boundedFetch } from '../../src/models/bounded-fetch.ts';

async function serverThat(answer: RequestListener) {
  let connections = 0;
  const server = createServer(answer).on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}/v1`, connections: () => connections };
}

test('successive requests use one connection, and status, type and body are returned unchanged', async () => {
  const { url, connections } = await serverThat((request, response) => {
    response.writeHead(429, { 'content-type': 'text/plain; charset=utf-8' });
    request.pipe(response);
  });
  for (const body of ['one ü', 'two']) {
    const answer = await boundedFetch(url, { method: 'POST', body, headers: { authorization: 'Bearer x' } });
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      429,
      'text/plain; charset=utf-8',
      body,
    ]);
  }
  expect(connections()).toBe(1);
});

test('an answer that is compressed without being requested is not decompressed', async () => {
  const { url } = await serverThat((request, response) => {
    expect(request.headers['accept-encoding']).toBe('identity');
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(50_000_000)));
  });
  await expect(boundedFetch(url, { body: '{}' })).rejects.toMatchObject({ reason: 'malformed' });
});

test('a request is abandoned when its signal is aborted, before an answer and within one', async () => {
  const { url } = await serverThat((request, response) => {
    if (request.headers['x-begins'] !== undefined) response.writeHead(200).write('{');
  });
  for (const headers of [{}, { 'x-begins': '1' }])
    await expect(boundedFetch(url, { body: '{}', headers, signal: AbortSignal.timeout(80) })).rejects.toThrow();
});

test.each([
  ['no HTTP at all', 'HELLO\r\n\r\n'],
  ['a status that there is not', 'HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n'],
  ['headers without end', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`],
])('%s counts as an invalid answer, not as unreachable', async (_, raw) => {
  const { url } = await serverThat(({ socket }) => socket.end(raw));
  await expect(boundedFetch(url, { method: 'POST', body: '{}' })).rejects.toMatchObject({ reason: 'malformed' });
});

test('if no server listens, the failure is unreachable', async () => {
  await expect(boundedFetch('http://127.0.0.1:1/v1', { method: 'POST', body: '{}' })).rejects.toMatchObject({
    reason: 'unreachable',
  });
});
