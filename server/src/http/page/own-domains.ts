import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { ServiceError } from '../../lib/errors.ts';
import { createRecentMap } from '../../lib/recent-map.ts';
import type { Store } from '../../store/port.ts';
import { isPagePath } from './page-headers.ts';

/** How long a result from the store is cached, in milliseconds. */
const believedMs = 2_000;
const mostKept = 1_000;
const pathOfProofs = '/hooks/tls-allowed';

/** The creators' domains that serve Pages. */
export interface OwnDomains {
  /**
   * Resolves to the slug of the Page that a request's host serves; null if the host is the service's own or unknown.
   */
  slugOf(request: FastifyRequest): Promise<string | null>;
  /**
   * Rejects everything but the Page on a creator's domain. Redirects the bare address to the Page.
   * @throws ServiceError `not_found`
   */
  refuseTheRest(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}

export function createOwnDomains(
  store: Pick<Store, 'provenDomain'>,
  { publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>,
): OwnDomains {
  const ours = new Set(['localhost', host, ...(publicUrl === null ? [] : [new URL(publicUrl).hostname])]);
  const known = createRecentMap<{ readonly slug: string | null; readonly untilMs: number }>(mostKept);

  async function slugOf(request: FastifyRequest): Promise<string | null> {
    const domain = request.hostname?.toLowerCase().replace(/\.$/, '') ?? '';
    // Skips the lookup: an IP address is not a domain, and most requests use the service's own host.
    if (ours.has(domain) || !/[a-z]$/.test(domain) || !/^[a-z0-9.-]{4,253}$/.test(domain)) return null;
    const kept = known.get(domain);
    if (kept !== undefined && kept.untilMs > performance.now()) return kept.slug;
    const slug = (await store.provenDomain({ domain }))?.slug ?? null;
    known.set(domain, { slug, untilMs: performance.now() + believedMs });
    return slug;
  }

  return {
    slugOf,
    async refuseTheRest(request, reply) {
      const [path = ''] = request.url.split('?', 1);
      if (isPagePath(request.url) || path === pathOfProofs) return;
      const slug = await slugOf(request);
      if (slug === null) return;
      if (path !== '/' || request.method !== 'GET') throw new ServiceError('not_found');
      return reply.redirect(`/p/${slug}`, 302);
    },
  };
}
