import * as pages from './page-contract.ts';
import { route } from './route.ts';
import { done, nothing } from './shapes.ts';

const all = '/workspaces/:workspaceId/pages';
const one = `${all}/:slug` as const;

/** The routes for Pages and their visitors' questions. */
export const pageRoutes = {
  listPages: route('GET', all, 'reviewer', 'The Pages with their addresses, domains and limits', nothing, pages.Pages),
  createPage: route('POST', all, 'owner', '', pages.CreatePageRequest, pages.PageView),
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
    'Removes a Page immediately; conversations stay',
    nothing,
    pages.PageChange,
  ),
  previewPage: route(
    'GET',
    `${one}/preview`,
    'reviewer',
    'The Page as visitors would see it',
    pages.PreviewQuery,
    pages.PagePreview,
  ),
  listAsks: route('GET', `${one}/asks`, 'reviewer', 'The questions of visitors', pages.AsksQuery, pages.Asks),
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
  removePageDomain: route('DELETE', `${one}/domains/:domain`, 'owner', '', nothing, done),
};
