import type { AskAnswer, AskInput, PageNeeds, PageSnapshot } from '../domain/page/ask.ts';
import type { PageRecord } from '../domain/page/page.ts';
import type { NotedItem, PageItem } from '../domain/page/page-items.ts';
import type { EpochMs } from '../domain/period.ts';

/**
 * Pages: their settings and domains, visitors' questions, and the secret links to answers. `Store` extends this
 * interface, so its guarantees apply.
 */
export interface PageStore {
  /**
   * Returns a Page by its slug, with the data that `needs` names, even if the Page is not currently served. Returns
   * null if the Page does not exist.
   */
  findPage(needs: PageNeeds): Promise<PageSnapshot | null>;
  /**
   * Settles one question in one commit: uses up and counts its proof or ticket, then either answers the question at the
   * cost of one unit or passes it on.
   */
  ask(input: AskInput & { readonly workspaceId: string }): Promise<AskAnswer>;
  /** Returns a workspace's Pages, ordered by slug, or null if the workspace does not exist. */
  listPages(input: { workspaceId: string }): Promise<PageRecord[] | null>;
  /** Creates a Page, or replaces the settings of one of the workspace's Pages. */
  putPage(input: { workspaceId: string; page: NewPage; isNew: boolean }): Promise<PutPage>;
  /**
   * Removes a Page and its domains immediately. Conversations, questions and counts are kept for their normal retention
   * periods. Returns false if the Page does not exist.
   */
  removePage(input: { workspaceId: string; slug: string }): Promise<boolean>;
  /** Records a domain to verify. A domain that the Page already has keeps its token. */
  putDomain(input: { workspaceId: string; slug: string; domain: string; token: string }): Promise<PutDomain>;
  /** Records that a domain was verified, or that it is no longer verified. */
  settleDomain(input: {
    workspaceId: string;
    slug: string;
    domain: string;
    isProven: boolean;
  }): Promise<'done' | 'not_found' | 'taken'>;
  removeDomain(input: { workspaceId: string; slug: string; domain: string }): Promise<boolean>;
  /** Returns the Page that a verified domain serves, or null if the domain is not verified. */
  provenDomain(input: { domain: string }): Promise<{ workspaceId: string; slug: string } | null>;
  /** Returns all verified domains of the installation. */
  provenDomains(): Promise<{ domain: string; slug: string }[]>;
  /**
   * Records the given items of a profile. For each item id, returns since when the item has had its current hash. A new
   * or changed item gets the current time. Publishing and importing a persona record its items in the same commit.
   */
  noteItems(input: {
    workspaceId: string;
    profileId: string;
    items: readonly PageItem[];
  }): Promise<Record<string, EpochMs>>;
  /** Returns a profile's recorded items, ordered by id. */
  notedItems(input: { workspaceId: string; profileId: string }): Promise<NotedItem[]>;
  /** Returns the content of a secret link, or null if this Page has no such link. */
  pageThread(input: { workspaceId: string; slug: string; tokenHash: string }): Promise<LinkedThread | null>;
  /** Returns visitors' questions, newest first. */
  listAsks(input: {
    workspaceId: string;
    slug: string;
    isAnswered: boolean | null;
    before: EpochMs | null;
    limit: number;
  }): Promise<KeptAsk[]>;
  /** Returns counts for each of the last days. */
  pageDays(input: {
    workspaceId: string;
    slug: string;
    days: number;
  }): Promise<{ day: string; replies: number; handoffs: number }[]>;
  /** Returns visitors' sealed contact details, each with its conversation. */
  leftContacts(input: { workspaceId: string }): Promise<{ conversationId: string; slug: string; contact: string }[]>;
  /** Removes expired data of Pages in small commits. */
  expirePages(): Promise<{ rows: number }>;
}

export type NewPage = Omit<PageRecord, 'createdAt' | 'domains'>;
export type PutPage =
  | { readonly outcome: 'done'; readonly page: PageRecord }
  | { readonly outcome: 'slug_taken' | 'profile_not_found' | 'not_found' };
export type PutDomain =
  | { readonly outcome: 'done'; readonly token: string; readonly provenAt: EpochMs | null }
  | { readonly outcome: 'not_found' | 'taken' };

export interface LinkedThread {
  readonly question: string;
  readonly askedAt: EpochMs;
  readonly replies: readonly { readonly text: string; readonly sentAt: EpochMs }[];
}

export interface KeptAsk {
  readonly askId: string;
  readonly at: EpochMs;
  readonly question: string;
  readonly isAnswered: boolean;
  readonly intent: string;
  readonly items: readonly string[];
  readonly conversationId: string | null;
  /** The state of the question's conversation; null if there is none. */
  readonly state: 'open' | 'awaiting_owner' | 'closed' | null;
  /** Whether the visitor left contact details. */
  readonly hasContact: boolean;
}
