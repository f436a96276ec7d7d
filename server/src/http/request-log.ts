import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleErrorCode } from '../domain/console/console-error.ts';
import type { ErrorCode } from '../lib/error-catalogue.ts';
import type { ServiceError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { callerAddress, type KeptAddress, keptAddress } from './address.ts';
import { isPagePath } from './page/page-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the error that refused the request, for its log line. */
    refusal: ErrorCode | null;
    /** The code of the console error that refused the request, for its log line. */
    consoleRefusal: ConsoleErrorCode | null;
  }
}

/**
 * Logs a failure for the operator, with its cause and stack. Logs a refusal due to overload as a one-line warning. Does
 * not log other refusals.
 */
export function logFailure(log: Log, requestId: string, refusal: ServiceError): void {
  const { code, cause, message } = refusal;
  if (code === 'service_unavailable' && cause === undefined) log.warn({ requestId, code }, message);
  else if (code === 'internal_error' || code === 'service_unavailable')
    log.error({ requestId, err: cause ?? refusal }, 'a request failed with an internal error');
}

/** Logs one line for each request: the caller, the route, the result and the duration, but never the content. */
export function logRequest(
  log: Log,
  request: FastifyRequest,
  reply: FastifyReply,
  durationMs: number,
  kept: KeptAddress,
): void {
  const { stagesMs, span } = request.watch;
  log.info(
    {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? null,
      // A Page visitor is not an authenticated caller, so nothing about their location is logged.
      address: isPagePath(request.url) ? undefined : (keptAddress(callerAddress(request), kept) ?? undefined),
      status: reply.raw.headersSent ? reply.statusCode : null,
      code: request.refusal ?? request.consoleRefusal ?? undefined,
      workspaceId: request.actor?.workspaceId,
      keyId: request.actor?.keyId,
      accountId: request.session?.accountId,
      traceId: span?.traceId,
      durationMs: Math.round(durationMs * 100) / 100,
      stagesMs,
    },
    reply.raw.writableFinished ? 'answered' : 'the caller disconnected',
  );
}
