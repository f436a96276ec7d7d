import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { desk } from '../../../console/browser/support/browser.ts';

const folder = join(import.meta.dirname, '../../../../../docs/images');

/** Saves a picture of a Page for the documentation if UNDERSTUDY_TEST_PICTURES is set. */
export async function keepPagePicture(
  page: Page,
  name: string,
  {
    colorScheme,
    viewport = { width: 900, height: 1_180 },
  }: {
    readonly colorScheme: 'light' | 'dark';
    readonly viewport?: { readonly width: number; readonly height: number };
  },
): Promise<void> {
  if (process.env['UNDERSTUDY_TEST_PICTURES'] === undefined) return;
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(viewport);
  await page.evaluate(`window.scrollTo(0, ${viewport.width < 500 ? 400 : 0})`);
  await page.screenshot({ path: join(folder, `page-${name}.png`), animations: 'disabled' });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(desk);
}
