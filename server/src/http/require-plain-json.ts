import type { IncomingHttpHeaders } from 'node:http';
import { errorCatalogue } from '../lib/error-catalogue.ts';
import { ServiceError } from '../lib/errors.ts';

/**
 * Rejects a write whose body no parser can read, before the body is read. Does not check that the content type is JSON;
 * the parsers do that.
 * @throws ServiceError `unsupported_media_type` for a missing content type, a charset other than UTF-8 or US-ASCII, or
 * a content encoding
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
