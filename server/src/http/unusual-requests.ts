import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerClientError, type ClientErrorDeps } from './client-error.ts';

/**
 * Answers the requests that Node would otherwise answer itself or drop. Ignores an unknown `Expect`, and rejects
 * CONNECT.
 */
export function answerUnusualRequests(server: Server, deps: ClientErrorDeps): void {
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    answerClientError(deps, {}, socket);
  });
}
