import { randomUUID } from 'node:crypto';
import type { PageDocument } from '../../../src/domain/page/page-document.ts';
import type { WorkspaceEntry } from '../../../src/domain/workspace-document.ts';
import { pagePersona } from '../../page/support/open-page.ts';
import type { CheckWorld } from './check.ts';
import type { Inbox } from './inbox.ts';

export interface OpenedPage {
  readonly inbox: Inbox;
  readonly slug: string;
  /** The Page's address. */
  readonly page: string;
}

/** Opens a workspace with a connection and a Page, both for the sample creator. */
export async function openPage(
  { open }: Pick<CheckWorld, 'open'>,
  settings: Partial<PageDocument> = {},
  workspace: Partial<WorkspaceEntry> = {},
): Promise<OpenedPage> {
  const slug = `aurora-${randomUUID().slice(0, 8)}`;
  const inbox = await open({
    connection: ['--quiet-seconds', '0'],
    workspace: {
      profiles: [{ id: 'prof_aurora', displayName: 'Aurora Lane', persona: pagePersona() }],
      pages: [{ slug, profileId: 'prof_aurora', ...settings }],
      ...workspace,
    },
  });
  return { inbox, slug, page: `${inbox.url}/p/${slug}` };
}

/** Settings for a service whose visitors come from many networks and need only a cheap proof of work. */
export const manyNetworks = { UNDERSTUDY_TRUSTED_PROXIES: '127.0.0.1', UNDERSTUDY_PAGE_WORK: '1' };

/** Returns the header in which a trusted proxy names the visitor. Each number is a separate network. */
export function fromNetwork(number: number): Record<string, string> {
  return { 'x-forwarded-for': `10.${(number >> 8) & 255}.${number & 255}.9` };
}

const places =
  'Peru, Chile, Japan, Norway, Canada, Kenya, Greece, Poland, Turkey, Mexico, India, Ghana, Iceland, Estonia, Vietnam, Austria, Denmark, Croatia, Portugal, Morocco';

/** Different questions that the sample creator's shipping fact answers. */
export const shippingQuestions: readonly string[] = places
  .split(', ')
  .flatMap((place) => [`do you ship to ${place}?`, `do you post to ${place}?`, `Can you ship to ${place}?`]);
