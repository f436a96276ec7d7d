import { type Shares, shareOf } from '../inbox/connection.ts';
import type { EpochMs } from '../period.ts';
import type { PageDocument } from './page-document.ts';

export interface PageSettings {
  readonly status: 'active' | 'inactive';
  /** Whether a language model may read questions. */
  readonly model: boolean;
  /** Origins that may show the Page in a frame. */
  readonly frameAncestors: readonly string[];
  /** Null for the default share of a day. */
  readonly dailyReplies: number | null;
  readonly dailyHandoffs: number;
  /** Null for the service's own colours. */
  readonly theme: { readonly accent: string } | null;
  readonly robots: 'index' | 'noindex';
}

/** A domain of the creator that serves the Page once a DNS record verifies it. */
export interface DomainRecord {
  readonly domain: string;
  /** The required value of the TXT record. */
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

/** The settings of a new Page; omitted ones have their default. */
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

/** A Page in the form of the workspace document: without its domains and their DNS records. */
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

/** The result of importing a Page: an omitted field keeps its stored value, and a new Page gets the default. */
export function importedPage(
  stored: PageRecord | null,
  given: PageDocument,
): Pick<PageRecord, 'slug' | 'profileId'> & PageSettings {
  const { slug, profileId, ...fields } = given;
  const { status, model, frameAncestors, dailyReplies, dailyHandoffs, theme, robots } = { ...stored, ...fields };
  const kept = { status, model, frameAncestors, dailyReplies, dailyHandoffs, theme, robots };
  // A schema allows a field to be absent; an absent field changes nothing.
  const said = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
  return { slug, profileId, ...newPageSettings(said) };
}

/**
 * How many answers may be charged on one day: the creator's setting, otherwise 1/15 of the month's `page` share,
 * rounded up.
 */
export function dailyRepliesOf(page: Pick<PageSettings, 'dailyReplies'>, limit: number, shares: Shares | null): number {
  return page.dailyReplies ?? Math.ceil(shareOf(limit, 'page', shares) / 15);
}
