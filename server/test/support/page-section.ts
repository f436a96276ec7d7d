import { readFileSync, writeFileSync } from 'node:fs';

const docs = new URL('../../../docs/', import.meta.url);

/**
 * Returns a page with the lines of a section replaced: those between `<!-- name -->`, or `<!-- name: who makes it -->`,
 * and `<!-- end of name -->`.
 * @throws Error if the page has no such section
 */
export function withSection(page: string, name: string, body: string): string {
  const start = new RegExp(`<!-- ${name}(?:: [^\\n]*)? -->`).exec(page);
  const end = page.indexOf(`<!-- end of ${name} -->`);
  if (start === null || end < start.index)
    throw new Error(`the page has no section "${name}"; add the lines <!-- ${name} --> and <!-- end of ${name} -->`);
  return `${page.slice(0, start.index + start[0].length)}\n${body}\n${page.slice(end)}`;
}

/**
 * Replaces the lines of a section of a page in `docs`. The rest of the page is written by hand.
 * @throws as `withSection`
 */
export function writeSection(page: string, name: string, body: string): void {
  const file = new URL(page, docs);
  writeFileSync(file, withSection(readFileSync(file, 'utf8'), name, body));
}
