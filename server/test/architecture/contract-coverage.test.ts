import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ContractPart, contractFaults, coverageFaults, coveragePage, readContract } from './contract-coverage.ts';

const root = join(import.meta.dirname, '../../..');
const contract = readContract();

test('every row of the contract names its tests or the reason why it waits', () => {
  expect(contractFaults(contract)).toEqual([]);
});

test('every test file that the contract names exists', () => {
  const files = new Set(
    contract.flatMap(({ rows }) => rows.flatMap((row) => row.tests.map((name) => name.split(' > ')[0] ?? ''))),
  );
  expect([...files].filter((file) => globSync(file, { cwd: join(root, 'server/test') }).length === 0)).toEqual([]);
});

test('the contract has not lost rows', () => {
  expect(contract.flatMap(({ rows }) => rows)).toHaveLength(193);
});

test('the published table shows the rows unchanged', () => {
  expect(readFileSync(join(root, 'docs/contract-coverage.md'), 'utf8')).toBe(coveragePage(contract));
});

test('a row whose test is missing, failed or skipped fails the build, and so does a row without a test', () => {
  const row = (id: string, tests: string[], later: string | null = null) => ({ id, says: 'x', tests, later });
  const parts: ContractPart[] = [
    {
      title: 'planted',
      rows: [
        row('good', ['a.test.ts > holds']),
        row('half', ['a.test.ts > holds somewhere']),
        row('bare', []),
        row('gone', ['a.test.ts > was renamed']),
        row('elsewhere', ['b.test.ts > holds']),
        row('broken', ['a.test.ts > breaks']),
        row('skipped', ['a.test.ts > sleeps']),
        row('both', ['a.test.ts > holds'], 'MCP'),
        row('good', ['a.test.ts > holds']),
      ],
    },
  ];
  const result = (name: string, state: string) => ({ file: 'server/test/a.test.ts', name, state });
  const results = [
    result('on one store > holds', 'passed'),
    result('on one store > holds somewhere', 'passed'),
    result('on another > holds somewhere', 'skipped'),
    result('on one store > breaks', 'passed'),
    result('on another > breaks', 'failed'),
    result('sleeps', 'skipped'),
  ];
  expect(coverageFaults(results, parts)).toEqual([
    'bare: has no test (x)',
    'both: has tests, and yet waits for MCP',
    'good: stands twice',
    'gone: there is no test "a.test.ts > was renamed"',
    'elsewhere: there is no test "b.test.ts > holds"',
    'broken: the test failed: "a.test.ts > breaks"',
    'skipped: the test was skipped: "a.test.ts > sleeps"',
  ]);
});
