import { source as axe } from 'axe-core';
import type { Frame, Page } from 'playwright-core';
import { desk, phone } from './browser.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

const fadedIn = `Promise.all(document.getAnimations()
  .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished.catch(() => undefined)))
  .then(() => undefined)`;

/**
 * Returns the violations that axe finds on the current page, or in `inside` if it is a frame: on a desktop and a phone,
 * and in dark mode for the colours. Also returns elements that scroll sideways, down to a desktop's width at 400 %
 * zoom.
 */
export async function findViolations(page: Page, name: string, inside: Page | Frame = page): Promise<string[]> {
  const found: string[] = [];
  const look = async (where: string, runOnly: unknown) =>
    found.push(...(await askAxe(inside, `${name}, ${where}`, runOnly)));
  await loadAxe(inside);
  await look('at a desk', { type: 'tag', values: tags });
  await page.emulateMedia({ colorScheme: 'dark' });
  await look('in the dark', { type: 'rule', values: ['color-contrast', 'link-in-text-block'] });
  await page.emulateMedia({ colorScheme: 'light' });
  for (const viewport of [phone, { width: 320, height: 640 }]) {
    await page.setViewportSize(viewport);
    if (viewport === phone) await look('on a phone', { type: 'tag', values: tags });
    found.push(...(await beyondTheEdge(inside, `${name}, ${viewport.width} wide`)));
  }
  await page.setViewportSize(desk);
  return found;
}

/**
 * Returns violations of every rule on the page at a width of 320 pixels, in light and dark mode, and elements that
 * scroll sideways.
 */
export async function findViolationsAt320(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  await loadAxe(page);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await askAxe(page, `${name}, ${colorScheme}`, { type: 'tag', values: tags })));
  }
  found.push(...(await beyondTheEdge(page, name)));
  await page.setViewportSize(desk);
  return found;
}

/** Loads axe, unless this document has it since an earlier call. */
async function loadAxe(inside: Page | Frame): Promise<void> {
  if (!(await inside.evaluate('"axe" in window'))) await inside.evaluate(axe);
}

async function askAxe(inside: Page | Frame, where: string, runOnly: unknown): Promise<string[]> {
  // Waits for fades to end, because an element that is fading in has neither its initial nor its final colours.
  await inside.evaluate(fadedIn);
  const run = `window.axe.run(document, { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ["violations"] }).then(({ violations }) => violations)`;
  const violations: readonly Violation[] = await inside.evaluate(run);
  return violations.map(
    ({ id, nodes }) => `${where}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
  );
}

async function beyondTheEdge(inside: Page | Frame, where: string): Promise<string[]> {
  const beyond = await inside.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  return Number(beyond) > 0 ? [`${where}: ${beyond} pixels beyond its edge`] : [];
}
