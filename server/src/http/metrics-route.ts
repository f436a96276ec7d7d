import type { FastifyInstance } from 'fastify';
import { bearerToken } from '../lib/bearer-token.ts';
import { areEqualSecrets } from '../lib/equal-secrets.ts';

/** The metrics, and who may read them. */
export interface GuardedMetrics {
  readonly token: string;
  readonly contentType: string;
  text(): Promise<string>;
}

/** Serves `GET /metrics` to whoever sends the operator's token as bearer; no key of a workspace opens it. */
export function registerMetricsRoute(app: FastifyInstance, { token, contentType, text }: GuardedMetrics): void {
  app.get('/metrics', async (request, reply) => {
    if (!areEqualSecrets(bearerToken(request.headers.authorization) ?? '', token)) {
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer realm="understudy metrics"')
        .type('text/plain; charset=utf-8')
        .send('This page wants the token of UNDERSTUDY_METRICS_TOKEN as bearer.\n');
    }
    return reply.type(contentType).send(await text());
  });
}
