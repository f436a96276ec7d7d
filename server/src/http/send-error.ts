import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, errorCatalogue } from '../lib/error-catalogue.ts';
import { type ErrorDetails, ServiceError, StoreUnavailable } from '../lib/errors.ts';

const realm = 'Bearer realm="understudy"';
const unavailableRetryAfterSeconds = 2;

/** Answers with the error envelope and the headers that the code requires, and records the code for monitoring. */
export function sendError(reply: FastifyReply, error: ServiceError): FastifyReply {
  const { code, details } = error;
  reply.request.refusal = code;
  reply.headers(errorHeaders(code, details));
  return reply
    .code(errorCatalogue[code].status)
    .type('application/json; charset=utf-8')
    .send(errorEnvelope(error, reply.request.id));
}

/** Returns the error envelope as JSON text. */
export function errorEnvelope(error: ServiceError, requestId: string): string {
  return JSON.stringify({ ok: false, error: error.code, message: error.message, requestId });
}

function errorHeaders(code: ErrorCode, details: ErrorDetails): Record<string, string> {
  const headers: Record<string, string> = {};
  if (code === 'agent_auth_required') headers['www-authenticate'] = realm;
  if (code === 'agent_key_invalid') headers['www-authenticate'] = `${realm}, error="invalid_token"`;
  if (code === 'agent_scope_missing') {
    headers['www-authenticate'] = `${realm}, error="insufficient_scope", scope="${details.scope ?? ''}"`;
  }
  const retryAfterSeconds =
    details.retryAfterSeconds ?? (code === 'service_unavailable' ? unavailableRetryAfterSeconds : undefined);
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds);
  return headers;
}

/**
 * Converts an error to the one that the caller sees: a refusal stays unchanged, an unavailable store becomes 503, a
 * parser's refusal becomes 4xx, and any other error becomes 500.
 */
export function asServiceError(error: unknown, request: FastifyRequest): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof StoreUnavailable) return new ServiceError('service_unavailable', {}, { cause: error });
  const status = numberAt(error, 'statusCode');
  if (status === 413) {
    const bound = request.routeOptions.bodyLimit;
    return new ServiceError('payload_too_large', { message: errorCatalogue.payload_too_large.cases.bytes(bound) });
  }
  if (status === 415) return new ServiceError('unsupported_media_type');
  if (status !== null && status >= 400 && status < 500) {
    return new ServiceError('invalid_request', { message: 'The HTTP request is malformed.' }, { cause: error });
  }
  return new ServiceError('internal_error', {}, { cause: error });
}

function numberAt(value: unknown, name: string): number | null {
  if (typeof value !== 'object' || value === null || !(name in value)) return null;
  const found: unknown = Reflect.get(value, name);
  return typeof found === 'number' ? found : null;
}
