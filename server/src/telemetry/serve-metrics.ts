import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { bearerToken } from '../lib/bearer-token.ts';
import { areEqualSecrets } from '../lib/equal-secrets.ts';
import type { CollectedMeasures } from './create-measures.ts';

/** A server whose port serves only the metrics. */
export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves `GET /metrics` on a separate port, so that the main port's load and proxy do not affect it. If there is a
 * token, callers must send it as a bearer token.
 * @throws the error of `listen`
 */
export async function serveMetrics(
  measures: Pick<CollectedMeasures, 'contentType' | 'text'>,
  { host, port, token }: { host: string; port: number; token: string | null },
): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: 10_000, maxHeaderSize: 16 * 1_024 }, (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen({ host, port });
  await once(server, 'listening');

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const status = statusOf(request);
    response.statusCode = status;
    response.setHeader('cache-control', 'no-store');
    if (status === 401) response.setHeader('www-authenticate', 'Bearer realm="understudy metrics"');
    if (status === 405) response.setHeader('allow', 'GET, HEAD');
    response.setHeader('content-type', status === 200 ? measures.contentType : 'text/plain; charset=utf-8');
    response.end(status === 200 ? await measures.text() : `${reasons[status]}\n`);
  }

  function statusOf(request: IncomingMessage): 200 | 401 | 404 | 405 {
    if (request.url?.split('?')[0] !== '/metrics') return 404;
    if (request.method !== 'GET' && request.method !== 'HEAD') return 405;
    return token === null || areEqualSecrets(bearerToken(request.headers.authorization) ?? '', token) ? 200 : 401;
  }

  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const reasons = {
  401: 'This page requires the bearer token from UNDERSTUDY_METRICS_TOKEN.',
  404: 'This port serves only /metrics.',
  405: 'This port supports only GET and HEAD.',
};
