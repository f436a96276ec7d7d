import type { FastifyInstance } from 'fastify';
import { bearerToken } from '../lib/bearer-token.ts';
import { areEqualSecrets } from '../lib/equal-secrets.ts';
import { ServiceError } from '../lib/errors.ts';

/** The metrics, and who may read them. */
export interface GuardedMetrics {
  readonly token: string;
  readonly contentType: string;
  text(): Promise<string>;
}

/** Serves `GET /metrics` to whoever sends the operator's token as bearer; no key of a workspace opens it. */
export function registerMetricsRoute(app: FastifyInstance, { token, contentType, text }: GuardedMetrics): void {
  app.get('/metrics', async (request, reply) => {
    const given = bearerToken(request.headers.authorization);
    if (given === null || !areEqualSecrets(given, token)) {
      throw new ServiceError(given === null ? 'agent_auth_required' : 'agent_key_invalid', {
        message: 'The metrics are for whoever sends the token of UNDERSTUDY_METRICS_TOKEN as bearer.',
      });
    }
    return reply.type(contentType).send(await text());
  });
}
