import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const folder = join(import.meta.dirname, '../../../../../docs/images');

/** Saves a picture of the page for the documentation if UNDERSTUDY_TEST_PICTURES is set. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (process.env['UNDERSTUDY_TEST_PICTURES'] === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  await page.evaluate('document.activeElement.blur()');
  await page.screenshot({ path: join(folder, `console-${name}.png`), animations: 'disabled' });
}
