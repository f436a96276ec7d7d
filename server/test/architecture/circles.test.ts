import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findCircles } from './find-circles.ts';
import { readModule } from './read-module.ts';

const sources = join(import.meta.dirname, '../../src');
const engine = globSync('drafting/**/*.ts', { cwd: sources })
  .map((path) => path.replaceAll('\\', '/'))
  .map((file) => readModule(file, readFileSync(join(sources, file), 'utf8')));

test('no file of the engine imports itself through others, for types neither', () => {
  expect(engine.length).toBeGreaterThan(80);
  expect(findCircles(engine)).toEqual([]);
});

test('a circle is found at any length, types included, and what only leads into it is left out', () => {
  const modules = [
    readModule('drafting/a.ts', "import type { B } from './b.ts';"),
    readModule('drafting/b.ts', "export { c } from './c.ts';"),
    readModule('drafting/c.ts', "type A = import('./a.ts').A;"),
    readModule('drafting/d.ts', "import { a } from './a.ts';"),
    readModule('drafting/e.ts', "import { e } from './e.ts';"),
  ];
  expect(findCircles(modules)).toEqual([['drafting/a.ts', 'drafting/b.ts', 'drafting/c.ts'], ['drafting/e.ts']]);
});
