import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

const openApiPath = '/api/v1/agent/openapi.json';
const referencePath = '/docs';

/** Serves the OpenAPI description, and a page that displays it. Both are the same for everyone. */
export function registerReference(app: FastifyInstance, config: Pick<Config, 'publicUrl'>): void {
  let description: Promise<string> | null = null;
  app.get(openApiPath, async (_request, reply) => {
    description ??= describe(config.publicUrl);
    reply.header('cache-control', 'public, max-age=300').type('application/json; charset=utf-8');
    return reply.send(await description);
  });

  let page: Promise<FastifyInstance> | null = null;
  const files = new Map<string, Promise<PageFile | null>>();
  app.get(referencePath, async (_request, reply) => reply.redirect(`${referencePath}/`, 308));
  app.get(`${referencePath}/*`, async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    page ??= createReferencePage();
    const reading = files.get(path) ?? readPageFile(page, path);
    files.set(path, reading);
    const file = await reading.catch(() => null);
    if (file === null) {
      files.delete(path);
      return reply.callNotFound();
    }
    return reply.header('content-security-policy', referencePolicy).type(file.type).send(file.bytes);
  });
}

/**
 * A file that is cached as the same bytes for everyone, because generating megabytes for each of many concurrent
 * requests would fill the memory.
 */
interface PageFile {
  readonly type: string;
  readonly bytes: Buffer;
}

async function readPageFile(page: Promise<FastifyInstance>, url: string): Promise<PageFile | null> {
  const { statusCode, headers, rawPayload } = await (await page).inject({ method: 'GET', url });
  return statusCode === 200 ? { type: String(headers['content-type']), bytes: rawPayload } : null;
}

/** Builds the description at the first visit, so that startup does not wait for a page that most people never open. */
async function describe(serverUrl: string | null): Promise<string> {
  const { buildOpenApi } = await import('./openapi.ts');
  return JSON.stringify(buildOpenApi({ serverUrl }));
}

/**
 * Creates the page. The component that displays the description contains megabytes of script, so it is loaded at the
 * first visit and not at startup.
 */
async function createReferencePage(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const page = Fastify({ logger: false });
  await page.register(scalar, {
    routePrefix: referencePath,
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
  });
  return page;
}

/** The page needs its own script and styles, and connects only to this service. */
const referencePolicy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
].join('; ');
