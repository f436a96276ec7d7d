import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Measures } from '../domain/measures.ts';
import { ServiceError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import type { PendingResponses } from './pending-responses.ts';
import { errorEnvelope } from './send-error.ts';

const statusByCode: Readonly<Record<string, { status: number; message: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive in time.' },
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The request headers are too large.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: "The request's chunk extensions are too large." },
};
/** How long a caller may take to read its refusal and close the connection. */
const lingerMs = 5_000;
const malformed = { status: 400, message: 'The HTTP request is malformed.' };

export interface ClientErrorDeps {
  readonly log: Log;
  readonly measures: Pick<Measures, 'refused'>;
  readonly createRequestId: () => string;
  readonly pendingResponses: PendingResponses;
}

/**
 * Answers requests that the HTTP parser rejects. Sends the error envelope with a request id, writes a log line, and
 * closes the connection, within a few seconds even if the caller does not read the answer. If an earlier request on the
 * connection is still in progress, the caller would mistake this answer for the answer to that request. In this case,
 * no answer is sent, and the connection closes after the earlier answer.
 */
export function answerClientError(
  { log, measures, createRequestId, pendingResponses }: ClientErrorDeps,
  error: { readonly code?: string },
  socket: Duplex,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.destroyed) {
    socket.destroy();
    return;
  }
  const pending = pendingResponses.on(socket);
  if (pending !== null) {
    if (!pending.headersSent) pending.setHeader('connection', 'close');
    return;
  }
  const requestId = createRequestId();
  const { status, message } = statusByCode[error.code ?? ''] ?? malformed;
  const refusal = new ServiceError('invalid_request', { message });
  const body = errorEnvelope(refusal, requestId);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      'cache-control: no-store',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  // A caller that never closes its side would keep the connection open.
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(timer));
  measures.refused(refusal.code);
  log.info({ requestId, method: null, route: null, status, code: refusal.code }, 'answered');
}
