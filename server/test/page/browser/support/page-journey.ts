import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { ItemView } from '../../../../src/domain/console/persona-contract.ts';
import { freshDataFolder } from '../../../cli/support/places.ts';
import { ask, type Journey, startJourney } from '../../../console/browser/support/journey.ts';

const workspace = '/workspaces/ws_demo';
const draft = `${workspace}/profiles/prof_aurora/draft`;

/** The demo creator's items that are put on the Page. */
const shown = ['au_f_ship', 'au_f_ship_cost', 'au_f_care', 'au_o_class', 'au_bot'];

export const answerable = 'do you ship internationally?';
export const unanswerable = 'Could you engrave the name of my dog?';

export interface PageJourney extends Journey {
  /** The console, signed in as the owner. */
  readonly owner: Page;
  readonly pageUrl: string;
}

/** Starts a real service whose demo creator has a Page with some facts on it. */
export async function startPageJourney(
  settings: Readonly<Record<string, unknown>> = {},
  env: Readonly<Record<string, string>> = {},
): Promise<PageJourney> {
  const journey = await startJourney({ ...freshDataFolder(), UNDERSTUDY_PAGE_WORK: '20', ...env });
  const owner = await journey.openAsOwner();
  await putOnPage(owner);
  await ask(owner, 'POST', `${workspace}/pages`, { profileId: 'prof_aurora', slug: 'aurora', ...settings });
  return { ...journey, owner, pageUrl: `${journey.url}/p/aurora` };
}

async function putOnPage(owner: Page): Promise<void> {
  const { items, version, publishedRevision } = await ask(owner, 'GET', draft);
  let last = Number(version);
  // The console's API answers according to its schema.
  for (const { kind, item } of items as ItemView[]) {
    if (!shown.includes(item.id)) continue;
    const { id, ...rest } = item;
    const saved = await ask(owner, 'POST', `${draft}/items`, { version: last, id, [kind]: { ...rest, onPage: true } });
    last = Number(saved['version']);
  }
  await ask(owner, 'POST', `${draft}/publish`, { version: last, publishedRevision });
}

/** Answers the question that was passed on, as the creator does in the console. */
export async function answerInConsole(owner: Page, text: string): Promise<void> {
  const { conversations } = await ask(owner, 'GET', `${workspace}/inbox?tab=waiting&channel=page`);
  const [{ id = '' } = {}] = conversations as { id?: string }[];
  await ask(owner, 'POST', `${workspace}/conversations/${id}/answer`, { text, suggestion: null, suggested: null });
}

/** Starts an external site with its own origin. Its one page records the messages from its frames. */
export async function startSite(): Promise<{ readonly origin: string; put(body: string): void }> {
  const listener = `addEventListener('message', ({ origin, data }) => (window.told ??= []).push({ origin, data }));`;
  let shown = '';
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="en"><title>My site</title><script>${listener}</script>${shown}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // the address of a TCP server is never a string
  return {
    origin: `http://127.0.0.1:${port}`,
    put(body) {
      shown = `<main><h1>My site</h1>${body}</main>`;
    },
  };
}
