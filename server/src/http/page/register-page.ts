import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireServed, tokenHashOf } from '../../capabilities/pages/ask-page.ts';
import { costOf, makeChallenge } from '../../capabilities/pages/proof-of-work.ts';
import { makeTicket } from '../../capabilities/pages/ticket.ts';
import type { PageSnapshot } from '../../domain/page/ask.ts';
import { pageViewOf, steadySpanOf } from '../../domain/page/page-view.ts';
import type { PageView } from '../../domain/page/views.ts';
import { errorCatalogue } from '../../lib/error-catalogue.ts';
import { ServiceError } from '../../lib/errors.ts';
import { createRecentMap } from '../../lib/recent-map.ts';
import { callerAddress, visitorNetwork } from '../address.ts';
import { registerAsk } from './ask-route.ts';
import { type PageDeps, pageOf } from './page-deps.ts';
import { sendPageError } from './send-page-error.ts';
import { embedScript, pageScripts } from './views/page-assets.ts';
import { renderAskForm } from './views/render-ask.ts';
import { renderPage } from './views/render-page.ts';
import { renderTheme } from './views/render-theme.ts';
import { renderThread } from './views/render-thread.ts';

type Named = { Params: { slug: string } };

const slugForm = /^[a-z0-9][a-z0-9-]{1,58}[a-z0-9]$/;
const tokenForm = /^[A-Za-z0-9_-]{43}$/;
const html = 'text/html; charset=utf-8';
const mostPagesKept = 200;

/**
 * Registers the routes that serve Pages to visitors, without cookies, without requiring scripts, and without
 * third-party content.
 */
export async function registerPages(root: FastifyInstance, deps: PageDeps): Promise<void> {
  const { store, admission, profiles, secrets, networkHashes, domains, asking, work, baseUrl } = deps;
  const rendered = createRecentMap<{ tag: string; untilMs: number; text: string; etag: string }>(mostPagesKept);

  /**
   * Returns a handler that admits a request for a Page that this host serves. If `isJudging` is true, the handler also
   * reads the data for assessing a question.
   * @throws ServiceError `page_not_found`
   */
  const admitAs =
    (isJudging: boolean) =>
    (request: FastifyRequest<Named>, reply: FastifyReply): Promise<void> =>
      admission.admit(request, reply, {
        async identify() {
          const { slug } = request.params;
          const shown = await domains.slugOf(request);
          if (!slugForm.test(slug) || (shown !== null && shown !== slug)) throw new ServiceError('page_not_found');
          request.networks = networkHashes(visitorNetwork(callerAddress(request)), slug, Date.now());
          const use = { useHash: '', networks: request.networks, isForm: false };
          const snapshot = requireServed(await store.findPage({ slug, use, isJudging }));
          request.askedPage = snapshot;
          request.frameAncestors = snapshot.page.frameAncestors;
          return snapshot.workspaceId;
        },
        hasBody: false,
      });
  const admit = admitAs(false);

  function canonicalUrl({ page }: PageSnapshot): string {
    const proven = page.domains.find(({ provenAt }) => provenAt !== null);
    return `${proven === undefined ? baseUrl : `https://${proven.domain}`}/p/${page.slug}`;
  }

  async function viewOf(snapshot: PageSnapshot): Promise<PageView> {
    const profile = await profiles.get(snapshot);
    if (profile === null)
      throw new ServiceError('service_unavailable', { message: errorCatalogue.service_unavailable.cases.pageChanging });
    const { now } = snapshot;
    return pageViewOf(snapshot.page, profile, profile.approvals, { now, canonicalUrl: canonicalUrl(snapshot) });
  }

  /** Renders the Page as text. The text is cached until the Page changes. */
  async function pageText(snapshot: PageSnapshot): Promise<{ readonly text: string; readonly etag: string }> {
    const { workspaceId, page, profile, now } = snapshot;
    const name = JSON.stringify([workspaceId, page.slug]);
    const tag = JSON.stringify([profile.revision, page, canonicalUrl(snapshot)]);
    const kept = rendered.get(name);
    if (kept?.tag === tag && now < kept.untilMs) return kept;
    const text = renderPage(await viewOf(snapshot));
    const persona = (await profiles.get(snapshot))?.persona ?? {};
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    const made = { tag, untilMs: steadySpanOf(persona, now).until, text, etag };
    rendered.set(name, made);
    return made;
  }

  await root.register(async (app) => {
    app.setErrorHandler((error, request: FastifyRequest, reply: FastifyReply) =>
      sendPageError(deps.log, error, request, reply),
    );
    app.decorateRequest('askedPage', null);
    app.decorateRequest('networks');

    for (const { path, body } of [embedScript, ...pageScripts]) {
      app.get(path, async (_, reply) => {
        if (path === embedScript.path) reply.header('cache-control', 'max-age=3600');
        return reply.type('text/javascript; charset=utf-8').send(body);
      });
    }

    app.get<Named>('/p/:slug', { onRequest: admit }, async (request, reply) => {
      const { text, etag } = await admission.inTurn(reply, () => pageText(pageOf(request)));
      reply.header('cache-control', 'max-age=60').header('etag', etag);
      if (isUnchanged(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return reply.type(html).send(text);
    });

    app.get<Named>('/p/:slug/theme.css', { onRequest: admit }, async (request, reply) => {
      const { theme } = pageOf(request).page;
      return reply.type('text/css; charset=utf-8').send(renderTheme(theme));
    });

    app.get<Named>('/p/:slug/challenge', { onRequest: admit }, async (request, reply) => {
      const { slug } = request.params;
      const cost = costOf(work, pageOf(request), asking.limits);
      const challenge = await admission.inTurn(reply, (aside) =>
        aside(() => makeChallenge(slug, cost, secrets.proofs())),
      );
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(challenge));
    });

    app.get<Named>('/p/:slug/ask', { onRequest: admit }, async (request, reply) => {
      const { slug } = request.params;
      const view = await viewOf(pageOf(request));
      const ticket = makeTicket(slug, secrets.tickets());
      return reply.type(html).send(renderAskForm(view, { ticket, question: '', contact: '', error: null }));
    });

    app.get<{ Params: { slug: string; token: string } }>(
      '/p/:slug/r/:token',
      { onRequest: admit },
      async (request, reply) => {
        const { slug, token } = request.params;
        const snapshot = pageOf(request);
        const { workspaceId } = snapshot;
        const thread = tokenForm.test(token)
          ? await store.pageThread({ workspaceId, slug, tokenHash: tokenHashOf(token) })
          : null;
        if (thread === null) throw new ServiceError('page_not_found');
        return reply.type(html).send(renderThread(await viewOf(snapshot), thread));
      },
    );

    registerAsk(app, deps, { admit: admitAs(true), viewOf });
  });

  root.get<{ Querystring: { domain?: unknown } }>('/hooks/tls-allowed', async (request, reply) => {
    const { domain } = request.query;
    const isProven =
      typeof domain === 'string' &&
      domain.length <= 253 &&
      (await store.provenDomain({ domain: domain.toLowerCase().replace(/\.$/, '') })) !== null;
    if (!isProven) throw new ServiceError('not_found', { message: errorCatalogue.not_found.cases.domain });
    return reply.type('application/json; charset=utf-8').send('{"ok":true}');
  });
}

function isUnchanged(given: string | undefined, etag: string): boolean {
  if (given === undefined) return false;
  return given.split(',').some((each) => ['*', etag, `W/${etag}`].includes(each.trim()));
}
