import { randomBytes } from 'node:crypto';
import {
  importedPage,
  newPageSettings,
  type PageRecord,
  type PageSettings,
  pageDocument,
} from '../../domain/page/page.ts';
import type { PageDocument } from '../../domain/page/page-document.ts';
import { OperatorError } from '../../lib/errors.ts';
import { nearestName } from '../../lib/nearest-name.ts';
import { printableName } from '../../lib/printable.ts';
import type { Store } from '../../store/port.ts';
import { isoTime } from '../iso-time.ts';
import { requireWorkspace } from '../require-workspace.ts';

/** The public view of a Page. */
export interface PageSummary extends PageDocument {
  readonly workspaceId: string;
  readonly url: string;
  readonly createdAt: string;
  readonly domains: readonly { readonly domain: string; readonly provenAt: string | null }[];
}

/** The state of a Page, in the same words as the state of a connection. */
export type PageState = 'active' | 'paused' | 'removed';

/** The DNS record that verifies a domain. */
export interface DomainProof {
  readonly txtName: string;
  readonly txtValue: string;
}

/** Looks up a name's TXT records; resolves to an empty list if there are none. */
export type LookUpTxt = (name: string) => Promise<readonly string[]>;

/**
 * Creates the actions that an operator or the creator performs on Pages. `baseUrl` is the address at which visitors
 * reach the service.
 */
