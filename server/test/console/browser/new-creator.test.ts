import { expect, test } from 'vitest';
import { freshDataFolder } from '../../cli/support/places.ts';
import { closeBrowserAtTheEnd, inChromium, phone } from './support/browser.ts';
import { fillFirstAccount, startJourney } from './support/journey.ts';

const fact = 'I stream every Tuesday at 19:00 Lisbon time.';

inChromium(() => {
  closeBrowserAtTheEnd();

  test('on an empty installation, a creator with a phone makes a workspace, a profile and a first fact, and sees it answer', async () => {
    const journey = await startJourney({ ...freshDataFolder(), UNDERSTUDY_DEMO: 'false' });
    const page = await journey.openPage({ viewport: phone, hasTouch: true, isMobile: true });
    await page.goto(journey.setUpLink);
    await fillFirstAccount(page);
    await page.getByRole('heading', { name: 'New workspace' }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('My studio');
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await page.getByRole('heading', { name: 'Welcome to My studio' }).waitFor();

    await page.getByRole('link', { name: 'Write facts yourself' }).click();
    await page.getByRole('button', { name: 'New creator' }).click();
    await page.getByLabel("The creator's name").fill('Nova');
    await page.getByRole('button', { name: 'Add creator' }).click();
    await page.getByText('Start with a few facts').waitFor();
    await page.getByRole('link', { name: 'New fact' }).click();
    await page.getByLabel('What may be said, word for word').fill(fact);
    await page.getByLabel(/How fans ask this/).fill('when do you stream\nwhat time is the stream');
    await page.getByRole('button', { name: 'Save to the draft' }).click();
    await page.getByRole('link', { name: 'Rehearse and publish' }).click();
    await page.getByText('test cases to rehearse with yet').waitFor();
    await page.getByRole('button', { name: 'Publish 1 change' }).click();
    await page.getByText('Everything here is live.').waitFor();

    await page.getByRole('link', { name: 'Try it' }).click();
    await page.getByLabel('Message').fill('hey when do you stream?');
    await page.getByRole('button', { name: 'Suggest a reply' }).click();
    const decision = page.getByRole('region', { name: 'Decision' });
    await decision.getByText('Safe', { exact: true }).waitFor();
    expect(await decision.textContent()).toContain(fact);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('link', { name: 'Developer' }).click();
    await page.getByText('No key yet').waitFor();
    expect(journey.complaints()).toEqual([]);
  });
});
