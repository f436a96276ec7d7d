import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { errorCatalogue } from '../../lib/error-catalogue.ts';
import type { Log } from '../../lib/log.ts';
import { logFailure } from '../request-log.ts';
import { asServiceError, sendError } from '../send-error.ts';

/**
 * Answers a refusal with the error envelope, or with a page for a person who opened an invalid address. Logs failures.
 */
export function sendPageError(log: Log, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asServiceError(error, request);
  logFailure(log, request.id, refusal);
  const [first] = new Negotiator({ headers: request.headers }).mediaTypes(['application/json', 'text/html']);
  if (refusal.code !== 'page_not_found' || request.method !== 'GET' || first !== 'text/html') {
    return sendError(reply, refusal);
  }
  request.refusal = refusal.code;
  return reply.code(errorCatalogue[refusal.code].status).type('text/html; charset=utf-8').send(notFound);
}

const notFound = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Not found</title>
</head>
<body>
<main>
<h1>This page does not exist</h1>
<p>Check the address, or go back to where you found it.</p>
</main>
</body>
</html>
`;
