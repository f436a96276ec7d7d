import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { buildOpenApi } from './openapi.ts';

export const openApiPath = '/api/v1/agent/openapi.json';

/** Serves the description of the interface, and a page to read it in. Both are the same for everyone. */
export async function registerReference(app: FastifyInstance, config: Pick<Config, 'publicUrl'>): Promise<void> {
  const description = JSON.stringify(buildOpenApi({ serverUrl: config.publicUrl }));
  app.get(openApiPath, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').type('application/json; charset=utf-8').send(description),
  );
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: openApiPath,
      pageTitle: 'Understudy: agent interface',
      withDefaultFonts: false,
      telemetry: false,
      showDeveloperTools: 'never',
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
    hooks: {
      onRequest: (_request, reply, done) => {
        reply.header('content-security-policy', referencePolicy);
        done();
      },
    },
  });
}

/** The page needs its own script and styles, and talks to this service only. */
const referencePolicy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
].join('; ');
