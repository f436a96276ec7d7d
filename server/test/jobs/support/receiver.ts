import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly receivedAt: number;
}

export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly requests: ReceivedRequest[];
  /** The number of opened connections, with or without a request. */
  connections(): number;
  /** Resolves when this many requests have arrived. */
  received(count: number): Promise<void>;
}

export type Answer = (response: ServerResponse, request: ReceivedRequest, count: number) => void;

/** Starts an HTTP server on the loopback interface for the running test. By default, it answers 204. */
export async function startReceiver(
  answer: Answer = (response) => response.writeHead(204).end(),
  host = '127.0.0.1',
): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  let connections = 0;
  const server = createServer(async (incoming, response) => {
    const request = await read(incoming);
    requests.push(request);
    for (const { count, resolve } of waiting) if (requests.length >= count) resolve();
    answer(response, request, requests.length);
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, host);
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo; // the address of a TCP server is never a string
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/hook`,
    port,
    requests,
    connections: () => connections,
    received: (count) =>
      requests.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve })),
  };
}

async function read(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const receivedAt = Date.now();
  let body = '';
  for await (const chunk of incoming.setEncoding('utf8')) body += chunk;
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  return { path: incoming.url ?? '', headers, body, receivedAt };
}
