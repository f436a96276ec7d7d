import type { Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { freshDataFolder } from '../../cli/support/places.ts';
import { closeBrowserAtTheEnd, inChromium, phone } from './support/browser.ts';
import { startJourney } from './support/journey.ts';
import { layoutShift } from './support/layout-shift.ts';

const atMostBytes = 200 * 1_024;
/** Less than the time that React waits after it has shown a fallback. */
const mostWaitMs = 250;

/** The bytes transferred for the pages' files. */
const transferred = `(() => {
  const files = performance.getEntriesByType('resource').filter(({ name }) => !name.includes('/api/'));
  const page = performance.getEntriesByType('navigation')[0];
  return page.transferSize + files.reduce((sum, { transferSize }) => sum + transferSize, 0);
})()`;

inChromium(() => {
  closeBrowserAtTheEnd();

  test('the first load of each page is below 200 KB, contacts no other host, and nothing on it jumps', async () => {
    const journey = await startJourney(freshDataFolder());
    const state = await (await journey.openAsOwner({ viewport: phone })).context().storageState();
    for (const path of ['inbox/waiting', 'persona/prof_aurora/facts', 'playground', 'usage', 'settings/keys']) {
      // A separate context has an empty cache.
      const fresh = await journey.openPage({ viewport: phone, storageState: state });
      await fresh.goto(`${journey.url}/console/w/ws_demo/${path}`);
      await fresh.getByRole('heading', { level: 1 }).waitFor();
      await fresh.locator('.skeleton').first().waitFor({ state: 'detached' });
      const bytes = await fresh.evaluate(transferred);
      expect(bytes, path).toBeLessThan(atMostBytes);
      expect(bytes, path).toBeGreaterThan(10_000);
      expect(await fresh.evaluate(layoutShift), path).toBeLessThan(0.02);
      await fresh.context().close();
    }
    expect(journey.complaints()).toEqual([]);
  });

  test('an opened page appears once its files and data have arrived, without a further wait', async () => {
    const journey = await startJourney(freshDataFolder());
    const page = await journey.openAsOwner();
    // Only this test advances the page's clock, so a busy machine has no effect.
    const now = Date.now();
    await page.clock.install({ time: now });
    await page.clock.pauseAt(now + 3_600_000);
    const asked = new Set<Request>();
    // The stream of changes never ends.
    page.on('request', (request) => void (request.url().endsWith('/events') || asked.add(request)));
    page.on('requestfinished', (request) => void asked.delete(request));
    page.on('requestfailed', (request) => void asked.delete(request));
    await page.goto(`${journey.url}/console/w/ws_demo/inbox/proposals`);
    let waitedMs = 0;
    await expect
      .poll(
        async () => {
          if (asked.size === 0 && waitedMs < mostWaitMs) {
            await page.clock.runFor(1);
            waitedMs += 1;
          }
          return page.locator('a.queue-link').count();
        },
        { timeout: 120_000, interval: 50 },
      )
      .toBeGreaterThan(0);
    expect(journey.complaints()).toEqual([]);
  });
});