export function createPageVerbs({ store, baseUrl }: { readonly store: Store; readonly baseUrl: string }) {
  const view = (workspaceId: string, record: PageRecord): PageSummary => ({
    ...pageDocument(record),
    workspaceId,
    url: `${baseUrl}/p/${record.slug}`,
    createdAt: isoTime(record.createdAt),
    domains: record.domains.map(({ domain, provenAt }) => ({ domain, provenAt: isoTime(provenAt) })),
  });

  async function pagesOf(workspaceId: string): Promise<readonly PageRecord[]> {
    const pages = await store.listPages({ workspaceId });
    if (pages === null) await requireWorkspace(store, workspaceId);
    return pages ?? [];
  }

  /** Finds a Page by its slug. @throws OperatorError that names the nearest Page */
  async function find(workspaceId: string, slug: string): Promise<PageRecord> {
    const pages = await pagesOf(workspaceId);
    const found = pages.find((page) => page.slug === slug);
    if (found !== undefined) return found;
    const nearest = nearestName(
      slug,
      pages.map((page) => page.slug),
    );
    const hint = nearest === null ? 'Run "understudy pages list" to see its Pages.' : `Did you mean "${nearest}"?`;
    throw new OperatorError(`Workspace "${workspaceId}" has no Page "${printableName(slug)}". ${hint}`);
  }

  async function put(workspaceId: string, record: PageRecord, change: Partial<PageSettings>): Promise<PageSummary> {
    const page = importedPage(record, { ...pageDocument(record), ...(change as Partial<PageDocument>) });
    const stored = await store.putPage({ workspaceId, page, isNew: false });
    if (stored.outcome !== 'done') throw new OperatorError(`The Page "${record.slug}" was just removed.`);
    return view(workspaceId, stored.page);
  }

  return {
    find: async (of: { workspaceId: string; slug: string }) =>
      view(of.workspaceId, await find(of.workspaceId, of.slug)),

    async list({ workspaceId }: { workspaceId: string }): Promise<PageSummary[]> {
      return (await pagesOf(workspaceId)).map((page) => view(workspaceId, page));
    },

    /**
     * Creates a Page. @throws OperatorError when the workspace or profile does not exist, or another Page has the slug
     */
    async create(
      input: { workspaceId: string; profileId: string; slug: string } & Partial<PageSettings>,
    ): Promise<PageSummary> {
      const { workspaceId, profileId, slug, ...settings } = input;
      await requireWorkspace(store, workspaceId);
      const page = { slug, profileId, ...newPageSettings(settings) };
      const stored = await store.putPage({ workspaceId, page, isNew: true });
      if (stored.outcome === 'done') return view(workspaceId, stored.page);
      throw new OperatorError(
        stored.outcome === 'slug_taken'
          ? `This installation already has a Page "${slug}". Choose another slug.`
          : `Workspace "${workspaceId}" has no profile "${printableName(profileId)}".`,
      );
    },

    /** Changes a Page's values. Omitted values stay unchanged. @throws OperatorError */
    async change({
      workspaceId,
      slug,
      ...settings
    }: { workspaceId: string; slug: string } & Partial<PageSettings>): Promise<PageSummary> {
      return put(workspaceId, await find(workspaceId, slug), settings);
    },

    /** Pauses, resumes or removes a Page. @throws OperatorError */
    async setState({
      workspaceId,
      slug,
      action,
    }: {
      workspaceId: string;
      slug: string;
      action: 'pause' | 'resume' | 'remove';
    }): Promise<{ slug: string; before: PageState; after: PageState }> {
      const record = await find(workspaceId, slug);
      const before = record.status === 'active' ? 'active' : 'paused';
      if (action === 'remove') {
        await store.removePage({ workspaceId, slug });
        return { slug, before, after: 'removed' };
      }
      await put(workspaceId, record, { status: action === 'pause' ? 'inactive' : 'active' });
      return { slug, before, after: action === 'pause' ? 'paused' : 'active' };
    },

    /**
     * Adds a domain to a Page. Resolves to the DNS record that verifies the domain. Repeated calls resolve to the same
     * record. @throws OperatorError
     */
    async addDomain({
      workspaceId,
      slug,
      domain,
    }: {
      workspaceId: string;
      slug: string;
      domain: string;
    }): Promise<DomainProof & { readonly provenAt: string | null }> {
      await find(workspaceId, slug);
      if (domain === new URL(baseUrl).hostname) {
        throw new OperatorError(
          `${domain} is the address of the service and its console. Use a separate domain for the Page.`,
        );
      }
      const token = randomBytes(24).toString('base64url');
      const put = await store.putDomain({ workspaceId, slug, domain, token });
      if (put.outcome === 'done') return { ...proofOf(domain, put.token), provenAt: isoTime(put.provenAt) };
      throw new OperatorError(
        put.outcome === 'taken'
          ? `The domain ${domain} already serves another Page.`
          : `The Page "${slug}" was just removed.`,
      );
    },

    /** Looks up the domain's DNS record, and stores whether the record verifies the domain. @throws OperatorError */
    async verifyDomain(
      { workspaceId, slug, domain }: { workspaceId: string; slug: string; domain: string },
      lookUp: LookUpTxt,
    ): Promise<DomainProof & { readonly domain: string; readonly isProven: boolean }> {
      const record = await find(workspaceId, slug);
      const known = record.domains.find((each) => each.domain === domain);
      if (known === undefined) {
        throw new OperatorError(
          `The Page "${slug}" has no domain ${printableName(domain)}. "understudy pages domain ${slug} ${printableName(domain)} --workspace ${workspaceId}" shows the DNS record that verifies the domain.`,
        );
      }
      const proof = proofOf(domain, known.token);
      const isThere = (await lookUp(proof.txtName)).includes(proof.txtValue);
      const settled = await store.settleDomain({ workspaceId, slug, domain, isProven: isThere });
      if (settled === 'taken') throw new OperatorError(`The domain ${domain} already serves another Page.`);
      return { domain, isProven: isThere && settled === 'done', ...proof };
    },

    async removeDomain(of: { workspaceId: string; slug: string; domain: string }): Promise<boolean> {
      await find(of.workspaceId, of.slug);
      return store.removeDomain(of);
    },
  };
}

function proofOf(domain: string, token: string): DomainProof {
  return { txtName: `_understudy.${domain}`, txtValue: `understudy-page=${token}` };
}
