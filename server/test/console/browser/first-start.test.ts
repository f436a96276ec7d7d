import { availableParallelism, loadavg } from 'node:os';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { freshDataFolder, onOneStore } from '../../cli/support/places.ts';
import { closeBrowserAtTheEnd, copiedBy, inChromium } from './support/browser.ts';
import { findViolations } from './support/find-violations.ts';
import { ask, fillFirstAccount, type Journey, owner, startJourney } from './support/journey.ts';
import { keepPicture } from './support/keep-picture.ts';

/** Twenty questions to a potter, with their answers. */
const entries: readonly (readonly [question: string, answer: string])[] = [
  ['Do you ship worldwide?', 'I ship worldwide from Lisbon, and orders leave the studio every Tuesday.'],
  ['How long does shipping take?', 'Parcels take 2 to 4 working days within Portugal and about two weeks elsewhere.'],
  ['How much is shipping?', 'Shipping costs €6 within Europe and €14 everywhere else.'],
  ['Do you take returns?', 'I take unused pieces back within 14 days of delivery.'],
  ['Are the mugs dishwasher safe?', 'All of my mugs are dishwasher safe.'],
  ['Can I put the bowls in the microwave?', 'The bowls are safe in a microwave, except for those with a gold rim.'],
  ['Do you take commissions?', 'I take six commissions a month, and the list opens on the first Monday.'],
  ['Where is your studio?', 'My studio is in Alfama, in Lisbon.'],
  ['When is the studio open?', 'The studio is open to visitors on Saturdays from 10 to 16.'],
  ['Do you teach classes?', 'I teach wheel classes for beginners on Sunday mornings.'],
  ['How many people are in a class?', 'A class has at most five people.'],
  ['Do you gift wrap?', 'I wrap every piece in paper and tie it with linen for free.'],
  ['Which payments do you take?', 'You can pay by card, PayPal or bank transfer.'],
  ['When do you restock?', 'The shop restocks on the last Friday of every month at 18:00 Lisbon time.'],
  ['Do you sell gift cards?', 'Gift cards start at €25 and never expire.'],
  ['What clay do you use?', 'I use stoneware clay from Alcobaça.'],
  ['Are your glazes food safe?', 'All of my glazes are food safe and free of lead.'],
  ['Do you sell wholesale?', 'I sell wholesale to shops from 24 pieces on.'],
  ['Can I get my name on a mug?', 'I can stamp up to ten letters on a mug, which takes a week longer.'],
  ['Where can I see your new work?', 'I show new work on Instagram first, every Thursday evening.'],
];
const faq = entries.map(([question, answer]) => `${question}\n${answer}`).join('\n\n');
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };
const training = { timeout: 300_000 };

