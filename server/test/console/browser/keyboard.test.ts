import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { freshDataFolder } from '../../cli/support/places.ts';
import { closeBrowserAtTheEnd, inChromium } from './support/browser.ts';
import { owner, startJourney } from './support/journey.ts';

const paths = [
  'inbox/waiting/conv_tanya',
  'persona/prof_aurora/facts/new',
  'playground',
  'usage',
  'connections',
  'settings/notifications',
  'team',
  'account',
];

inChromium(() => {
  closeBrowserAtTheEnd();

  test('everything that can be pressed or filled is reached with Tab, and shows its focus', async () => {
    const journey = await startJourney(freshDataFolder());
    const page = await journey.openAsOwner();
    for (const path of paths) {
      await page.goto(`${journey.url}/console/w/ws_demo/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      expect(await walk(page, path)).toEqual({ path, missed: [], unseen: [] });
    }
  });

  test('signing in, a new fact and its approval work with only the keyboard', async () => {
    const journey = await startJourney(freshDataFolder());
    await journey.openAsOwner();
    const page = await journey.openPage();
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page.goto(`${journey.url}/console/w/ws_demo/persona/prof_aurora/facts/new`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await press('Tab');
    await page.keyboard.type(owner.email);
    await press('Tab');
    await page.keyboard.type(owner.password);
    await press('Enter');
    await page.getByRole('heading', { name: 'New fact' }).waitFor();

    await press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    await press('Enter');
    await tabTo(page, 'What may be said, word for word');
    await page.keyboard.type('The studio has a cat.');
    await tabTo(page, 'Approved');
    await press('Space');
    await tabTo(page, 'Save to the draft');
    await press('Enter');
    await page
      .getByRole('link', { name: /The studio has a cat/ })
      .getByText('not approved')
      .waitFor();
    expect(journey.complaints()).toEqual([]);
  });
});

/** Presses Tab until the element with that label has the focus. */
async function tabTo(page: Page, label: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(
      'document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent',
    );
    if (String(name).trim().startsWith(label)) return;
  }
  throw new Error(`Tab does not lead to ${label}`);
}

/**
 * Goes through a page with Tab from its beginning, and returns the elements that it did not reach and those that did
 * not show the focus.
 */
async function walk(page: Page, path: string): Promise<{ path: string; missed: string[]; unseen: string[] }> {
  // Only one conversation of a list, and one radio button of a group, is in the tab order: arrow keys reach the others.
  const wanted: string[] = await page.evaluate(`[...document.querySelectorAll(
    'a[href], button, input, select, textarea, summary')]
    .filter((each) => each.tabIndex === 0 && !each.disabled && each.checkVisibility({ visibilityProperty: true }))
    .filter((each) => !each.closest('details:not([open]) > :not(summary)') && (each.type !== 'radio' || each.checked))
    .map((each, index) => { each.dataset.walked = String(index); return each.outerHTML.slice(0, 120); })`);
  expect(wanted.length).toBeGreaterThan(10);
  const missed = new Map(wanted.map((html, index) => [String(index), html]));
  const unseen: string[] = [];
  await page.evaluate('document.activeElement.blur()');
  for (let presses = 0; presses < wanted.length + 20 && missed.size > 0; presses += 1) {
    await page.keyboard.press('Tab');
    const [index, outline] = (await page.evaluate(
      '[document.activeElement.dataset.walked, getComputedStyle(document.activeElement).outlineStyle]',
    )) as [string | undefined, string];
    if (index === undefined) continue;
    if (outline === 'none') unseen.push(missed.get(index) ?? index);
    missed.delete(index);
  }
  return { path, missed: [...missed.values()], unseen };
}
