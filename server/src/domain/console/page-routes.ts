import * as pages from './page-contract.ts';
import { route } from './route.ts';
import { done, nothing } from './shapes.ts';

const all = '/workspaces/:workspaceId/pages';
const one = `${all}/:slug` as const;

/** Pages: what visitors see, and their questions. */
export const pageRoutes = {
  listPages: route('GET', all, 'reviewer', 'With their addresses, domains and caps', nothing, pages.Pages),
  createPage: route('POST', all, 'owner', '', pages.CreatePageRequest, pages.PageView),
  changePage: route('PATCH', one, 'owner', 'What is left out stays', pages.ChangePageRequest, pages.PageView),
  removePage: route('POST', `${one}/remove`, 'owner', 'Ends at once; conversations stay', nothing, pages.PageChange),
  previewPage: route(
    'GET',
    `${one}/preview`,
    'reviewer',
    'As visitors would see it',
    pages.PreviewQuery,
    pages.PagePreview,
  ),
  listAsks: route('GET', `${one}/asks`, 'reviewer', 'What visitors asked', pages.AsksQuery, pages.Asks),
  addPageDomain: route(
    'POST',
    `${one}/domains`,
    'owner',
    'Answers the DNS record that proves it',
    pages.AddDomainRequest,
    pages.DomainState,
  ),
  verifyPageDomain: route(
    'POST',
    `${one}/domains/:domain/verify`,
    'owner',
    'Looks the DNS record up',
    nothing,
    pages.DomainState,
  ),
  removePageDomain: route('DELETE', `${one}/domains/:domain`, 'owner', '', nothing, done),
};
