import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../lib/errors.ts';

const onlyOnce = new Set(['authorization', 'content-type', 'origin', 'idempotency-key', 'host']);

/**
 * Rejects a request that repeats a header that the service reads as a single value. Node would silently keep the first
 * value, and a proxy in front may have used the last.
 * @param rawHeaders names and values in turn, as they came over the wire
 * @throws ServiceError `invalid_request`
 */
export function refuseRepeatedHeaders(rawHeaders: readonly string[]): void {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    if (!onlyOnce.has(name)) continue;
    if (seen.has(name)) {
      throw new ServiceError('invalid_request', {
        message: `The header ${name} was sent more than once. Send it once.`,
      });
    }
    seen.add(name);
  }
}

/**
 * Rejects a request whose version is neither HTTP/1.0 nor HTTP/1.1, because Node would treat it as one of these. Also
 * rejects an HTTP/1.1 request without a host, as RFC 9112 (3.2) requires.
 * @throws ServiceError `invalid_request`
 */
export function refuseOddRequestLine({ httpVersion, headers }: IncomingMessage): void {
  if (httpVersion === '1.0') return;
  if (httpVersion !== '1.1') {
    throw new ServiceError('invalid_request', { message: 'This service requires HTTP/1.1.' });
  }
  if (headers.host === undefined) throw new ServiceError('invalid_request', { message: 'The Host header is missing.' });
}
