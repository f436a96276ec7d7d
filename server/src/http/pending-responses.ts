import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

export interface PendingResponses {
  /** Keeps account of the latest request of each of the server's connections from here on. */
  watch(server: Server): void;
  /** The response that is still to come on a connection, to a request that has arrived whole; null when there is none. */
  on(socket: Duplex): ServerResponse | null;
}

export function createPendingResponses(): PendingResponses {
  const latest = new WeakMap<Duplex, { request: IncomingMessage; response: ServerResponse }>();
  return {
    watch(server) {
      server.on('request', (request, response) => latest.set(request.socket, { request, response }));
    },
    on(socket) {
      const exchange = latest.get(socket);
      return exchange?.request.complete === true && !exchange.response.writableEnded ? exchange.response : null;
    },
  };
}
