import type { FastifyReply, FastifyRequest } from 'fastify';
import { ConsoleError, consoleErrors } from '../../domain/console/console-error.ts';
import { OperatorError } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import { logFailure } from '../request-log.ts';
import { asServiceError, sendError } from '../send-error.ts';

/**
 * Answers any error on a console route. Refusals by the console are sent with their fields, and operator errors with
 * their messages. All other errors are answered as on every other route.
 */
export function sendConsoleError(log: Log, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asConsoleError(error);
  if (refusal === null) {
    const other = asServiceError(error, request);
    logFailure(log, request.id, other);
    return sendError(reply, other);
  }
  const { code, message, fields, retryAfterSeconds } = refusal;
  request.consoleRefusal = code;
  if (retryAfterSeconds !== null) reply.header('retry-after', String(retryAfterSeconds));
  const body = { ok: false, error: code, message, requestId: request.id };
  return reply
    .code(consoleErrors[code].status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(fields.length === 0 ? body : { ...body, fields }));
}

/**
 * Converts an error to a console refusal; returns null for other errors. An operator error from an action that the
 * console shares with the command line keeps its message.
 */
function asConsoleError(error: unknown): ConsoleError | null {
  if (error instanceof ConsoleError) return error;
  if (!(error instanceof OperatorError)) return null;
  const fields = error.faults.map((message) => ({ path: '', message }));
  return new ConsoleError('console_not_possible', { message: error.message, fields });
}
