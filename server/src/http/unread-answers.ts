import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Disconnects a caller that reads none of its answer for `timeoutMs`. Otherwise, such a caller could hold a connection,
 * and the data written for it, indefinitely. Requests in progress may take as long as they need.
 */
export function dropUnreadAnswers(server: Server, timeoutMs: number): void {
  const latest = new WeakMap<Socket, ServerResponse>();
  server.on('request', ({ socket }, response) => latest.set(socket, response));
  // With this listener, Node no longer closes idle keep-alive connections by itself, so the listener must close them.
  server.setTimeout(timeoutMs, (socket) => {
    const isPipeClosed = socket.writableLength > 0;
    const isIdle = latest.get(socket)?.writableFinished === true;
    if (isPipeClosed || isIdle) socket.destroy();
  });
}
