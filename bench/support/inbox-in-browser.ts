import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { type ServiceProcess, startService } from '../../server/test/support/service-process.ts';
import { percentile } from './measure.ts';

const browserPath = process.env['UNDERSTUDY_TEST_CHROMIUM'] ?? '/usr/bin/chromium';

/** Notes when the first conversation stands on the page. */
const watchRows = `new MutationObserver(() => {
  if (window.rowsAt === undefined && document.querySelector('.queue-link') !== null) window.rowsAt = performance.now();
}).observe(document, { childList: true, subtree: true })`;
/** Milliseconds from the begin of the navigation to the rows, and those that the service took to answer for them. */
const readTimes = `[window.rowsAt, Math.max(...performance.getEntriesByType('resource')
  .filter(({ name }) => /\\/inbox\\?/.test(name)).map(({ requestStart, responseEnd }) => responseEnd - requestStart))]`;

export interface ShownInbox {
  readonly shownMs: number;
  readonly slowestMs: number;
  readonly serverMs: number;
}

/** How long after a navigation the inbox of a workspace shows its rows in Chromium, and how much of that the service takes. */
export async function showInbox(
  env: Record<string, string>,
  workspaceId: string,
  { tab, rounds }: { tab: string; rounds: number },
): Promise<ShownInbox> {
  const service = await startService(env);
  const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage();
    await page.goto(await setUpLinkOf(service));
    await page.getByLabel('Your name').fill('Ada Owner');
    await page.getByLabel('E-mail address').fill('ada@aurora.example');
    await page.getByLabel('Password', { exact: true }).fill('a long enough password');
    await page.getByRole('button', { name: 'Make the account' }).click();
    await page.waitForURL(/\/console\/w\//);
    await page.addInitScript(watchRows);
    const shown: number[] = [];
    const served: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      await page.goto(`${new URL(page.url()).origin}/console/w/${workspaceId}/inbox/${tab}`);
      await page.locator('.queue-link').first().waitFor();
      const [rowsAt, serverMs] = (await page.evaluate(readTimes)) as [number, number];
      // The first one fills the browser's cache.
      if (round > 0) shown.push(rowsAt);
      if (round > 0) served.push(serverMs);
    }
    return { shownMs: percentile(shown, 0.5), slowestMs: Math.max(...shown), serverMs: percentile(served, 0.5) };
  } finally {
    await browser.close();
    await service.stop();
  }
}

async function setUpLinkOf(service: ServiceProcess): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    const link = /http:\S+\/console\/set-up#[\w-]+(?=\s)/.exec(service.output())?.[0];
    if (link !== undefined) return link;
    await delay(50);
  }
  throw new Error(`no set-up link was printed:\n${service.output()}`);
}
