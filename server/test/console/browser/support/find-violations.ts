import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { desk, phone } from './browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

/** What axe finds on the page as it stands, in light and dark, at a desk and on a phone; and whatever scrolls sideways. */
export async function findViolations(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const viewport of [desk, phone]) {
      await page.setViewportSize(viewport);
      await page.evaluate(axe);
      const run = `window.axe.run(document, { runOnly: ${JSON.stringify(rules)} }).then(({ violations }) => violations)`;
      const violations: readonly Violation[] = await page.evaluate(run);
      const where = `${name}, ${colorScheme}, ${viewport.width} wide`;
      for (const { id, nodes } of violations)
        found.push(`${where}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`);
    }
    // As on a desk at four times the size.
    for (const viewport of [desk, phone, { width: 320, height: 640 }]) {
      await page.setViewportSize(viewport);
      const beyond = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      if (Number(beyond) > 0) found.push(`${name}, ${viewport.width} wide: ${beyond} pixels beyond its edge`);
    }
  }
  await page.setViewportSize(desk);
  return found;
}
