import { expect, test } from 'vitest';
import { onOneStore } from '../../cli/support/places.ts';
import { closeBrowserAtTheEnd, inChromium } from './support/browser.ts';
import { ask, owner, signIn, startJourney } from './support/journey.ts';

const typed = 'I answer mail on Friday mornings, with a coffee.';

inChromium(() => {
  closeBrowserAtTheEnd();

  onOneStore('SQLite', (fresh) => {
    test('a form loses nothing while the service is unavailable, and reads continue by themselves', async () => {
      const journey = await startJourney(await fresh());
      const page = await journey.openAsOwner();
      await page.goto(`${journey.url}/console/w/ws_demo/persona/prof_aurora/facts/new`);
      await page.getByLabel('What may be said, word for word').fill(typed);
      await journey.stopService();
      await page.getByRole('button', { name: 'Save to the draft' }).click();
      await page.getByText('Retrying every 2 seconds').waitFor();
      await page.getByLabel(/How fans ask this/).fill('when do you answer mail');
      expect(await page.getByLabel('What may be said, word for word').inputValue()).toBe(typed);

      await journey.startAgain();
      await page.getByText('Retrying every 2 seconds').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Save to the draft' }).click();
      await page.getByText('1 change is not live yet').waitFor();
      await page.getByRole('link', { name: new RegExp(typed) }).waitFor();
      expect(journey.complaints()).toEqual([]);
    });

    test('a session that ends while a form is filled asks to sign in, and the typed text is there again', async () => {
      const journey = await startJourney(await fresh());
      const page = await journey.openAsOwner();
      // The page must not learn of the end before it saves.
      await page.route('**/events', (route) => route.abort());
      await page.goto(`${journey.url}/console/w/ws_demo/persona/prof_aurora/facts/new`);
      await page.getByLabel('What may be said, word for word').fill(typed);
      await ask(page, 'POST', '/account/sessions/end-all');
      await page.getByRole('button', { name: 'Save to the draft' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await signIn(page, owner);
      await page.getByLabel('What may be said, word for word').waitFor();
      expect(await page.getByLabel('What may be said, word for word').inputValue()).toBe(typed);
      await page.reload();
      expect(await page.getByLabel('What may be said, word for word').inputValue()).toBe(typed);
      await page.getByRole('button', { name: 'Save to the draft' }).click();
      await page.getByText('1 change is not live yet').waitFor();

      await page.getByRole('button', { name: 'Sign out', exact: true }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      expect(await page.evaluate('Object.keys(sessionStorage).filter((key) => key.includes("draft")).length')).toBe(0);
      expect(journey.complaints()).toEqual([]);
    });
  });
});
