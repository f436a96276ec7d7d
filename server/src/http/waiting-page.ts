import { once } from 'node:events';
import { createServer } from 'node:http';
import { ServiceError } from '../lib/errors.ts';
import { createRequestId } from './request-id.ts';
import { errorEnvelope } from './send-error.ts';

/**
 * Creates the server that answers before the store is open: the service is alive but not ready, and every request may
 * be retried.
 */
export function createWaitingPage(reason: () => string) {
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0];
    const requestId = createRequestId();
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.setHeader('x-request-id', requestId);
    response.setHeader('cache-control', 'no-store');
    response.setHeader('connection', 'close');
    if (path === '/healthz') return response.end('{"ok":true}');
    response.statusCode = 503;
    response.setHeader('retry-after', '2');
    if (path === '/readyz') return response.end(JSON.stringify({ ok: false, reason: reason() }));
    return response.end(errorEnvelope(new ServiceError('service_unavailable'), requestId));
  });
  return {
    listen: async (host: string, port: number): Promise<void> => {
      server.listen({ host, port });
      await once(server, 'listening');
    },
    /** Closes the server. Resolves when the address is free. */
    close: async (): Promise<void> => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
