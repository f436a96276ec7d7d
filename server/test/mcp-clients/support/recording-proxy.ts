import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface RecordedExchange {
  /** The HTTP method, and the JSON-RPC method if there is one, such as `POST tools/call`. */
  readonly what: string;
  readonly status: number;
  readonly protocolVersion: string | null;
}

export interface RecordingProxy {
  readonly url: string;
  readonly exchanges: RecordedExchange[];
}

/**
 * Starts a proxy between a client and the service that records their messages during the running test. `alter` changes
 * answers.
 */
export async function startRecordingProxy(
  target: string,
  alter: (body: string) => string = (body) => body,
): Promise<RecordingProxy> {
  const exchanges: RecordedExchange[] = [];
  const proxy = createServer((request, response) => {
    // A client may disconnect at any time, even before it has sent its whole request.
    pass(request, response).catch(() => response.destroy());
  });
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const answer = await fetch(`${target}${request.url ?? ''}`, {
      method: request.method ?? 'GET',
      headers: forwarded(request.headers),
      ...(body === '' ? {} : { body }),
    });
    const version = request.headers['mcp-protocol-version'];
    exchanges.push({
      what: `${request.method} ${methodOf(body) ?? request.url}`,
      status: answer.status,
      protocolVersion: typeof version === 'string' ? version : null,
    });
    const { 'content-length': _, 'content-encoding': __, ...headers } = Object.fromEntries(answer.headers);
    response.writeHead(answer.status, headers).end(alter(await answer.text()));
  };
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(async () => {
    proxy.closeAllConnections();
    proxy.close();
    await once(proxy, 'close');
  });
  // A server that listens on TCP has an address with a port.
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, exchanges };
}

function forwarded(headers: IncomingHttpHeaders): Record<string, string> {
  const ofThisHop = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive'];
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && !ofThisHop.includes(name) ? [[name, value]] : [],
    ),
  );
}

function methodOf(body: string): string | null {
  try {
    const { method } = JSON.parse(body);
    return typeof method === 'string' ? method : null;
  } catch {
    return null;
  }
}
