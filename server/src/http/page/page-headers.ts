import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Origins that may show the answer in a frame; null for none. */
    frameAncestors: readonly string[] | null;
  }
}

const own = ['script-src', 'style-src', 'img-src', 'connect-src', 'worker-src', 'form-action'];

/**
 * Builds the Content-Security-Policy. All content comes from the Page's own origin, and only the origins that the
 * creator chose may show the Page in a frame.
 */
function policyOf(frameAncestors: readonly string[] | null): string {
  const ancestors = frameAncestors === null || frameAncestors.length === 0 ? ["'none'"] : frameAncestors;
  return [
    "default-src 'none'",
    "base-uri 'none'",
    ...own.map((directive) => `${directive} 'self'`),
    `frame-ancestors ${ancestors.join(' ')}`,
  ].join('; ');
}

/** Returns true if a path belongs to Pages, whether or not the Page exists. */
export function isPagePath(url: string): boolean {
  return url.startsWith('/p/') || url === '/p' || url.startsWith('/p?');
}

/** Gives every answer under `/p/`, including refusals, the headers of a Page and not those of the application. */
export function guardPageHeaders(app: FastifyInstance): void {
  app.decorateRequest('frameAncestors', null);
  app.addHook('onSend', (request: FastifyRequest, reply: FastifyReply, payload, done) => {
    if (isPagePath(request.url)) {
      for (const name of Object.keys(reply.getHeaders())) {
        if (name === 'x-frame-options' || name === 'vary' || name.startsWith('access-control-'))
          reply.removeHeader(name);
      }
      reply.header('content-security-policy', policyOf(request.frameAncestors));
      reply.header('x-content-type-options', 'nosniff');
      reply.header('referrer-policy', 'no-referrer');
    }
    done(null, payload);
  });
}
