import { expect, test } from 'vitest';
import { freshDataFolder } from '../../cli/support/places.ts';
import { closeBrowserAtTheEnd, inChromium } from './support/browser.ts';
import { findViolations } from './support/find-violations.ts';
import { startJourney } from './support/journey.ts';

const answer = JSON.stringify({
  items: [
    { id: 'au_o_class', aliases: ['what would a lesson at the wheel set me back', 'is the wheel lesson dear'] },
    { id: 'au_o_class', nearMisses: ['could I buy a wheel from you'] },
  ],
});

inChromium(() => {
  closeBrowserAtTheEnd();

  test('a creator sees unanswered questions, collects phrases, and accepts one where it is shown', async () => {
    const journey = await startJourney(freshDataFolder());
    const page = await journey.openAsOwner();
    await page.goto(`${journey.url}/console/w/ws_demo/teach`);
    await page.getByRole('heading', { name: 'Questions that no fact answers' }).waitFor();
    await page
      .getByText(/found by \d+ % of new questions/)
      .first()
      .waitFor({ timeout: 300_000 });
    expect(await findViolations(page, 'teach')).toEqual([]);

    await page.getByLabel("The assistant's answer").fill('I would rather talk of the weather.');
    await page.getByRole('button', { name: 'Read the answer' }).click();
    await page.getByText('This text has no phrases to add.').waitFor();
    await page.getByLabel("The assistant's answer").fill(answer);
    await page.getByRole('button', { name: 'Read the answer' }).click();
    await page.getByText('3 new suggestions.').waitFor();

    const item = page.getByRole('listitem').filter({ has: page.getByText('3 suggested') });
    await item.getByRole('button', { name: 'Show questions' }).click();
    await item.getByRole('button', { name: 'Accept “is the wheel lesson dear”' }).click();
  });
});
