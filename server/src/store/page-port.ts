import type { AskAnswer, AskInput, PageNeeds, PageSnapshot } from '../domain/page/ask.ts';
import type { PageRecord } from '../domain/page/page.ts';
import type { EpochMs } from '../domain/period.ts';

/** Pages: their settings and domains, what visitors ask, and where they find answers. As part of the store, under the promises of its port. */
export interface PageStore {
  /** A Page by its slug, with what the needs name; served or not. Null: there is none. */
  findPage(needs: PageNeeds): Promise<PageSnapshot | null>;
  /** Settles one ask in one commit: it spends and counts its proof or ticket, and answers at the cost of one unit, or passes on. */
  ask(input: AskInput & { readonly workspaceId: string }): Promise<AskAnswer>;
  /** By slug; null when the workspace does not exist. */
  listPages(input: { workspaceId: string }): Promise<PageRecord[] | null>;
  /** Makes a Page, or replaces the settings of one of the workspace. */
  putPage(input: { workspaceId: string; page: NewPage; isNew: boolean }): Promise<PutPage>;
  /** Removes a Page with its domains at once; conversations, questions and counts stay as long as they are kept. False: there is none. */
  removePage(input: { workspaceId: string; slug: string }): Promise<boolean>;
  /** Notes a domain that is to be proven. One that the Page has already keeps its token. */
  putDomain(input: { workspaceId: string; slug: string; domain: string; token: string }): Promise<PutDomain>;
  /** Notes that a domain was proven, or no longer is. */
  settleDomain(input: {
    workspaceId: string;
    slug: string;
    domain: string;
    isProven: boolean;
  }): Promise<'done' | 'not_found' | 'taken'>;
  removeDomain(input: { workspaceId: string; slug: string; domain: string }): Promise<boolean>;
  /** The Page that a proven domain shows; null: it is not proven. */
  provenDomain(input: { domain: string }): Promise<{ workspaceId: string; slug: string } | null>;
  /** All domains of the installation that are proven. */
  provenDomains(): Promise<{ domain: string; slug: string }[]>;
  /** Since when each item of a profile has had the hash that is given, by its id; an item that is new has it from now on. */
  noteItems(input: {
    workspaceId: string;
    profileId: string;
    items: readonly { readonly id: string; readonly hash: string }[];
  }): Promise<Record<string, EpochMs>>;
  /** What a secret link shows; null: there is no such link of this Page. */
  pageThread(input: { workspaceId: string; slug: string; tokenHash: string }): Promise<LinkedThread | null>;
  /** What visitors asked, newest first. */
  listAsks(input: {
    workspaceId: string;
    slug: string;
    isAnswered: boolean | null;
    before: EpochMs | null;
    limit: number;
  }): Promise<KeptAsk[]>;
  /** What is counted of each of the last days. */
  pageDays(input: {
    workspaceId: string;
    slug: string;
    days: number;
  }): Promise<{ day: string; replies: number; handoffs: number }[]>;
  /** What visitors left, sealed, with the conversations that it belongs to. */
  leftContacts(input: { workspaceId: string }): Promise<{ conversationId: string; slug: string; contact: string }[]>;
  /** Removes, in small commits, what Pages keep past its time. */
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
  /** Of the conversation; null where there is none. */
  readonly state: 'open' | 'awaiting_owner' | 'closed' | null;
  /** The visitor left how to be reached. */
  readonly hasContact: boolean;
}
