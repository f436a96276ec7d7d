import { type Shares, shareOf } from '../inbox/connection.ts';
import type { EpochMs } from '../period.ts';
import type { PageDocument } from './page-document.ts';

export interface PageSettings {
  readonly status: 'active' | 'inactive';
  /** Whether a language model may read questions. */
  readonly model: boolean;
  /** Origins that may show the Page in a frame. */
  readonly frameAncestors: readonly string[];
  /** The maximum number of charged answers per day; null for the default share. */
  readonly dailyReplies: number | null;
  readonly dailyHandoffs: number;
  /** The Page's colours; null for the service's own. */
  readonly theme: { readonly accent: string } | null;
  readonly robots: 'index' | 'noindex';
}

/** A creator's domain, which serves the Page once a DNS record verifies it. */
export interface DomainRecord {
  readonly domain: string;
  /** The value that the TXT record must have. */
  readonly token: string;
  readonly provenAt: EpochMs | null;
}

export interface PageRecord extends PageSettings {
  readonly slug: string;
  readonly profileId: string;
  readonly createdAt: EpochMs;
  readonly domains: readonly DomainRecord[];
}

export const pageSettingNames = [
  'status',
  'model',
  'frameAncestors',
  'dailyReplies',
  'dailyHandoffs',
  'theme',
  'robots',
] as const satisfies readonly (keyof PageSettings)[];

/** Returns the settings of a new Page. Omitted settings get their defaults. */
export function newPageSettings(given: Partial<PageSettings>): PageSettings {
  return {
    status: given.status ?? 'active',
    model: given.model ?? false,
    frameAncestors: given.frameAncestors ?? [],
    dailyReplies: given.dailyReplies ?? null,
    dailyHandoffs: given.dailyHandoffs ?? 50,
    theme: given.theme ?? null,
    robots: given.robots ?? 'noindex',
  };
}

/** Returns a Page as it appears in a workspace document: without its domains and their DNS records. */
export function pageDocument(record: PageRecord): PageDocument {
  const { slug, profileId, status, model, frameAncestors, dailyReplies, dailyHandoffs, theme, robots } = record;
  return {
    slug,
    profileId,
    status,
    model,
    frameAncestors: [...frameAncestors],
    dailyReplies,
    dailyHandoffs,
    theme: theme && { ...theme },
    robots,
  };
}

/**
 * Returns the Page to store for an import. An omitted field keeps its stored value, or gets the default in a new Page.
 */
export function importedPage(
  stored: PageRecord | null,
  given: PageDocument,
): Pick<PageRecord, 'slug' | 'profileId'> & PageSettings {
  const { slug, profileId, ...fields } = given;
  const { status, model, frameAncestors, dailyReplies, dailyHandoffs, theme, robots } = { ...stored, ...fields };
  const kept = { status, model, frameAncestors, dailyReplies, dailyHandoffs, theme, robots };
  // The schema allows fields to be undefined. An undefined field changes nothing.
  const said = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
  return { slug, profileId, ...newPageSettings(said) };
}

/**
 * Returns the maximum number of answers that are charged per day: the creator's setting or, if there is none, 1/15 of
 * the month's `page` share, rounded up.
 */
export function dailyRepliesOf(page: Pick<PageSettings, 'dailyReplies'>, limit: number, shares: Shares | null): number {
  return page.dailyReplies ?? Math.ceil(shareOf(limit, 'page', shares) / 15);
}
