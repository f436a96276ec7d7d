import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Lets go of a caller that reads nothing of its answer for `timeoutMs`; without that it could keep a connection, and
 * what was written for it, for as long as it likes. Requests in work take the time that they need.
 */
export function dropUnreadAnswers(server: Server, timeoutMs: number): void {
  const latest = new WeakMap<Socket, ServerResponse>();
  server.on('request', ({ socket }, response) => latest.set(socket, response));
  // With this listener Node leaves to it what it would do itself: to close connections that were kept alive long enough.
  server.setTimeout(timeoutMs, (socket) => {
    const isUnread = socket.writableLength > 0;
    const isIdle = latest.get(socket)?.writableFinished === true;
    if (isUnread || isIdle) socket.destroy();
  });
}
