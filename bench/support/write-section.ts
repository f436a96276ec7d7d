import { readFile, writeFile } from 'node:fs/promises';

const docs = new URL('../../docs/', import.meta.url);

/**
 * Replaces what a page of `docs` has between `<!-- name -->` and `<!-- end of name -->`. The rest of the page is written by hand.
 * @throws Error when the page has no such section
 */
export async function writeSection(page: string, name: string, body: string): Promise<void> {
  const path = new URL(page, docs);
  const before = await readFile(path, 'utf8');
  const [from, to] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [start, end] = [before.indexOf(from), before.indexOf(to)];
  if (start < 0 || end < start)
    throw new Error(`docs/${page} has no section between ${from} and ${to}; add both lines`);
  await writeFile(path, `${before.slice(0, start)}${from}\n${body}\n${before.slice(end)}`);
}
