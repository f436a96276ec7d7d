import { pageChanges } from '../../admin/console/page-changes.ts';
import type { PersonaReader } from '../../admin/console/persona-reader.ts';
import { lookUpTxt } from '../../admin/pages/look-up-txt.ts';
import { createPageVerbs, type PageSummary } from '../../admin/pages/page-verbs.ts';
import { ConsoleError } from '../../domain/console/console-error.ts';
import type { pageRoutes } from '../../domain/console/page-routes.ts';
import type { ConsoleOutput } from '../../domain/console/routes.ts';
import { dailyRepliesOf, type PageSettings } from '../../domain/page/page.ts';
import { approvalTimesOf } from '../../domain/page/page-items.ts';
import { pageViewOf } from '../../domain/page/page-view.ts';
import { monthlyRepliesOf } from '../../domain/plan.ts';
import { renderPage } from '../page/views/render-page.ts';
import { renderTheme } from '../page/views/render-theme.ts';
import type { ConsoleHandlers } from './console-call.ts';
import type { ConsoleDeps } from './console-deps.ts';

const asksAtOnce = 100;

type Place = { readonly params: { readonly workspaceId: string }; readonly origin: string };
type Shown = ConsoleOutput<'listPages'>['pages'][number];

/** Creates the handlers for the Page routes. */
export function createPageHandlers(
  deps: ConsoleDeps,
  { readPersona }: { readonly readPersona: PersonaReader },
): ConsoleHandlers<keyof typeof pageRoutes> {
  const { store, config } = deps;
  const baseUrlOf = ({ origin }: Place) => config.publicUrl ?? origin;
  const verbs = (call: Place) => createPageVerbs({ store, baseUrl: baseUrlOf(call) });

  /** Finds the Page in the path. @throws ConsoleError `console_not_found` */
  async function requirePage(call: Place & { readonly params: { readonly slug: string } }): Promise<PageSummary> {
    const { workspaceId, slug } = call.params;
    const found = (await verbs(call).list({ workspaceId })).find((page) => page.slug === slug);
    if (found === undefined) throw new ConsoleError('console_not_found');
    return found;
  }

  async function shown(call: Place, page: PageSummary): Promise<Shown> {
    const { workspaceId } = call.params;
    const { slug, profileId, url, createdAt } = page;
    const snapshot = await store.findPage({ slug });
    if (snapshot === null) throw new ConsoleError('console_not_found');
    const settings = settingsOf(snapshot.page);
    const { plan, monthlyReplies, shares } = snapshot.workspace;
    const limit = monthlyReplies ?? monthlyRepliesOf(config.plans)[plan];
    const domains = await Promise.all(
      snapshot.page.domains.map(async ({ domain }) => {
        const { provenAt, ...proof } = await verbs(call).addDomain({ workspaceId, slug, domain });
        return { domain, provenAt, ...proof };
      }),
    );
    return {
      slug,
      profileId,
      url,
      embedCode: `<script src="${baseUrlOf(call)}/p/page.js" data-page="${slug}"></script>`,
      settings,
      dailyReplies: dailyRepliesOf(settings, limit, shares),
      today: snapshot.today,
      domains,
      createdAt,
    };
  }

  return {
    async listPages(call) {
      const pages = await verbs(call).list({ workspaceId: call.params.workspaceId });
      return { pages: await Promise.all(pages.map((page) => shown(call, page))) };
    },
    async createPage(call) {
      return shown(call, await verbs(call).create({ workspaceId: call.params.workspaceId, ...call.input }));
    },
    async changePage(call) {
      await requirePage(call);
      return shown(call, await verbs(call).change({ ...call.params, ...call.input }));
    },
    async removePage(call) {
      await requirePage(call);
      return verbs(call).setState({ ...call.params, action: 'remove' });
    },
    async previewPage(call) {
      const { profileId, url } = await requirePage(call);
      const { workspaceId, slug } = call.params;
      const [snapshot, record] = [await store.findPage({ slug }), await readPersona({ workspaceId, profileId })];
      if (snapshot === null || record === null) throw new ConsoleError('console_not_found');
      const persona = call.input.source === 'published' ? record.published : (record.draft ?? record.published);
      const { displayName } = record;
      const { now, page } = snapshot;
      const approvals = approvalTimesOf(persona, await store.notedItems({ workspaceId, profileId }));
      const view = pageViewOf(page, { displayName, persona }, approvals, { now, canonicalUrl: url });
      return {
        html: renderPage(view),
        stylesheet: renderTheme(page.theme),
        shown: view.offers.length + view.topics.reduce((sum, { facts }) => sum + facts.length, 0),
        items: pageChanges(persona, record.published, now),
      };
    },
    async listAsks(call) {
      await requirePage(call);
      const { only, before } = call.input;
      const asks = await store.listAsks({
        ...call.params,
        isAnswered: only === undefined ? null : only === 'answered',
        before: before === undefined ? null : Date.parse(before),
        limit: asksAtOnce,
      });
      const last = asks.at(-1);
      return {
        asks: asks.map(({ askId, at, items, ...ask }) => ({
          id: askId,
          at: new Date(at).toISOString(),
          items: [...items],
          ...ask,
        })),
        next: asks.length < asksAtOnce || last === undefined ? null : new Date(last.at).toISOString(),
      };
    },
    async addPageDomain(call) {
      await requirePage(call);
      const { domain } = call.input;
      const { provenAt, ...proof } = await verbs(call).addDomain({ ...call.params, domain });
      return { domain, isProven: provenAt !== null, ...proof };
    },
    async verifyPageDomain(call) {
      await requirePage(call);
      return verbs(call).verifyDomain(call.params, lookUpTxt);
    },
    async removePageDomain(call) {
      await requirePage(call);
      await verbs(call).removeDomain(call.params);
      return { ok: true };
    },
  };
}

function settingsOf(page: PageSettings): Shown['settings'] {
  const { status, model, frameAncestors, dailyReplies, dailyHandoffs, theme, robots } = page;
  return { status, model, frameAncestors: [...frameAncestors], dailyReplies, dailyHandoffs, theme, robots };
}
