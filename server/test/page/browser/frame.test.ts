import { expect, test } from 'vitest';
import { closeBrowserAtTheEnd, inChromium, openBrowser } from '../../console/browser/support/browser.ts';
import { findViolations } from '../../console/browser/support/find-violations.ts';
import { answerable, startPageJourney, startSite } from './support/page-journey.ts';

inChromium(() => {
  closeBrowserAtTheEnd();

  test('a permitted site shows the Page, where a visitor asks, and learns only its height; any other gets a link and learns nothing', async () => {
    const site = await startSite();
    const stranger = await startSite();
    const journey = await startPageJourney({ frameAncestors: [site.origin] });
    const embed = `<script src="${journey.url}/p/page.js" data-page="aurora"></script>`;
    site.put(embed);
    stranger.put(embed);

    const page = await (await openBrowser()).newPage();
    await page.goto(site.origin);
    const frame = page.frameLocator('iframe');
    await frame.getByLabel('Your question').fill(answerable);
    const before = await heightOf(page);
    await frame.getByRole('button', { name: 'Ask' }).click();
    await frame.getByRole('status').getByText('I ship worldwide from Lisbon').waitFor();
    await expect.poll(() => heightOf(page), { message: 'the frame grows with the answer' }).toBeGreaterThan(before);
    const inner = async () => Number(await page.frames()[1]?.evaluate('document.documentElement.scrollHeight'));
    await expect.poll(async () => Math.abs((await heightOf(page)) - (await inner()))).toBeLessThan(2);
    const told = (await page.evaluate('window.told')) as { origin: string; data: object }[];
    expect(new Set(told.map(({ origin }) => origin))).toEqual(new Set([journey.url]));
    for (const { data } of told) expect(data).toEqual({ height: expect.any(Number) });
    expect(await page.context().cookies()).toEqual([]);
    expect(await findViolations(page, 'a framed Page with an answer', page.frames()[1])).toEqual([]);
    expect(await findViolations(page, 'a site with a framed Page')).toEqual([]);

    const other = await (await openBrowser()).newPage();
    await other.goto(stranger.origin);
    const link = other.getByRole('link', { name: 'Questions and answers' });
    await link.waitFor();
    expect(await other.locator('iframe').isVisible()).toBe(false);
    expect(await other.evaluate('window.told ?? []')).toEqual([]);
    await link.click();
    await other.getByRole('heading', { name: 'Aurora Lane' }).waitFor();
  });
});

async function heightOf(page: { evaluate(script: string): Promise<unknown> }): Promise<number> {
  return Number(await page.evaluate('document.querySelector("iframe").getBoundingClientRect().height'));
}
