import type { IncomingHttpHeaders } from 'node:http';
import { errorCatalogue } from '../lib/error-catalogue.ts';
import { ServiceError } from '../lib/errors.ts';

/**
 * Refuses a write whose body no parser here can read, before reading it. Other content types are left to the parsers.
 * @throws ServiceError `unsupported_media_type` without a content type, with another charset than UTF-8, or with a
 * content encoding
 */
export function requirePlainJson(headers: IncomingHttpHeaders): void {
  const type = headers['content-type'];
  if (type === undefined) throw new ServiceError('unsupported_media_type');
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type)?.[1]?.toLowerCase() ?? 'utf-8';
  if (!['utf-8', 'utf8', 'us-ascii'].includes(charset)) {
    throw new ServiceError('unsupported_media_type', {
      message: errorCatalogue.unsupported_media_type.cases.charset,
    });
  }
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    throw new ServiceError('unsupported_media_type', {
      message: errorCatalogue.unsupported_media_type.cases.encoding,
    });
  }
}
