import { expect, test } from 'vitest';
import { freshDataFolder } from '../../cli/support/places.ts';
import { startReceiver } from '../../jobs/support/receiver.ts';
import { closeBrowserAtTheEnd, inChromium } from './support/browser.ts';
import { findViolations } from './support/find-violations.ts';
import { startJourney } from './support/journey.ts';

inChromium(() => {
  closeBrowserAtTheEnd();

  test('an owner sets up a chat service, sees faults beside the field, and tests it', async () => {
    let status = 200;
    const receiver = await startReceiver((response) => response.writeHead(status).end());
    const journey = await startJourney({ ...freshDataFolder(), UNDERSTUDY_ALLOW_PRIVATE_WEBHOOKS: 'true' });
    const page = await journey.openAsOwner();
    await page.goto(`${journey.url}/console/w/ws_demo/settings/notifications`);

    await page.getByLabel('Slack webhook address').fill('https://api.telegram.org/bot1:x/sendMessage');
    await page.getByLabel('ntfy access token').fill('tk_only');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('notifications.ntfy.url is required').first().waitFor();
    await page.getByLabel('ntfy topic').fill(`http://127.0.0.1:${receiver.port}/aurora-4f9c`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('must be a Slack incoming webhook, such as').first().waitFor();
    expect(await page.getByLabel('Slack webhook address').getAttribute('aria-invalid')).toBe('true');
    expect(await findViolations(page, 'a refused channel')).toEqual([]);

    await page.getByLabel('Slack webhook address').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Try Slack' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Try ntfy' }).click();
    await page.getByText('Delivered to ntfy.', { exact: true }).waitFor();
    expect(JSON.parse(receiver.requests[0]?.body ?? '{}')).toMatchObject({
      topic: 'aurora-4f9c',
      title: 'Test: Test contact (@test) needs you: unclear — review',
    });
    expect(receiver.requests[0]?.headers['authorization']).toBe('Bearer tk_only');
    status = 403;
    await page.getByRole('button', { name: 'Try ntfy' }).click();
    await page.getByText('Not delivered to ntfy: ntfy answered 403: ntfy does not let this token publish').waitFor();
    expect(await findViolations(page, 'tried channels')).toEqual([]);
    expect(journey.complaints()).toEqual([]);
  });
});
