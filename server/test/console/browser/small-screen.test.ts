import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { freshDataFolder } from '../../cli/support/places.ts';
import { closeBrowserAtTheEnd, inChromium } from './support/browser.ts';
import { startJourney } from './support/journey.ts';

/** The width at which WCAG 2.2 requires a page without horizontal scrolling. */
const narrow = { width: 320, height: 640 };

inChromium(() => {
  closeBrowserAtTheEnd();

  test('on the narrowest phone the open tab is in view, and so is every control', async () => {
    const journey = await startJourney(freshDataFolder());
    const page = await journey.openAsOwner({ viewport: narrow, hasTouch: true, isMobile: true });
    const workspace = `${journey.url}/console/w/ws_demo`;
    for (const part of ['settings/deliveries', 'persona/prof_aurora/history', 'persona/prof_aurora/transfer']) {
      await page.goto(`${workspace}/${part}`);
      const open = page.locator('.tab[aria-current]');
      await open.waitFor();
      await expect.poll(() => outside(page, '.tab[aria-current]')).toEqual([]);
    }
    await page.goto(`${workspace}/settings/keys`);
    await page.getByRole('button', { name: 'Revoke' }).first().waitFor();
    expect(await outside(page, '.table-frame button')).toEqual([]);
    expect(journey.complaints()).toEqual([]);
  });

  test('a page is no wider than the narrowest phone while its warnings are being counted', async () => {
    const journey = await startJourney(freshDataFolder());
    const page = await journey.openAsOwner({ viewport: narrow });
    await page.route(/prof_aurora\/draft\/warnings$/, () => undefined);
    await page.goto(`${journey.url}/console/w/ws_demo/persona/prof_aurora/facts`);
    await page.getByText('being counted').waitFor();
    expect(
      await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
    ).toBeLessThanOrEqual(0);
  });
});

/** Returns the text that is wholly or partly outside the screen. */
async function outside(page: Page, selector: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const element of await page.locator(selector).all()) {
    const box = await element.boundingBox();
    if (box === null || box.x < 0 || box.x + box.width > narrow.width) found.push(await element.innerText());
  }
  return found;
}
