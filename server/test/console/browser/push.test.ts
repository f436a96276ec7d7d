import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { freshDataFolder, onBothStores } from '../../cli/support/places.ts';
import { decryptPush, startPushService, type TestSubscription } from '../../jobs/support/push-service.ts';
import { closeBrowserAtTheEnd, inChromium } from './support/browser.ts';
import { findViolations } from './support/find-violations.ts';
import { startJourney } from './support/journey.ts';

inChromium(() => {
  closeBrowserAtTheEnd();

  onBothStores((fresh) => {
    test('a browser with permission shows that someone needs its user, and opens the workspace when the notification is clicked', async () => {
      const pushService = await startPushService();
      const journey = await startJourney({
        ...(await fresh()),
        UNDERSTUDY_ALLOW_PRIVATE_WEBHOOKS: 'true',
        NODE_EXTRA_CA_CERTS: pushService.certificateFile,
      });
      const page = await journey.openAsOwner();
      await page.context().grantPermissions(['notifications'], { origin: journey.url });
      const subscription = pushService.subscribe();
      await subscribeHere(page, subscription);
      await page.goto(`${journey.url}/console/w/ws_demo/account`);
      await page.getByRole('button', { name: 'Turn on' }).click();
      await page.getByRole('button', { name: 'Send a test' }).click();
      await page.getByText('Sent. Your browser shows it in a moment.').waitFor();
      const request = pushService.requests[0];
      if (request === undefined) throw new Error('nothing was posted');
      const data = decryptPush(request.body, subscription);
      expect(JSON.parse(data)).toEqual({ kind: 'test', id: expect.any(String), workspaceId: 'ws_demo' });
      await page.evaluate('window.scrollTo(0, 0)');
      expect(await findViolations(page, 'push turned on')).toEqual([]);

      const worker = await page.context().newCDPSession(page);
      const registered = new Promise<string>((resolve) => {
        worker.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
          const [registration] = registrations;
          if (registration !== undefined) resolve(registration.registrationId);
        });
      });
      await worker.send('ServiceWorker.enable');
      const push = { origin: journey.url, registrationId: await registered };
      const handoff = JSON.stringify({ kind: 'handoff', id: 'ntf_1', workspaceId: 'ws_demo' });
      const displayed = await watchDisplayed(worker);
      for (const [index, text] of [data, handoff, handoff].entries()) {
        await worker.send('ServiceWorker.deliverPushMessage', { ...push, data: text });
        await expect.poll(() => displayed.length).toBe(index + 1);
      }
      expect(displayed).toEqual([
        'This is a test. Notifications work on this device.',
        'Someone needs you',
        'Someone needs you',
      ]);
      await expect
        .poll(() => page.evaluate(shownTitles))
        .toEqual(['Someone needs you', 'This is a test. Notifications work on this device.']);

      await page.getByRole('button', { name: 'Turn off' }).click();
      await page.getByRole('button', { name: 'Turn on' }).waitFor();
      expect(journey.complaints()).toEqual([]);
    });
  });

  test('the console can be installed: its manifest, icons and worker are served under the strict policy', async () => {
    const journey = await startJourney(freshDataFolder());
    const page = await journey.openAsOwner();
    const session = await page.context().newCDPSession(page);
    const { errors, data } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const manifest = JSON.parse(data ?? '{}');
    expect(manifest).toMatchObject({ start_url: '/console/', scope: '/console/', display: 'standalone' });
    for (const { src, type } of manifest.icons) {
      const answer = await page.request.get(`${journey.url}/console/${src}`);
      expect([src, answer.status(), answer.headers()['content-type']]).toEqual([src, 200, type]);
    }
    const worker = await page.request.get(`${journey.url}/console/push-worker.js`);
    expect(worker.headers()).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(journey.complaints()).toEqual([]);
  });

  test('a person who does not allow notifications learns why nothing was turned on', async () => {
    const journey = await startJourney(freshDataFolder());
    const page = await journey.openAsOwner();
    await page.goto(`${journey.url}/console/w/ws_demo/account`);
    await page.addInitScript("Notification.requestPermission = async () => 'denied'");
    await page.reload();
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('Your browser does not allow notifications from this address').waitFor();
    await page.evaluate('window.scrollTo(0, 0)');
    expect(await findViolations(page, 'push refused')).toEqual([]);
    expect(journey.complaints()).toEqual([]);
  });
});

const shownTitles = `navigator.serviceWorker.getRegistration('/console/')
  .then((registration) => registration.getNotifications())
  .then((shown) => shown.map(({ title }) => title).sort())`;

/**
 * Returns a list that grows with the titles of the notifications that Chromium displays after this call. A test must
 * not poll `getNotifications` instead, because Chromium then forgets notifications that are not on the screen yet.
 */
async function watchDisplayed(session: CDPSession): Promise<string[]> {
  const titles: string[] = [];
  session.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent }) => {
    const { eventName, eventMetadata } = backgroundServiceEvent;
    const title = eventMetadata.find(({ key }) => key === 'Title')?.value;
    if (eventName === 'Notification displayed' && title !== undefined) titles.push(title);
  });
  await session.send('BackgroundService.startObserving', { service: 'notifications' });
  await session.send('BackgroundService.setRecording', { shouldRecord: true, service: 'notifications' });
  return titles;
}

/** Gives the page the subscription of a simulated push service, because browsers in tests cannot reach their vendor. */
async function subscribeHere(page: Page, { endpoint, p256dh, auth }: TestSubscription): Promise<void> {
  const subscription = JSON.stringify({ endpoint, keys: { p256dh, auth } });
  await page.addInitScript(`
    Notification.requestPermission = async () => 'granted';
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async (options) => {
      if (options.userVisibleOnly !== true || options.applicationServerKey.length !== 87) throw new Error('not as agreed');
      return { toJSON: () => (${subscription}) };
    };`);
}
