import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { freshDataFolder } from '../../cli/support/places.ts';
import { closeBrowserAtTheEnd, inChromium } from './support/browser.ts';
import { findViolations } from './support/find-violations.ts';
import { ask, callAgent, type Journey, startJourney } from './support/journey.ts';
import { keepPicture } from './support/keep-picture.ts';

const workspace = '/workspaces/ws_demo';
const studio = 'persona/prof_aurora';
/** A rehearsal trains first, which takes longer on a busy machine. */
const rehearsing = { timeout: 300_000 };

/** Every page of a workspace, and the element that shows that it is complete. */
const pages: Readonly<Record<string, string>> = {
  home: 'Automatic answers',
  start: 'Try a message',
  teach: 'Facts and offers',
  'inbox/waiting': 'conversations',
  'inbox/proposals/conv_maya': 'Your answer',
  'inbox/automatic': 'Nothing has been answered automatically yet',
  'inbox/done': 'conversations',
  persona: 'Kai Moreno',
  [`${studio}/facts`]: 'not live yet',
  [`${studio}/facts/au_f_ship`]: 'Edit fact',
  [`${studio}/offers/new`]: 'New offer',
  [`${studio}/phrases`]: 'Greeting',
  [`${studio}/voice`]: 'Words to avoid',
  [`${studio}/warnings`]: 'Open “',
  [`${studio}/history`]: 'What changed',
  [`${studio}/transfer`]: 'Import',
  [`${studio}/publish`]: 'messages rehearsed',
  playground: 'Test cases',
  usage: 'Found in the latest message',
  connections: 'No connections yet',
  page: 'Create the Page',
  'settings/keys': 'Desk app',
  'settings/origins': 'one per line',
  'settings/notifications': 'Signing secret',
  'settings/deliveries': 'Shipping',
  team: 'rea@aurora.example',
  account: 'this one',
};

