import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code that the request was refused with, for its log line. */
    refusal: ErrorCode | null;
  }
}

/** One line for each request: who, where, how it ended and how long it took; never what was said. */
export function logRequest(log: Log, request: FastifyRequest, reply: FastifyReply, startedAtMs: number): void {
  log.info(
    {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.raw.headersSent ? reply.statusCode : null,
      code: request.refusal ?? undefined,
      workspaceId: request.actor?.workspaceId,
      keyId: request.actor?.keyId,
      durationMs: Math.round((performance.now() - startedAtMs) * 100) / 100,
    },
    reply.raw.writableFinished ? 'answered' : 'the caller went away',
  );
}
