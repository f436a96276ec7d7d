import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export interface ContractRow {
  readonly id: string;
  readonly says: string;
  /**
   * The tests as `<file below server/test> > <end of the test's full name>` (see `pattern`); empty if the row waits.
   */
  readonly tests: readonly string[];
  /** The reason why the row waits; null if tests prove it. */
  readonly later: string | null;
}

export interface ContractPart {
  readonly title: string;
  readonly rows: readonly ContractRow[];
}

export interface TestResult {
  /** Relative to the repository's root. */
  readonly file: string;
  readonly name: string;
  readonly state: string;
}

const root = join(import.meta.dirname, '../../..');

/** Reads the rows of `docs/contract.yaml`. @throws if the file is not in the required format */
export function readContract(text = readFileSync(join(root, 'docs/contract.yaml'), 'utf8')): ContractPart[] {
  const { parts } = parse(text) as { parts: { title: string; rows: Partial<ContractRow>[] }[] }; // each row is checked below
  return parts.map(({ title, rows }) => ({ title, rows: rows.map((row) => readRow(row)) }));
}

function readRow({ id, says, tests, later, ...rest }: Partial<ContractRow>): ContractRow {
  const unknown = Object.keys(rest);
  if (typeof id !== 'string' || typeof says !== 'string' || unknown.length > 0) {
    throw new Error(`docs/contract.yaml: the row ${JSON.stringify(id ?? says)} needs id and says, and no ${unknown}`);
  }
  return { id, says, tests: tests ?? [], later: later ?? null };
}

/** Returns errors in the rows themselves, without looking at test results. */
export function contractFaults(parts: readonly ContractPart[]): string[] {
  const rows = parts.flatMap((part) => part.rows);
  return rows.flatMap((row, index) => {
    const faults: string[] = [];
    if (rows.findIndex(({ id }) => id === row.id) !== index) faults.push(`${row.id}: stands twice`);
    if (row.tests.length === 0 && row.later === null) faults.push(`${row.id}: has no test (${row.says})`);
    if (row.tests.length > 0 && row.later !== null) faults.push(`${row.id}: has tests, and yet waits for ${row.later}`);
    return faults;
  });
}

/**
 * Compares the rows with a whole test run: lists named tests that do not exist, failed, or were skipped. If only some
 * of several tests of a name were skipped (a store that is not installed), the row is still proven.
 */
export function coverageFaults(
  results: readonly TestResult[],
  parts: readonly ContractPart[] = readContract(),
): string[] {
  const faults = parts.flatMap(({ rows }) =>
    rows.flatMap((row) => row.tests.flatMap((test) => judgeTest(row.id, test, results))),
  );
  return [...contractFaults(parts), ...faults];
}

function judgeTest(id: string, test: string, results: readonly TestResult[]): string[] {
  const at = test.indexOf(' > ');
  const file = pattern(`server/test/${test.slice(0, at)}`, '^');
  const name = pattern(test.slice(at + 3), '(^| > )', String.raw`( \((SQLite|PostgreSQL)\b[^)]*\))?`);
  const found = results.filter((result) => file.test(result.file) && name.test(result.name));
  if (found.length === 0) return [`${id}: there is no test "${test}"`];
  if (found.some(({ state }) => state === 'failed')) return [`${id}: the test failed: "${test}"`];
  if (found.every(({ state }) => state !== 'passed')) return [`${id}: the test was skipped: "${test}"`];
  return [];
}

/** Returns a pattern for a file or a name. `*` in a file, and `%s` or `%i` in a name, match anything. */
function pattern(text: string, before: string, after = ''): RegExp {
  const parts = text.split(/\*|%[si]/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`${before}${parts.join('.*')}${after}$`);
}

/** Returns the content of `docs/contract-coverage.md`. */
export function coveragePage(parts: readonly ContractPart[]): string {
  const rows = parts.flatMap((part) => part.rows);
  const waiting = rows.filter((row) => row.later !== null);
  const sections = parts.map(
    (part) => `\n## ${part.title}\n\n| row | rule | tests |\n|---|---|---|\n${part.rows.map(line).join('\n')}\n`,
  );
  return `# The contract, row by row

Generated from [contract.yaml](contract.yaml) by \`npm run docs\`. This page lists every row of the interface's tables and
rules with the tests that prove it. \`npm test\` fails if a row has no test, or if one of its tests is missing, fails or
is skipped. Each test is named by its file below \`server/test\` and its name.

${rows.length} rows: ${rows.length - waiting.length} with tests, ${waiting.length} waiting.
${sections.join('')}`;
}

function line(row: ContractRow): string {
  const proof =
    row.later === null
      ? row.tests.map((test) => cell(test.replace(' > ', ': '))).join('<br>')
      : `waits for: ${row.later}`;
  return `| \`${row.id}\` | ${cell(row.says)} | ${proof} |`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
