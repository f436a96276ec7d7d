import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const folder = join(import.meta.dirname, '../../../../../docs/images');

/** Keeps what the page looks like for the documentation, where UNDERSTUDY_TEST_PICTURES asks for it. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (process.env['UNDERSTUDY_TEST_PICTURES'] === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.evaluate('document.activeElement.blur()');
  await page.screenshot({ path: join(folder, `console-${name}.png`), animations: 'disabled' });
}
