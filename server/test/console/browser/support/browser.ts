import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, describe, expect, inject, onTestFinished } from 'vitest';

const path = process.env['UNDERSTUDY_TEST_CHROMIUM'] ?? '/usr/bin/chromium';
/** This is long, because a journey has many steps and the machine may be busy. */
const withinMs = 600_000;

export const phone = { width: 390, height: 844 };
export const desk = { width: 1_280, height: 800 };

/**
 * Runs tests in a real Chromium. Without Chromium, the tests are skipped, with the reason.
 * @throws if Chromium is required
 */
export function inChromium(body: () => void): void {
  if (existsSync(path)) describe('in Chromium', { timeout: withinMs }, body);
  else if (process.env['UNDERSTUDY_TEST_REQUIRE_CHROMIUM'] === '1')
    throw new Error(`These tests need ${path}: install it (Debian: apt-get install chromium).`);
  else describe.skip(`in Chromium (skipped: no ${path}; install Chromium or set UNDERSTUDY_TEST_CHROMIUM)`, body);
}

/** Also records copied text in the page, because all tests in a run share one clipboard. */
const noteCopies = `if (window.isSecureContext) {
  const write = Clipboard.prototype.writeText;
  Clipboard.prototype.writeText = async function (text) {
    await write.call(this, text);
    window.copied = text;
  };
}`;

/** Waits until the page copies a text, unless it already has since the last call, and returns the text. */
export async function copiedBy(page: Page): Promise<string> {
  const take = '{ const text = window.copied; delete window.copied; text }';
  let text: unknown;
  // Does not use `waitForFunction`, because it evaluates code in the page repeatedly, which the console's policy
  // forbids.
  await expect
    .poll(async () => {
      text = await page.evaluate(take);
      return typeof text;
    })
    .toBe('string');
  return String(text);
}

let browser: Promise<Browser> | null = null;

/** Opens a browser for one person in the running test, without cookies. It is a context in the run's one Chromium. */
export async function openBrowser(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  browser ??= connect();
  const context = await (await browser).newContext({ locale: 'en-GB', viewport: desk, ...options });
  context.setDefaultTimeout(90_000);
  await context.addInitScript(noteCopies);
  onTestFinished(() => context.close());
  return context;
}

/**
 * Disconnects from the run's Chromium at the end of a file. Call this once in each file that opens browsers; the next
 * file reconnects.
 */
export function closeBrowserAtTheEnd(): void {
  afterAll(async () => {
    const last = browser;
    browser = null;
    await (await last)?.close();
  });
}

async function connect(): Promise<Browser> {
  const answer = await fetch(inject('chromiumDesk'), { method: 'POST', body: path });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`Chromium did not start: ${text}`);
  return chromium.connect(text);
}
