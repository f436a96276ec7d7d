import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { WorkspaceEntry } from '../../../src/domain/workspace-document.ts';
import { bringIn, freshDataFolder } from '../../cli/support/places.ts';
import { runLength } from '../../support/run-length.ts';
import { closeBrowserAtTheEnd, inChromium, phone } from './support/browser.ts';
import { startJourney } from './support/journey.ts';

type Handling = 'suggested' | 'second' | 'own' | 'close';
interface Asked {
  readonly body: string;
  readonly handling: Handling;
}

/** A potter's messages on one day, and what the creator does with each. */
const kinds: readonly Asked[] = [
  { body: 'Do you deliver to Germany too?', handling: 'suggested' },
  { body: 'how much is the moon mug', handling: 'suggested' },
  { body: 'thanks so much, it arrived today!! 🥹', handling: 'close' },
  { body: 'can the bowls go into the dishwasher?', handling: 'suggested' },
  { body: 'where can I find your stall this weekend', handling: 'suggested' },
  { body: 'what is your favourite tree?', handling: 'own' },
  { body: 'how long does a parcel take to get to Spain, and what does it cost?', handling: 'suggested' },
  {
    body: `Hi Aurora! ${'My sister and I each have two of your plates and we use them for breakfast nearly every day. '.repeat(6)}When do new pieces come into the shop?`,
    handling: 'suggested',
  },
  { body: `look ${'https://example.com/a-very-long-address-without-any-break/'.repeat(4)}`, handling: 'close' },
  { body: 'is there a class for beginners\n\nand what does a place cost\n\nand do I bring clay?', handling: 'second' },
];
/** Few enough for quick tests; the full run has the whole day. */
const messages = runLength({ usual: 10, full: 50 });
const day = Array.from({ length: messages }, (_, index) => kinds[index % kinds.length] as Asked);
const begin = Date.parse('2026-03-01T08:00:00Z');
const workspace: WorkspaceEntry = {
  id: 'ws_demo',
  name: 'Harbour Lane Agency',
  plan: 'agency',
  conversations: day.map(({ body }, index) => ({
    id: `conv_day_${index}`,
    profileId: 'prof_aurora',
    channel: 'instagram',
    contact: { name: index % 7 === 3 ? 'Wolfeschlegelsteinhausenbergerdorff-Montgomery' : `Fan ${index}` },
    messages: [{ direction: 'inbound' as const, body, sentAt: new Date(begin + index * 60_000).toISOString() }],
  })),
};

inChromium(() => {
  closeBrowserAtTheEnd();

  test('a day of messages is handled on a phone with about one tap each, and nothing is hidden or sticks out', {
    timeout: 1_200_000,
  }, async () => {
    const place = freshDataFolder();
    const journey = await startJourney(place);
    await bringIn(place, { workspaces: [workspace] });
    const page = await journey.openAsOwner({
      viewport: phone,
      hasTouch: true,
      isMobile: true,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const answerField = page.getByRole('textbox', { name: 'Your answer' });
    let taps = 0;
    const tap = async (name: string | RegExp, role: 'button' | 'link' = 'button') => {
      await page.getByRole(role, { name }).first().tap();
      taps += 1;
    };
    await page.goto(`${journey.url}/console/w/ws_demo/inbox/proposals`);
    await page.getByLabel('Search').fill('Fan 0');
    await page.getByRole('link', { name: /^Fan 0/ }).waitFor();
    await page.getByLabel('Search').fill('');
    await page
      .locator('.queue-link')
      .nth(messages - 1)
      .waitFor();
    expect(await beyondTheEdge(page), 'the list').toBe(0);

    const begun = performance.now();
    await page
      .locator('.queue-link', { hasText: day[messages - 1]?.body.slice(0, 20) ?? '' })
      .first()
      .tap();
    taps += 1;
    for (let handled = messages - 1; handled >= 0; handled -= 1) {
      const asked = day[handled] as Asked;
      await page.waitForURL(new RegExp(`conv_day_${handled}$`));
      await answerField.waitFor();
      const where = `message ${handled}: ${asked.body.slice(0, 30)}`;
      expect(await beyondTheEdge(page), where).toBe(0);
      await expect.poll(() => inReach(page), { message: where }).toEqual({ answer: true, action: true, message: true });
      if (asked.handling === 'close') await tap('Close without an answer');
      else {
        if (asked.handling === 'second') await tap('Use this 2');
        if (asked.handling === 'own') {
          await answerField.tap();
          taps += 1;
          await answerField.fill('The old olive tree in front of my studio.');
        }
        const answer = await answerField.inputValue();
        expect(answer, where).not.toBe('');
        if (/\[Fill in: /.test(answer)) await answerField.fill(answer.replace(/\n?\[Fill in: .*\]/s, ''));
        await tap('Copy and mark as answered');
      }
    }
    await page.getByText('Copied and marked as answered: Fan 0').waitFor();
    const minutes = (performance.now() - begun) / 60_000;
    console.info(`${messages} messages on a phone: ${taps} taps, ${minutes.toFixed(1)} minutes of the machine`);
    expect(taps).toBeLessThanOrEqual(Math.ceil(messages * 1.3) + 1);
    expect(journey.complaints()).toEqual([]);
  });
});

async function beyondTheEdge(page: Page): Promise<unknown> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/** Returns whether the end of the newest message, the answer and its main button are on the screen and not covered. */
async function inReach(page: Page): Promise<unknown> {
  return page.evaluate(`(() => {
    const isShown = (element, edge) => {
      if (element === null) return false;
      const { left, width, top, bottom } = element.getBoundingClientRect();
      const at = document.elementFromPoint(left + width / 2, edge === 'end' ? bottom - 6 : (top + bottom) / 2);
      return at !== null && (element === at || element.contains(at) || at.contains(element));
    };
    const answer = document.querySelector('.answer-action button');
    return {
      message: isShown([...document.querySelectorAll('.bubble-inbound')].at(-1) ?? null, 'end'),
      answer: isShown(document.querySelector('section[aria-label="Answer"] textarea')),
      action: isShown(answer),
    };
  })()`);
}
