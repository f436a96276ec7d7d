import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judgeModules } from './judge-modules.ts';
import { layersAsMarkdown, ownersAsMarkdown } from './layers.ts';
import { readModule } from './read-module.ts';

const root = join(import.meta.dirname, '../../..');
const sources = join(root, 'server/src');
const modules = globSync('**/*.ts', { cwd: sources })
  .map((path) => path.replaceAll('\\', '/'))
  .map((file) => readModule(file, readFileSync(join(sources, file), 'utf8')));

test('every import of the server points inwards', () => {
  expect(judgeModules(modules)).toEqual([]);
});

test('the check reads the real modules and their imports, not an empty list', () => {
  const edges = modules.reduce((sum, module) => sum + module.files.length, 0);
  process.stdout.write(`layers: ${modules.length} modules, ${edges} imports between them\n`);
  expect(modules.length).toBeGreaterThan(50);
  expect(edges).toBeGreaterThan(modules.length);
});

test.each([
  ['lib/ids.ts', "import { Actor } from '../domain/actor.ts';", 'lib must not import domain'],
  ['domain/plan.ts', "export * from '../store/port.ts';", 'domain must not import store'],
  ['drafting/engine.ts', "import type { Store } from '../store/port.ts';", 'drafting must not import store'],
  ['drafting/engine.ts', "type Store = import('../store/port.ts').Store;", 'drafting must not import store'],
  ['store/open-store.ts', "const e = await import('../drafting/engine.ts');", 'store must not import drafting'],
  ['capabilities/draft-reply.ts', "export { x } from '../http/create-app.ts';", 'capabilities must not import http'],
  ['http/create-app.ts', "import { serve } from '../cli/serve.ts';", 'http must not import cli'],
  ['store/sqlite/open.ts', "import { query } from '../postgres/query.ts';", 'must not know store/postgres/query.ts'],
  [
    'store/sqlite/open.ts',
    "new Worker(new URL('../../http/worker.ts', import.meta.url));",
    'store must not import http',
  ],
  ['store/open-store.ts', "import { DatabaseSync } from 'node:sqlite';", 'node:sqlite belongs to store/sqlite'],
  ['http/create-app.ts', "import pg from 'pg';", 'pg belongs to store/postgres'],
  ['drafting/engine.ts', "import { generateText } from 'ai';", 'ai belongs to models'],
  [
    'drafting/engine.ts',
    "import { x } from '@ai-sdk/openai-compatible';",
    '@ai-sdk/openai-compatible belongs to models',
  ],
  ['config.ts', "const home = process.env['HOME'];", 'process.env (only main.ts may)'],
  ['cli/serve.ts', 'const [, , name] = process.argv;', 'process.argv (only main.ts may)'],
  ['cli/serve.ts', 'const { env } = process;', 'process taken apart'],
  ['cli/serve.ts', "import { env } from 'node:process';", 'import of node:process'],
  ['cli/serve.ts', 'const command = await import(name);', 'import() of something that is not a plain string'],
  ['http/create-app.ts', "import { x } from '../../test/world.ts';", 'reaches outside server/src'],
  ['attic/old.ts', "import { x } from '../lib/ids.ts';", '"attic" has no place in the table of layers'],
])('a wrong import planted in %s is found: %s', (file, source, complaint) => {
  expect(judgeModules([readModule(file, source)]).join()).toContain(complaint);
});

test('an import in a comment or a string does not count', () => {
  const source = `// import { Store } from '../store/port.ts';\nexport const text = "import x from 'pg'; process.env.HOME";`;
  expect(judgeModules([readModule('drafting/engine.ts', source)])).toEqual([]);
});

test('docs/architecture.md shows the tables that are checked', () => {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  expect(page).toContain(`\n${layersAsMarkdown()}\n`);
  expect(page).toContain(`\n${ownersAsMarkdown()}\n`);
});