inChromium(() => {
  closeBrowserAtTheEnd();

  onOneStore('PostgreSQL', (fresh) => {
    test('a pasted FAQ of 20 entries becomes 20 published facts, approved one by one, and a reply uses them', async () => {
      const journey = await startJourney({ ...(await fresh()), UNDERSTUDY_DEMO: 'false' });
      const page = await startAt(journey);
      await page.getByLabel('Your FAQ, page or past replies').fill(faq);
      await page.getByRole('button', { name: 'Propose facts' }).click();
      await page.getByText('20 proposals in your own words').waitFor();
      await page.evaluate('window.scrollTo(0, 0)');
      await keepPicture(page, 'first-start');
      await page.reload();
      for (const [question] of entries) {
        await page.getByRole('button', { name: `Approve “${question}”` }).click();
        await page.getByRole('button', { name: `Approve “${question}”` }).waitFor({ state: 'detached' });
      }
      await page.getByRole('button', { name: 'Publish what you approved (20)' }).click();
      await page.getByText('Published. Replies use it from now on.').waitFor(training);
      const step = (name: string) => page.getByRole('listitem').filter({ hasText: name });
      await step('1. Add your facts').getByText('done', { exact: true }).waitFor();
      const { id } = await onlyProfile(page);
      const { items } = (await ask(page, 'GET', `/workspaces/${workspaceOf(page)}/profiles/${id}/draft`)) as {
        items: { status: string; item: { text: string; aliases: string[] } }[];
      };
      expect(items.map(({ status, item }) => [status, ...item.aliases, item.text])).toEqual(
        entries.map((entry) => ['live', ...entry]),
      );
      await step('2. Try a message').getByRole('link', { name: 'Try a message' }).click();
      await page.getByLabel('Message').fill('hey! do you ship worldwide?');
      await page.getByRole('button', { name: 'Suggest a reply' }).click();
      await page.getByRole('region', { name: 'Decision' }).getByText('I ship worldwide from Lisbon').first().waitFor();
      expect(journey.complaints()).toEqual([]);
    });

    test('from the first start to the first answered message it takes less than a minute and 8 clicks', async () => {
      const journey = await startJourney({ ...(await fresh()), UNDERSTUDY_DEMO: 'false' });
      const page = await journey.openPage(clipboard);
      const begun = Date.now();
      let clicks = 0;
      const press = async (name: string) => {
        await page.getByRole('button', { name, exact: true }).first().click();
        clicks += 1;
      };
      await page.goto(journey.setUpLink);
      await fillFirstAccount(page);
      clicks += 1;
      await page.getByLabel('Name', { exact: true }).fill('My studio');
      await press('Create workspace');
      const [question, answer] = entries[0] ?? ['', ''];
      await page.getByLabel('Your FAQ, page or past replies').fill(`${question}\n${answer}`);
      await press('Propose facts');
      await press(`Approve “${question}”`);
      await press('Publish what you approved (1)');
      await page.getByText('Published. Replies use it from now on.').waitFor(training);
      await press("Paste a fan's message");
      await page.getByLabel('What the fan wrote').fill('hi! could you ship a mug to Norway?');
      await press('Suggest a reply');
      await page.getByLabel('Your answer', { exact: true }).waitFor();
      await expect.poll(() => page.getByLabel('Your answer', { exact: true }).inputValue()).toContain(answer);
      await page.getByRole('button', { name: 'Copy and mark as answered' }).click();
      clicks += 1;
      await page.getByText('Copied and marked as answered').waitFor();
      const seconds = (Date.now() - begun) / 1_000;
      console.info(`first start to first answer: ${seconds.toFixed(1)} s, ${clicks} clicks`);
      expect(clicks).toBeLessThanOrEqual(8);
      expect(seconds).toBeLessThan(isBusy() ? 240 : 60);
      expect(await copiedBy(page)).toContain(answer);
      expect(journey.complaints()).toEqual([]);
    });
  });

  test('a text without answers shows what it lacks, and a proposal is changed before it is approved; axe finds nothing', async () => {
    const journey = await startJourney({ ...freshDataFolder(), UNDERSTUDY_DEMO: 'false' });
    const page = await startAt(journey);
    expect(await findViolations(page, 'first start')).toEqual([]);
    await page.getByLabel('Your FAQ, page or past replies').fill('lorem');
    await page.getByRole('button', { name: 'Propose facts' }).click();
    await page.getByText('This text contains no new facts.').waitFor();
    const text = 'What is your favourite glaze?\n\nDo you ship?\nYes, worldwide.\n\n## Prices\nMoon mug – €38';
    await page.getByLabel('Your FAQ, page or past replies').fill(text);
    await page.getByRole('button', { name: 'Propose facts' }).click();
    await page.getByText('This is short.').waitFor();
    await page.getByText('Your text has no answer to').waitFor();
    expect(await findViolations(page, 'proposals')).toEqual([]);
    await page.getByRole('button', { name: 'Change “Do you ship?”' }).click();
    await page.getByLabel('What may be said, word for word').fill('I ship worldwide.');
    await page.getByRole('button', { name: 'Approve “Do you ship?”' }).click();
    await page.getByText('1 proposal in your own words').waitFor();
    expect(journey.complaints()).toEqual([]);
  });
});

/** Returns true if the load average exceeds the number of cores. */
function isBusy(): boolean {
  return (loadavg()[0] ?? 0) > availableParallelism();
}

/** Creates the first account and workspace of an empty installation, and returns the page that follows. */
async function startAt(journey: Journey): Promise<Page> {
  const page = await journey.openPage();
  await page.goto(journey.setUpLink);
  await fillFirstAccount(page);
  await page.getByLabel('Name', { exact: true }).fill(`${owner.name}'s studio`);
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await page.getByLabel('Your FAQ, page or past replies').waitFor();
  return page;
}

function workspaceOf(page: Page): string {
  return /\/w\/([^/]+)/.exec(page.url())?.[1] ?? '';
}

async function onlyProfile(page: Page): Promise<{ id: string }> {
  const { profiles } = await ask(page, 'GET', `/workspaces/${workspaceOf(page)}/profiles`);
  const [profile] = profiles as { id: string }[];
  if (profile === undefined) throw new Error('no profile was made');
  return profile;
}
