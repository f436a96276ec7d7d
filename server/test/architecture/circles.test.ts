import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findCircles } from './find-circles.ts';
import { readModule } from './read-module.ts';

const root = join(import.meta.dirname, '../../..');

test.each([
  ['server/src', 800],
  ['server/test', 400],
  ['server/training', 50],
  ['console/src', 140],
  ['bench', 50],
])('no file of %s imports itself through others, including types', (folder, least) => {
  const modules = globSync('**/*.{ts,tsx}', { cwd: join(root, folder), exclude: ['**/node_modules/**'] })
    .map((path) => path.replaceAll('\\', '/'))
    .map((file) => readModule(file, readFileSync(join(root, folder, file), 'utf8')));
  expect(modules.length).toBeGreaterThan(least);
  expect(findCircles(modules)).toEqual([]);
});

test('a circle is found at any length, including types, without the files that only lead into it', () => {
  const modules = [
    readModule('drafting/a.ts', "import type { B } from './b.ts';"),
    readModule('drafting/b.ts', "export { c } from './c.ts';"),
    readModule('drafting/c.ts', "type A = import('./a.ts').A;"),
    readModule('drafting/d.ts', "import { a } from './a.ts';"),
    readModule('drafting/e.ts', "import { e } from './e.ts';"),
  ];
  expect(findCircles(modules)).toEqual([['drafting/a.ts', 'drafting/b.ts', 'drafting/c.ts'], ['drafting/e.ts']]);
});
