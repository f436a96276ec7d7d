import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { freshDataFolder } from '../../cli/support/places.ts';
import { closeBrowserAtTheEnd, inChromium, phone } from './support/browser.ts';
import { startJourney } from './support/journey.ts';
import { layoutShift } from './support/layout-shift.ts';

const lateByMs = 600;
const reads = ['usage', 'profiles', 'gaps', 'inbox'];

inChromium(() => {
  closeBrowserAtTheEnd();

  test('nothing on the usage page jumps, however late any of its reads is answered', async () => {
    const journey = await startJourney(freshDataFolder());
    const state = await (await journey.openAsOwner({ viewport: phone })).context().storageState();
    for (const late of reads) {
      const page = await journey.openPage({ viewport: phone, storageState: state });
      await delayed(page, late);
      await page.goto(`${journey.url}/console/w/ws_demo/usage`);
      await page.getByText('Found in the latest message').waitFor();
      await page.getByText('Replies by day').waitFor();
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      expect(await page.evaluate(layoutShift), late).toBeLessThan(0.02);
      await page.context().close();
    }
    expect(journey.complaints()).toEqual([]);
  });
});

async function delayed(page: Page, read: string): Promise<void> {
  await page.route(new RegExp(`/console/api/workspaces/ws_demo/${read}(\\?|$)`), async (route) => {
    await new Promise((resolve) => setTimeout(resolve, lateByMs));
    await route.continue();
  });
}
