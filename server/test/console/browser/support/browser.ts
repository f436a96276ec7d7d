import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { afterAll, describe, onTestFinished } from 'vitest';

const path = process.env['UNDERSTUDY_TEST_CHROMIUM'] ?? '/usr/bin/chromium';
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A journey has many steps, and a machine may be busy. */
const withinMs = 240_000;

export const phone = { width: 390, height: 844 };
export const desk = { width: 1_280, height: 800 };

/** Tests in a real Chromium; where there is none they are skipped, and say so. @throws where it is required */
export function inChromium(body: () => void): void {
  if (existsSync(path)) describe('in Chromium', { timeout: withinMs }, body);
  else if (process.env['UNDERSTUDY_TEST_REQUIRE_CHROMIUM'] === '1')
    throw new Error(`These tests need ${path}: install it (Debian: apt-get install chromium).`);
  else describe.skip(`in Chromium (skipped: no ${path}; install Chromium or set UNDERSTUDY_TEST_CHROMIUM)`, body);
}

let browser: Promise<Browser> | null = null;

/** A browser of somebody's own, with no cookies yet, for the running test. */
export async function openBrowser(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  browser ??= chromium.launch({ executablePath: path, args });
  const context = await (await browser).newContext({ locale: 'en-GB', viewport: desk, ...options });
  context.setDefaultTimeout(20_000);
  onTestFinished(() => context.close());
  return context;
}

/** Once per file that opens browsers. */
export function closeBrowserAtTheEnd(): void {
  afterAll(async () => (await browser)?.close());
}
