import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../lib/errors.ts';
import { isMalformedUrl, malformedUrl } from './malformed-url.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * Refuses a request that no route takes, before its body is looked at: with the methods that the path does take, when
 * there are any, else as malformed or unknown.
 * @throws ServiceError `method_not_allowed`, `invalid_request` or `not_found`
 */
export function refuseUnknownRoute(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): never {
  if (isMalformedUrl(request.originalUrl)) throw new ServiceError('invalid_request', { message: malformedUrl });
  const path = request.url.split('?', 1)[0] ?? '';
  const allowed = methods.filter((method) => app.findRoute({ url: path, method }) !== null);
  if (allowed.length === 0) throw new ServiceError('not_found');
  reply.header('allow', allowed.join(', '));
  throw new ServiceError('method_not_allowed', { message: `This path takes only ${allowed.join(', ')}.` });
}
