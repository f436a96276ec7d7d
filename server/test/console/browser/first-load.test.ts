import { expect, test } from 'vitest';
import { freshDataFolder } from '../../cli/support/places.ts';
import { closeBrowserAtTheEnd, inChromium, phone } from './support/browser.ts';
import { startJourney } from './support/journey.ts';

const atMostBytes = 200 * 1_024;

interface Load {
  readonly bytes: number;
  readonly shift: number;
}

/** What came over the wire for the pages' files, and how much moved while they were drawn. */
const measured = `new Promise((resolve) => {
  let shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  const files = performance.getEntriesByType('resource').filter(({ name }) => !name.includes('/api/'));
  const page = performance.getEntriesByType('navigation')[0];
  const bytes = page.transferSize + files.reduce((sum, { transferSize }) => sum + transferSize, 0);
  setTimeout(() => resolve({ bytes, shift }), 300);
})`;

inChromium(() => {
  closeBrowserAtTheEnd();

  test.each(['review', 'persona/prof_aurora/facts', 'playground', 'usage', 'settings/keys'])(
    'the first load of %s is below 200 KB, asks nobody else, and nothing on it jumps',
    async (path) => {
      const journey = await startJourney(freshDataFolder());
      const page = await journey.openAsOwner({ viewport: phone });
      const state = await page.context().storageState();
      const fresh = await journey.openPage({ viewport: phone, storageState: state });
      await fresh.goto(`${journey.url}/console/w/ws_demo/${path}`);
      await fresh.getByRole('heading', { level: 1 }).waitFor();
      await fresh.locator('.skeleton').first().waitFor({ state: 'detached' });
      const { bytes, shift }: Load = await fresh.evaluate(measured);
      expect(bytes).toBeLessThan(atMostBytes);
      expect(bytes).toBeGreaterThan(10_000);
      expect(shift).toBeLessThan(0.02);
      expect(journey.complaints()).toEqual([]);
    },
  );
});
