import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

export interface PendingResponses {
  /** Starts tracking the latest request on each of the server's connections. */
  watch(server: Server): void;
  /** Returns the pending response to a fully received request on a connection; null if there is none. */
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
