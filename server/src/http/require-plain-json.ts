import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '../lib/errors.ts';

/**
 * Refuses a write whose body no parser here can read, before it is read. Other content types are left to the parsers.
 * @throws ServiceError `unsupported_media_type` without a content type, or with a content encoding
 */
export function requirePlainJson(headers: IncomingHttpHeaders): void {
  if (headers['content-type'] === undefined) throw new ServiceError('unsupported_media_type');
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    throw new ServiceError('unsupported_media_type', {
      message: 'The body must be JSON without a Content-Encoding; send it uncompressed.',
    });
  }
}
