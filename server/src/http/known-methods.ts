import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorCatalogue } from '../lib/error-catalogue.ts';
import { ServiceError } from '../lib/errors.ts';
import { isMalformedUrl, malformedUrl } from './malformed-url.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * Rejects a request that no route handles, before its body is read. If the path supports other methods, the error lists
 * them. Otherwise, the URL is malformed or the path is unknown.
 * @throws ServiceError `method_not_allowed`, `invalid_request` or `not_found`
 */
export function refuseUnknownRoute(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): never {
  if (isMalformedUrl(request.originalUrl)) throw new ServiceError('invalid_request', { message: malformedUrl });
  const allowed = methodsOf(app, request);
  if (allowed.length === 0) throw new ServiceError('not_found');
  reply.header('allow', allowed.join(', '));
  throw new ServiceError('method_not_allowed', {
    message: errorCatalogue.method_not_allowed.cases.named(allowed.join(', ')),
  });
}

/**
 * Rejects an OPTIONS request to an unknown path, unless it is a browser's preflight. Preflights are answered on every
 * path, so that the page can read the answer to its request. @throws ServiceError `not_found`
 */
export function refuseUnknownOptions(app: FastifyInstance, request: FastifyRequest): void {
  const { origin } = request.headers;
  const isPreflight = origin !== undefined && request.headers['access-control-request-method'] !== undefined;
  if (!isPreflight && methodsOf(app, request).length === 0) throw new ServiceError('not_found');
}

function methodsOf(app: FastifyInstance, request: FastifyRequest) {
  const path = request.url.split('?', 1)[0] ?? '';
  return methods.filter((method) => app.findRoute({ url: path, method }) !== null);
}