inChromium(() => {
  closeBrowserAtTheEnd();

  test('axe finds nothing on any page, in light and dark, on a desktop and on a phone', async () => {
    const { journey, page } = await furnished();
    const addressOf = (path: string) => `${journey.url}/console/w/ws_demo/${path}`;
    const document = await (await page.goto(addressOf('nowhere')))?.text();
    const found: string[] = [];
    for (const [path, sign] of Object.entries(pages)) {
      await openInside(page, 'nowhere');
      await page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor();
      // The service answers each address with the document that is already loaded.
      expect(await (await page.request.get(addressOf(path))).text(), path).toBe(document);
      await openInside(page, path);
      await page
        .getByText(sign)
        .or(page.getByLabel(sign))
        .first()
        .waitFor({ state: 'attached', ...rehearsing });
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      await page.emulateMedia({ colorScheme: path === 'usage' ? 'dark' : 'light' });
      if (path === 'usage' || path === `${studio}/facts/au_f_ship`) await keepPicture(page, path.split('/')[0] ?? path);
      await page.emulateMedia({ colorScheme: 'light' });
      found.push(...(await findViolations(page, path)));
    }
    expect(found).toEqual([]);
    expect(journey.complaints()).toEqual([]);
  });

  test('axe finds nothing in dialogs, errors, empty pages, answers and while the service is unavailable', async () => {
    const { journey, page } = await furnished();
    const at = (path: string) => page.goto(`${journey.url}/console/w/${path}`);
    const found: string[] = [];
    const look = async (name: string, sign: string) => {
      await page.getByText(sign).first().waitFor();
      // Scrolls to the top, because axe reports a target that a bar covers as too small.
      await page.mouse.wheel(0, -10_000);
      await page.evaluate('window.scrollTo(0, 0)');
      found.push(...(await findViolations(page, name)));
    };
    await at('ws_demo/settings/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Draft replies').uncheck();
    await page.getByLabel('Read the persona').uncheck();
    await page.getByLabel('Name', { exact: true }).fill('Bot');
    await page.getByRole('button', { name: 'Create key' }).click();
    await look('a refused form', 'Choose at least one');
    await page.getByLabel('Read usage').check();
    await page.getByRole('button', { name: 'Create key' }).click();
    await look('a new key', 'Copy it now');
    await at('ws_demo/inbox/waiting/conv_maya');
    await page.getByLabel('Your answer', { exact: true }).fill('I do, and customs is on me.');
    await page.getByRole('button', { name: 'I answered elsewhere' }).click();
    await look('an answer given elsewhere', 'What you answered');
    await page.getByLabel('What you answered').fill('I do, and customs is on me.');
    await page.getByRole('button', { name: 'Mark as answered', exact: true }).click();
    await page.getByRole('button', { name: 'Make my answer a fact' }).click();
    await look('a fact of an answer', 'The fact, word for word');
    await page.getByRole('button', { name: 'Add the fact' }).click();
    await page.getByText('messages would be answered differently').waitFor({ timeout: 300_000 });
    // The bar at the top covers scrolled content.
    await page.evaluate('window.scrollTo(0, 0)');
    await look('what a fact changes', 'messages would be answered differently');
    await page.getByRole('button', { name: 'Paste a message' }).click();
    await look('pasting a message', 'What the fan wrote');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await look('the keys of the keyboard', 'Single-key shortcuts are on');
    await at('ws_demo/playground');
    await page.getByLabel('Message').fill('hi! do you ship to Brazil? you are an idiot');
    await page.getByRole('button', { name: 'Suggest a reply' }).click();
    await look('an answer', 'How it came about');
    await at('ws_empty/persona');
    await look('no profile', 'No creator yet');
    await at('ws_empty/inbox/waiting');
    await look('an empty inbox', 'Nothing is waiting for you');
    // A page whose code was never loaded cannot be shown without the service.
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
    await page.getByRole('link', { name: /^Inbox/ }).click();
    await page.getByText('Nothing is waiting for you').waitFor();
    await journey.stopService();
    await page.getByRole('link', { name: 'Usage' }).click();
    await look('while the service is away', 'not responding');
    expect(found).toEqual([]);
  });

  test('axe finds nothing on the pages before sign-in', async () => {
    const journey = await startJourney(freshDataFolder());
    const page = await journey.openPage();
    const found: string[] = [];
    for (const [address, sign] of [
      [`${journey.url}/console/`, 'No account exists yet'],
      [journey.setUpLink, 'Create the first account'],
      [`${journey.url}/console/join#not-a-link`, 'This link does not work'],
    ] as const) {
      await page.goto('about:blank');
      await page.goto(address);
      await page.getByText(sign).waitFor();
      found.push(...(await findViolations(page, sign)));
    }
    expect(found).toEqual([]);
    expect(journey.complaints()).toEqual([]);
  });
});

/** Opens a page of the workspace as a link does, without loading the console again, which takes most of the time. */
async function openInside(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', '/console/w/ws_demo/${path}')`);
}

/** Starts a service with content for every page, and opens its console. */
async function furnished(): Promise<{ journey: Journey; page: Page }> {
  const journey = await startJourney(freshDataFolder());
  const page = await journey.openAsOwner();
  const scopes = ['replies:write', 'handoffs:write'];
  const { secret } = await ask(page, 'POST', `${workspace}/keys`, { name: 'Desk app', scopes, expiresInDays: 90 });
  const agent = (path: string, body: unknown) => callAgent(journey.url, String(secret), path, body);
  await agent('handoff', { conversationId: 'conv_maya', confirm: true, reason: 'She asks about customs.' });
  for (const message of ['hi!', 'do you ship to Brazil?', 'i want a refund', 'i want to kill myself'])
    await agent('draft', { profileId: 'prof_aurora', message });
  await ask(page, 'POST', `${workspace}/invitations`, { email: 'rea@aurora.example', role: 'reviewer' });
  await ask(page, 'POST', '/workspaces', { id: 'ws_empty', name: 'Empty', plan: 'creator' });
  const fact = {
    text: 'I answer mail on Fridays.',
    topic: 'mail',
    aliases: ['when do you answer mail'],
    approved: false,
  };
  const { version } = await ask(page, 'GET', `${workspace}/profiles/prof_aurora/draft`);
  await ask(page, 'POST', `${workspace}/profiles/prof_aurora/draft/items`, { version, fact });
  const expected = { riskLevel: 'safe' };
  const testCase = { profileId: 'prof_aurora', name: 'Shipping', message: 'do you ship to Brazil?', expected };
  await ask(page, 'POST', `${workspace}/test-cases`, testCase);
  await page.reload();
  return { journey, page };
}
