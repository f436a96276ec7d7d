import type { FastifyInstance } from 'fastify';
import { consoleApiPath } from '../../domain/console/routes.ts';
import { ServiceError } from '../../lib/errors.ts';
import { builtAt, builtFolder, type ConsoleFiles, readConsoleFiles } from './read-console-files.ts';

/**
 * Allows only this service's own files. Forbids inline code, and forbids other sites to show the console in a frame.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  // Allows the preview of a Page, which the console itself creates and which runs no script.
  'frame-src blob:',
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Understudy</title>
<h1>The console is not built</h1><p>Run <code>npm run build:console</code> in Understudy's folder, then reload this page.</p></html>`;

interface Build {
  readonly at: number | null;
  readonly files: Promise<ConsoleFiles | null>;
}

/** The last build read from each folder. All services in this process share it, because compressing it takes CPU time. */
const builds = new Map<string, Build>();

/**
 * Serves the built pages. Looks up a path only among the files of the build, so that no path leads to other files.
 * Every other console path gets the HTML page, whose script selects the view.
 */
export function serveConsoleFiles(app: FastifyInstance, folder = builtFolder): void {
  let build: Build | null = null;

  /** Returns the newest build's files. Each page request checks for a newer build. */
  async function filesFor(path: string): Promise<ConsoleFiles | null> {
    if (build === null || !isAsset(path)) {
      const at = await builtAt(folder);
      const known = builds.get(folder);
      build = at !== null && at === known?.at ? known : { at, files: readConsoleFiles(folder) };
      builds.set(folder, build);
    }
    return build.files;
  }

  app.get('/console', async (_request, reply) => reply.redirect('/console/', 308));
  app.get<{ Params: { '*': string } }>('/console/*', async (request, reply) => {
    const path = request.params['*'];
    if (`/console/${path}/`.startsWith(`${consoleApiPath}/`)) throw new ServiceError('not_found');
    const found = await filesFor(path);
    const file = found?.get(path) ?? (isAsset(path) ? undefined : found?.get('index.html'));
    reply.header('content-security-policy', policy).header('cross-origin-opener-policy', 'same-origin');
    reply.header('referrer-policy', 'no-referrer');
    if (found === null) return reply.code(503).type('text/html; charset=utf-8').send(notBuilt);
    if (file === undefined) throw new ServiceError('not_found');
    const { encoding, bytes } = file.bestFor(request.headers['accept-encoding']);
    if (encoding !== null) reply.header('content-encoding', encoding);
    reply.header('vary', 'accept-encoding').header('etag', file.etag);
    reply.header('cache-control', file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
    return reply.type(file.type).send(bytes);
  });
}

/** Returns true for the path of a file, which has an extension; pages have none. */
function isAsset(path: string): boolean {
  return path.startsWith('assets/') || /\.[a-z0-9]{1,8}$/i.test(path);
}
