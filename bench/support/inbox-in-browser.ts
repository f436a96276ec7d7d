import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import { type ServiceProcess, startService } from '../../server/test/support/service-process.ts';
import { percentile } from './measure.ts';

const browserPath = process.env['UNDERSTUDY_TEST_CHROMIUM'] ?? '/usr/bin/chromium';
/** One tick of the kernel's process accounting, in milliseconds, on every Linux that Node supports. */
const tickMs = 10;
const showsWithinMs = 60_000;

/** Records when the first conversation is on the page and painted. */
const watchRows = `new MutationObserver(() => {
  if (window.rowsAt !== undefined || document.querySelector('.queue-link') === null) return;
  window.rowsAt = 0;
  requestAnimationFrame(() => setTimeout(() => { window.rowsAt = performance.now(); }));
}).observe(document, { childList: true, subtree: true })`;
/**
 * Reads the milliseconds from the navigation to each step: the page, its scripts, the session, the inbox request and
 * its answer.
 */
const readTimes = `(() => {
  const files = performance.getEntriesByType('resource');
  const end = (entries) => Math.max(0, ...entries.map(({ responseEnd }) => responseEnd));
  const inbox = files.filter(({ name }) => /\\/inbox\\?/.test(name));
  const scripts = files.filter(({ name }) => name.endsWith('.js') || name.endsWith('.css'));
  return {
    page: performance.getEntriesByType('navigation')[0].responseEnd,
    scripts: end(scripts),
    session: end(files.filter(({ name }) => name.endsWith('/session'))),
    asked: Math.min(...inbox.map(({ requestStart }) => requestStart)),
    answered: end(inbox),
    shown: window.rowsAt,
    bytes: performance.getEntriesByType('navigation')[0].transferSize
      + files.reduce((sum, { transferSize }) => sum + transferSize, 0),
  };
})()`;

export interface ShownInbox {
  /** Milliseconds since the navigation. */
  readonly page: number;
  readonly scripts: number;
  readonly session: number;
  readonly asked: number;
  readonly answered: number;
  readonly shown: number;
  readonly bytes: number;
  /**
   * CPU time of the page's main thread and of the service, in milliseconds, which hardly depends on the machine's other
   * load.
   */
  readonly pageWork: number;
  readonly serviceWork: number;
}

/**
 * Measures, step by step, how long after a navigation a workspace's inbox shows its rows in Chromium. The first load
 * has an empty cache.
 */
export async function showInbox(
  env: Record<string, string>,
  workspaceId: string,
  { tab, rounds }: { tab: string; rounds: number },
): Promise<ShownInbox[]> {
  const service = await startService(env, { readyWithinMs: 300_000 });
  const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const context = await browser.newContext();
    context.setDefaultTimeout(300_000);
    await context.addInitScript(watchRows);
    const page = await context.newPage();
    await page.goto(await setUpLinkOf(service));
    await page.getByLabel('Your name').fill('Ada Owner');
    await page.getByLabel('Email address').fill('ada@aurora.example');
    await page.getByLabel('Password', { exact: true }).fill('a long enough password');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL(/\/console\/w\//);
    const address = `${new URL(page.url()).origin}/console/w/${workspaceId}/inbox/${tab}`;
    const shown: ShownInbox[] = [];
    for (let round = 0; round <= rounds; round += 1) shown.push(await load(page, service, address, round === 0));
    return shown;
  } finally {
    await browser.close();
    await service.stop();
  }
}

async function load(page: Page, service: ServiceProcess, address: string, isCold: boolean): Promise<ShownInbox> {
  const devtools = await page.context().newCDPSession(page);
  if (isCold) await devtools.send('Network.clearBrowserCache');
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const pageBefore = await workOfPage(devtools);
  const serviceBefore = workOfProcess(service.child.pid);
  await page.goto(address);
  // The console's content security policy does not allow evaluating code in its pages.
  const givenUpAt = performance.now() + showsWithinMs;
  while (!(await page.evaluate('window.rowsAt > 0'))) {
    if (performance.now() > givenUpAt) throw new Error(`No conversation was shown at ${address} within a minute.`);
    await delay(20);
  }
  const [pageAfter, serviceAfter] = [await workOfPage(devtools), workOfProcess(service.child.pid)];
  const times = (await page.evaluate(readTimes)) as Omit<ShownInbox, 'pageWork' | 'serviceWork'>;
  await devtools.detach();
  return { ...times, pageWork: pageAfter - pageBefore, serviceWork: serviceAfter - serviceBefore };
}

async function workOfPage(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
}

function workOfProcess(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return tickMs * (Number(fields[11]) + Number(fields[12]));
}

/** Computes the median of one step over all loads. */
export function medianOf(loads: readonly ShownInbox[], step: keyof ShownInbox): number {
  return percentile(
    loads.map((each) => each[step]),
    0.5,
  );
}

async function setUpLinkOf(service: ServiceProcess): Promise<string> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const link = /http:\S+\/console\/set-up#[\w-]+(?=\s)/.exec(service.output())?.[0];
    if (link !== undefined) return link;
    await delay(50);
  }
  throw new Error(`no set-up link was printed:\n${service.output()}`);
}
