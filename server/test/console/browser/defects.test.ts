import { expect, test } from 'vitest';
import { freshDataFolder } from '../../cli/support/places.ts';
import { closeBrowserAtTheEnd, inChromium } from './support/browser.ts';
import { startJourney } from './support/journey.ts';

inChromium(() => {
  closeBrowserAtTheEnd();

  test('a key that is shown once survives Escape, pressed twice, until the person confirms', async () => {
    const journey = await startJourney(freshDataFolder());
    const page = await journey.openAsOwner();
    await page.goto(`${journey.url}/console/w/ws_demo/settings/keys`);
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Desk app');
    await page.getByRole('button', { name: 'Create key' }).click();
    const secret = (await page.locator('[data-secret]').textContent()) ?? '';
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByText('You cannot view it again').waitFor();
    expect(await page.locator('[data-secret]').textContent()).toBe(secret);
    await page.getByRole('button', { name: 'Go back to the key' }).click();
    expect(await page.locator('[data-secret]').textContent()).toBe(secret);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Close without it' }).click();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(journey.complaints()).toEqual([]);
  });

  test('the welcome page notices that a message was tried, and the trial offers the next step', async () => {
    const journey = await startJourney(freshDataFolder());
    const page = await journey.openAsOwner();
    const step = page.getByRole('listitem').filter({ hasText: '2. Try a message' });
    expect(await step.getByText('done', { exact: true }).count()).toBe(0);
    await page.getByRole('link', { name: 'Try it' }).click();
    const next = { safe: 'Connect your agent', unanswered: 'Write the fact' };
    await page.getByLabel('Message').fill('do you ship internationally?');
    await page.getByRole('button', { name: 'Suggest a reply' }).click();
    await page.getByRole('link', { name: next.safe }).waitFor();
    await page.getByLabel('Message').fill('which opera do you sing in the shower?');
    await page.getByRole('button', { name: 'Suggest a reply' }).click();
    await page.getByRole('link', { name: next.unanswered }).click();
    expect(await page.getByLabel(/How fans ask this/).inputValue()).toBe('which opera do you sing in the shower?');
    await page.goto(`${journey.url}/console/w/ws_demo/start`);
    await step.getByText('done', { exact: true }).waitFor();
    expect(journey.complaints()).toEqual([]);
  });

  test('a tab shows the number of warnings before it is opened', async () => {
    const journey = await startJourney(freshDataFolder());
    const page = await journey.openAsOwner();
    await page.goto(`${journey.url}/console/w/ws_demo/persona/prof_aurora/facts`);
    const tab = page.getByRole('navigation', { name: 'Parts of the persona' }).getByRole('link', { name: /^Warnings/ });
    await tab.locator('.badge').filter({ hasText: /^\d+$/ }).waitFor();
    const shown = await tab.locator('.badge').textContent();
    await tab.click();
    await page.getByText('Open “').first().waitFor();
    expect(await page.locator('main li.card').count()).toBe(Number(shown));
    expect(journey.complaints()).toEqual([]);
  });

  test('after a change, the tab shows no number of warnings until they are counted again', async () => {
    const journey = await startJourney(freshDataFolder());
    const page = await journey.openAsOwner();
    // Without live updates, the page must know itself what a change affects.
    await page.route('**/watch', (route) => route.abort());
    await page.goto(`${journey.url}/console/w/ws_demo/persona/prof_aurora/voice`);
    const badge = page.getByRole('link', { name: /^Warnings/ }).locator('.badge');
    await badge.filter({ hasText: /^\d+$/ }).waitFor();
    const before = await badge.textContent();
    let answer = () => {};
    const isHeld = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/warnings', async (route) => {
      await isHeld;
      await route.continue();
    });
    await page.getByLabel('Traits').fill('warm, playful, unhurried, kind');
    await page.getByRole('button', { name: 'Save to the draft' }).click();
    await badge.getByText('being counted').waitFor({ state: 'attached' });
    answer();
    await badge.filter({ hasText: before ?? '' }).waitFor();
    expect(journey.complaints()).toEqual([]);
  });
});
