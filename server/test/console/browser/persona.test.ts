import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { onOneStore } from '../../cli/support/places.ts';
import { closeBrowserAtTheEnd, inChromium } from './support/browser.ts';
import { startJourney } from './support/journey.ts';
import { keepPicture } from './support/keep-picture.ts';

const fact = 'I teach in the garden whenever it is dry.';
const asked = 'do you teach outside in the garden?';

async function tryIt(page: Page, url: string): Promise<string> {
  await page.goto(`${url}/console/w/ws_demo/playground`);
  await page.getByLabel('Message').fill(asked);
  await page.getByRole('button', { name: 'Suggest a reply' }).click();
  const decision = page.getByRole('region', { name: 'Decision' });
  await decision.waitFor();
  return (await decision.textContent()) ?? '';
}

inChromium(() => {
  closeBrowserAtTheEnd();

  onOneStore('PostgreSQL', (fresh) => {
    test('a fact is written, rehearsed and published, and only then do drafts use it', async () => {
      const journey = await startJourney(await fresh());
      const page = await journey.openAsOwner();
      expect(await tryIt(page, journey.url)).not.toContain(fact);

      await page.getByRole('link', { name: 'Persona', exact: true }).click();
      await page.getByRole('link', { name: /Aurora Lane/ }).click();
      await page.getByRole('link', { name: 'New fact' }).click();
      await page.getByLabel('What may be said, word for word').fill(fact);
      await page.getByLabel(/How fans ask this/).fill(`${asked}\nare your classes outside`);
      await page.getByRole('button', { name: 'Save to the draft' }).click();
      await page.getByText('1 change is not live yet').waitFor();
      expect(await tryIt(page, journey.url)).not.toContain(fact);
      await page.getByRole('button', { name: 'Save as a test case' }).click();
      await page.getByLabel('It should be').selectOption('Safe');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByRole('row', { name: /garden/ }).waitFor();

      await page.goto(`${journey.url}/console/w/ws_demo/persona/prof_aurora/facts`);
      await page.getByRole('link', { name: 'Rehearse and publish' }).click();
      const changed = page.getByRole('article').filter({ hasText: asked });
      const again = page.getByRole('button', { name: 'Rehearse again' });
      // A rehearsal waits at most 20 s for the draft's training. On a slow machine, only a later one uses it.
      await expect
        .poll(
          async () => {
            if ((await changed.count()) === 0 && (await again.count()) > 0)
              await again.click({ timeout: 5_000 }).catch(() => undefined);
            return changed.count();
          },
          { timeout: 300_000, interval: 3_000 },
        )
        .toBeGreaterThan(0);
      await keepPicture(page, 'rehearsal');
      expect(await changed.textContent()).toMatch(new RegExp(`better.*${fact}`, 's'));
      await page.getByRole('button', { name: 'Publish 1 change' }).click();
      await page.getByText('Everything here is live.').waitFor();
      // Publishing does not wait for the training for longer than a minute.
      await expect.poll(() => tryIt(page, journey.url), { timeout: 300_000, interval: 3_000 }).toContain(fact);
      expect(journey.complaints()).toEqual([]);
    });

    test('a change is undone from the history, and an unapproved item is visibly unapproved', async () => {
      const journey = await startJourney(await fresh());
      const page = await journey.openAsOwner();
      await page.goto(`${journey.url}/console/w/ws_demo/persona/prof_aurora/offers/new`);
      await page.getByLabel('Name').fill('Rain cup');
      await page.getByLabel('What may be said, word for word').fill('The Rain cup is €20.');
      await page.getByLabel('Approved').uncheck();
      await page.getByRole('button', { name: 'Save to the draft' }).click();
      const link = page.getByRole('link', { name: /Rain cup/ });
      await link.getByText('not approved').waitFor();
      await page.getByRole('link', { name: 'History' }).click();
      await page.locator('#main').getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Everything here is live.').waitFor();
      await page.getByRole('link', { name: /^Offers/ }).click();
      await page.getByRole('link', { name: 'New offer' }).waitFor();
      expect(await link.count()).toBe(0);
      expect(journey.complaints()).toEqual([]);
    });

    test('if two people edit one item, the second gets a notice, keeps their text, and saves it over the new version', async () => {
      const journey = await startJourney(await fresh());
      const page = await journey.openAsOwner();
      const address = `${journey.url}/console/w/ws_demo/persona/prof_aurora/facts`;
      const other = await page.context().newPage();
      // The first page must not learn of the change before it saves.
      await page.route('**/events', (route) => route.abort());
      for (const each of [page, other]) {
        await each.goto(address);
        await each.getByRole('link', { name: /^shipping I ship/ }).click();
      }
      await page.getByLabel('What may be said, word for word').fill('I ship to the moon.');
      await other.getByLabel(/How fans ask this/).fill('to the moon?');
      await other.getByRole('button', { name: 'Save to the draft' }).click();
      await other.getByText('1 change is not live yet').waitFor();
      await page.getByRole('button', { name: 'Save to the draft' }).click();
      await page.getByText('Someone changed this in the meantime').waitFor();
      expect(await page.getByLabel('What may be said, word for word').inputValue()).toBe('I ship to the moon.');
      await page.getByText('1 change is not live yet').waitFor();
      expect(await page.getByLabel(/How fans ask this/).inputValue()).toBe('to the moon?');
      await page.getByRole('button', { name: 'Save to the draft' }).click();
      await page.getByRole('link', { name: /I ship to the moon/ }).waitFor();
      expect(journey.complaints()).toEqual([]);
    });
  });
});
