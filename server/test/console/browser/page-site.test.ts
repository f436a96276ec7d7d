import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { answerable, startPageJourney, startSite } from '../../page/browser/support/page-journey.ts';
import { closeBrowserAtTheEnd, inChromium, openBrowser } from './support/browser.ts';
import { findViolations } from './support/find-violations.ts';

inChromium(() => {
  closeBrowserAtTheEnd();

  test('a live Page leads on to the site: its code appears once a site is allowed, www. is added only on request, and a local address is http', async () => {
    const journey = await startPageJourney();
    const { owner: page } = journey;
    const site = await startSite();
    const host = site.origin.replace('http://', '');
    await page.goto(`${journey.url}/console/w/ws_demo/page/prof_aurora/items`);
    await page.getByText('The Page is live', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Put it on your site' }).click();

    const sites = page.getByLabel('Your sites, one per line');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    const copy = page.getByRole('button', { name: 'Copy', exact: true });
    const add = page.getByRole('button', { name: /^Add http/ });
    const saved = () => expect.poll(() => page.getByText('Saved', { exact: true }).count()).toBeGreaterThan(0);
    await page.getByText('Save your site first').waitFor();
    expect(await copy.count(), 'no code can be copied that no site may use').toBe(0);
    expect(await findViolations(page, 'no site yet')).toEqual([]);

    await sites.fill('aurora lane');
    await save.click();
    await page.getByText("“aurora lane” is not a site's address").waitFor();
    await sites.fill(`${host}\naurora.example/shop\nwww.studio.co.uk\nask.aurora.example\nhttps://localhost:8443/`);
    expect(await page.getByText("is not a site's address").count()).toBe(0);
    expect(await add.allTextContents()).toEqual(['Add https://www.aurora.example', 'Add https://studio.co.uk']);
    await add.first().press('Enter');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Save');
    expect(await add.allTextContents()).toEqual(['Add https://studio.co.uk']);
    // Below the bar at the top, axe sees half of a link.
    await page.evaluate('window.scrollTo(0, 0)');
    expect(await findViolations(page, 'sites with and without www.')).toEqual([]);
    // The fields show the saved values, not the previous ones, until the console has reloaded them.
    await page.route('**/console/api/**/pages', async (route) => {
      if (route.request().method() === 'GET') await setTimeout(1_000);
      await route.fallback();
    });
    await save.click();
    await saved();
    expect(await sites.inputValue()).toBe(
      [
        site.origin,
        'https://aurora.example',
        'https://www.studio.co.uk',
        'https://ask.aurora.example',
        'https://localhost:8443',
        'https://www.aurora.example',
      ].join('\n'),
    );
    const policy = (await fetch(journey.pageUrl)).headers.get('content-security-policy');
    expect(policy, 'only what was saved is allowed').not.toContain('https://studio.co.uk');
    await copy.waitFor();
    await sites.fill(`${await sites.inputValue()}\nhttps://later.example`);
    await page.getByText('Some sites above are not saved yet').waitFor();

    const code = await page.getByText('data-page="aurora"').textContent();
    site.put(String(code));
    const visitor = await (await openBrowser()).newPage();
    await visitor.goto(site.origin);
    await visitor.frameLocator('iframe').getByLabel('Your question').fill(answerable);

    await page.getByRole('link', { name: 'What it shows' }).click();
    await page.getByText('Choose all items that have no warning').waitFor();
    expect(await page.getByText('The Page is live', { exact: true }).count(), 'it is on a site already').toBe(0);
    expect(journey.complaints()).toEqual([]);
  });
});
