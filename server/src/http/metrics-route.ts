import type { FastifyInstance } from 'fastify';
import { bearerToken } from '../lib/bearer-token.ts';
import { areEqualSecrets } from '../lib/equal-secrets.ts';

/** The metrics, and the token for reading them. */
export interface GuardedMetrics {
  readonly token: string;
  readonly contentType: string;
  text(): Promise<string>;
}

/**
 * Serves `GET /metrics` to callers with the operator's token as the bearer token. A workspace's key is not accepted.
 */
export function registerMetricsRoute(app: FastifyInstance, { token, contentType, text }: GuardedMetrics): void {
  app.get('/metrics', async (request, reply) => {
    if (!areEqualSecrets(bearerToken(request.headers.authorization) ?? '', token)) {
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer realm="understudy metrics"')
        .type('text/plain; charset=utf-8')
        .send('This page requires the bearer token from UNDERSTUDY_METRICS_TOKEN.\n');
    }
    return reply.type(contentType).send(await text());
  });
}
