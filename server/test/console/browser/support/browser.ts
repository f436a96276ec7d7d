import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, describe, expect, inject, onTestFinished } from 'vitest';

const path = process.env['UNDERSTUDY_TEST_CHROMIUM'] ?? '/usr/bin/chromium';
/** A journey has many steps, and the machine may be busy. */
const withinMs = 240_000;

export const phone = { width: 390, height: 844 };
export const desk = { width: 1_280, height: 800 };

/**
 * Tests in a real Chromium; without one, they are skipped and say so.
 * @throws if it is required
 */
export function inChromium(body: () => void): void {
  if (existsSync(path)) describe('in Chromium', { timeout: withinMs }, body);
  else if (process.env['UNDERSTUDY_TEST_REQUIRE_CHROMIUM'] === '1')
    throw new Error(`These tests need ${path}: install it (Debian: apt-get install chromium).`);
  else describe.skip(`in Chromium (skipped: no ${path}; install Chromium or set UNDERSTUDY_TEST_CHROMIUM)`, body);
}

/** Every test of a run has the same clipboard, so what a page copied is also noted in the page itself. */
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
  // Not `waitForFunction`, which evaluates in the page again and again: the console's policy allows no such code.
  await expect
    .poll(async () => {
      text = await page.evaluate(take);
      return typeof text;
    })
    .toBe('string');
  return String(text);
}

let browser: Promise<Browser> | null = null;

/** A new browser for one person in the running test, without cookies: a context in the one Chromium of the run. */
export async function openBrowser(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  browser ??= connect();
  const context = await (await browser).newContext({ locale: 'en-GB', viewport: desk, ...options });
  context.setDefaultTimeout(20_000);
  await context.addInitScript(noteCopies);
  onTestFinished(() => context.close());
  return context;
}

/**
 * Once per file that opens browsers: disconnects from the Chromium of the run, to which the next file connects again.
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
