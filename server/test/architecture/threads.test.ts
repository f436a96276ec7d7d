import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const sources = join(import.meta.dirname, '../../src');

test.each([
  ['store/sqlite/write-worker.ts', ['canonicalize']],
  ['teaching/training-thread.ts', []],
  [
    'cli/program.ts',
    [
      'commander',
      'picocolors',
      'cli-table3',
      'string-width',
      'emoji-regex',
      'is-fullwidth-code-point',
      'strip-ansi',
      'ansi-regex',
    ],
  ],
])(
  '%s is loaded at each start and loads only the packages that it needs: the schema library alone would double its time',
  (file, packages) => {
    const loaded = packagesLoadedBy(join(sources, file));
    expect(loaded.filter((name) => !packages.includes(name))).toEqual([]);
  },
);

test('the check notices a module that does load the schema library', () => {
  expect(packagesLoadedBy(join(sources, 'domain/persona.ts'))).toContain('typebox');
});

/** Returns the packages from which a fresh process loads a file when it imports the module. */
function packagesLoadedBy(path: string): string[] {
  const look = `
    import { registerHooks } from 'node:module';
    const packages = new Set();
    registerHooks({
      load(url, context, next) {
        const [, name] = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? [];
        if (name !== undefined) packages.add(name);
        return next(url, context);
      },
    });
    await import(${JSON.stringify(path)});
    process.stdout.write(JSON.stringify([...packages]));`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', look], { encoding: 'utf8' }));
}
