import { expect, test } from 'vitest';
import { freshDataFolder } from '../../cli/support/places.ts';
import { closeBrowserAtTheEnd, inChromium, phone } from './support/browser.ts';
import { startJourney } from './support/journey.ts';
import { layoutShift } from './support/layout-shift.ts';

const atMostBytes = 200 * 1_024;

/** What came over the wire for the pages' files. */
const transferred = `(() => {
  const files = performance.getEntriesByType('resource').filter(({ name }) => !name.includes('/api/'));
  const page = performance.getEntriesByType('navigation')[0];
  return page.transferSize + files.reduce((sum, { transferSize }) => sum + transferSize, 0);
})()`;

inChromium(() => {
  closeBrowserAtTheEnd();

  test.each(['inbox/waiting', 'persona/prof_aurora/facts', 'playground', 'usage', 'settings/keys'])(
    'the first load of %s is below 200 KB, asks nobody else, and nothing on it jumps',
    async (path) => {
      const journey = await startJourney(freshDataFolder());
      const page = await journey.openAsOwner({ viewport: phone });
      const state = await page.context().storageState();
      const fresh = await journey.openPage({ viewport: phone, storageState: state });
      await fresh.goto(`${journey.url}/console/w/ws_demo/${path}`);
      await fresh.getByRole('heading', { level: 1 }).waitFor();
      await fresh.locator('.skeleton').first().waitFor({ state: 'detached' });
      const shift = await fresh.evaluate(layoutShift);
      const bytes = await fresh.evaluate(transferred);
      expect(bytes).toBeLessThan(atMostBytes);
      expect(bytes).toBeGreaterThan(10_000);
      expect(shift).toBeLessThan(0.02);
      expect(journey.complaints()).toEqual([]);
    },
  );
});
