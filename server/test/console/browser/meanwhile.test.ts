import { expect, test } from 'vitest';
import { bringIn, freshDataFolder } from '../../cli/support/places.ts';
import { runInside } from '../../cli/support/understudy.ts';
import { closeBrowserAtTheEnd, inChromium, phone } from './support/browser.ts';
import { startJourney } from './support/journey.ts';

const words = 'My street is Rua das Flores 12.';
const longName = `${'Anastasia'.repeat(20)}<img src=x onerror=alert(1)>`;

inChromium(() => {
  closeBrowserAtTheEnd();

  test('content that is erased while it is open is no longer shown, and a name of any length fits', async () => {
    const place = freshDataFolder();
    const journey = await startJourney(place);
    await bringIn(place, {
      workspaces: [
        {
          id: 'ws_demo',
          name: 'Harbour Lane Agency',
          plan: 'agency',
          conversations: [
            {
              id: 'conv_long',
              profileId: 'prof_aurora',
              contact: { name: longName.slice(0, 120) },
              relationship: { tags: ['regular'.repeat(8)] },
              state: 'awaiting_owner',
              messages: [{ direction: 'inbound', body: words, sentAt: '2026-01-01T10:00:00Z' }],
            },
          ],
        },
      ],
    });
    const page = await journey.openAsOwner({ viewport: phone, hasTouch: true, isMobile: true });
    await page.goto(`${journey.url}/console/w/ws_demo/review/conv_long`);
    await page.locator('.bubble').getByText(words).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);

    const erase = ['contacts', 'erase', '-w', 'ws_demo', '--conversation', 'conv_long'];
    expect((await runInside(erase, place)).code).toBe(0);
    await page.getByText('Not found, or you have no access to it.').first().waitFor();
    await expect.poll(() => page.getByText(words).count()).toBe(0);
    expect(journey.complaints()).toEqual([]);
  });
});
