import * as pages from './page-contract.ts';
import { route } from './route.ts';
import { done, nothing } from './shapes.ts';

const all = '/workspaces/:workspaceId/pages';
const one = `${all}/:slug` as const;

/** The routes for Pages and their visitors' questions. */
export const pageRoutes = {
  listPages: route(
    'GET',
    all,
    'reviewer',
    'Lists the Pages with their addresses, domains, and limits',
    nothing,
    pages.Pages,
  ),
  createPage: route('POST', all, 'owner', 'Creates a Page', pages.CreatePageRequest, pages.PageView),
  changePage: route(
    'PATCH',
    one,
    'owner',
    'Sets the given fields; omitted fields stay unchanged',
    pages.ChangePageRequest,
    pages.PageView,
  ),
  removePage: route(
    'POST',
    `${one}/remove`,
    'owner',
    'Removes a Page immediately; its conversations stay',
    nothing,
    pages.PageChange,
  ),
  previewPage: route(
    'GET',
    `${one}/preview`,
    'reviewer',
    'Returns the Page as visitors would see it',
    pages.PreviewQuery,
    pages.PagePreview,
  ),
  listAsks: route('GET', `${one}/asks`, 'reviewer', "Lists the visitors' questions", pages.AsksQuery, pages.Asks),
  addPageDomain: route(
    'POST',
    `${one}/domains`,
    'owner',
    'Adds a domain, and returns the DNS record that verifies it',
    pages.AddDomainRequest,
    pages.DomainState,
  ),
  verifyPageDomain: route(
    'POST',
    `${one}/domains/:domain/verify`,
    'owner',
    'Looks up the DNS record',
    nothing,
    pages.DomainState,
  ),
  removePageDomain: route('DELETE', `${one}/domains/:domain`, 'owner', 'Removes a domain', nothing, done),
};
