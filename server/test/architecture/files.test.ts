import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const hasGit = spawnSync('git', ['--version']).status === 0;
const listing = ['ls-files', '--cached', '--others', '--exclude-standard'];
const committed = (hasGit ? execFileSync('git', listing, { cwd: root, encoding: 'utf8' }) : '')
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));
const code = committed.filter((file) => /\.(ts|tsx|mjs|sql)$/.test(file));

const machinePath = new RegExp(`(^|[^\\w./-])/(${['work', 'root', 'home', 'tmp', 'Users'].join('|')})/`);

/** Files that may be long because they do only one thing, with the reasons. */
const longForAReason: Readonly<Record<string, string>> = {
  'server/migrations/postgres/0110_initial.sql': 'the whole schema, table by table',
  'server/migrations/sqlite/0110_initial.sql': 'the whole schema, table by table',
  'server/test/drafting/personas.ts': 'creators to test with, as data',
  'server/test/connections/support/mail-fixtures.ts': 'one table of mails',
  'server/test/security/support/sql-command-lines.ts': 'a list of command lines',
};

describe.skipIf(!hasGit)(`the files of the repository${hasGit ? '' : ' (skipped where git is not installed)'}`, () => {
  test('the check finds the files of the repository', () => {
    expect(code.length).toBeGreaterThan(100);
  });

  test('every source file is named in kebab-case', () => {
    const named = /^(\d{4}_([a-z]+_)*)?[a-z0-9]+(-[a-z0-9]+)*(\.(test|config|bench))?\.(ts|tsx|mjs|sql)$/;
    expect(code.map((file) => basename(file)).filter((name) => !named.test(name))).toEqual([]);
  });

  test('a source file has at most 260 lines, or a reason to be longer', () => {
    const long = code.filter((file) => !(file in longForAReason)).filter((file) => linesOf(file) > 260);
    expect(long.map((file) => `${file}: ${linesOf(file)} lines`)).toEqual([]);
  });

  test('no committed text contains a path of the machine it was written on', () => {
    const texts = committed.filter((file) => /\.(ts|tsx|mjs|sql|md|json|ya?ml|html|txt|sh)$|^\.ci\/run$/.test(file));
    const found = texts.flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (machinePath.test(line) ? [`${file}:${index + 1}`] : [])),
    );
    expect(found).toEqual([]);
  });

  test.each(['work', 'root', 'home', 'tmp', 'Users'])(
    'a path below %s is found, but a route of that name is not',
    (folder) => {
      expect(machinePath.test(`see "/${folder}/notes"`)).toBe(true);
      expect(machinePath.test(`GET https://understudy.example/${folder}/notes`)).toBe(false);
    },
  );
});

function linesOf(file: string): number {
  return readFileSync(join(root, file), 'utf8').split('\n').length - 1;
}
