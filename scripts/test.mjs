// npm test: runs the tests, lists the skipped ones with the reasons, and ends with one line that counts all of them.
// Arguments go to Vitest: `npm test -- server/test/http`, `npm test -- -t "replays"`. With --full (`npm run
// test:full`), every repeated fault, attack and property runs its full count.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  process.stderr.write(
    `The tests need Node 24 or newer, and this is ${process.version}. "npm install" adds one for\n` +
      'Linux (x64, arm64), macOS (x64, arm64) and Windows (x64); run it without --omit=optional.\n',
  );
  process.exit(1);
}

const { coverageFaults } = await import('../server/test/architecture/contract-coverage.ts');
const { clientPackages, installPackages, toolPackages } = await import('../server/test/support/extra-packages.ts');
const args = process.argv.slice(2).filter((argument) => argument !== '--full');
const isFull = process.argv.includes('--full');
bringPackages();
const folder = mkdtempSync(join(tmpdir(), 'understudy-tests-'));
const reportFile = join(folder, 'report.json');
const env = {
  ...process.env,
  UNDERSTUDY_TEST_REPORT: reportFile,
  ...(isFull ? { UNDERSTUDY_TEST_FULL: '1' } : {}),
};
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=./scripts/test-report.mjs',
    ...args,
  ],
  { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env },
);
const report = readReport();
rmSync(folder, { recursive: true, force: true });

const flaky = report.tests.filter(({ isFlaky }) => isFlaky);
// These tests run races and faults. A failure that does not repeat is what they look for.
for (const test of flaky) if (/^server\/test\/(faults|simulation|store)\//.test(test.file)) test.state = 'failed';
const count = (state) => report.tests.filter((test) => test.state === state).length;
const faults = args.length === 0 ? coverageFaults(report.tests) : [];
const failed = count('failed') + report.failures.length + faults.length;
// A run that failed without naming a failed test still counts as failed.
const unexplained = status !== 0 && failed === 0 ? 1 : 0;

printSkipped();
for (const { file, name, state } of flaky)
  process.stdout.write(`\n${state}: ${file} > ${name}: failed at first, and passed when it was tried again\n`);
for (const line of report.failures) process.stdout.write(`\nfailed: ${line}\n`);
for (const line of faults) process.stdout.write(`\nfailed: contract coverage: ${line}\n`);
process.stdout.write(`\n${count('passed')} passed, ${failed + unexplained} failed, ${count('skipped')} skipped\n`);
process.exit(status === 0 && failed === 0 && count('passed') > 0 ? 0 : 1);

/**
 * Installs the packages that the given tests need, or all packages. Tests whose packages are missing are skipped, with
 * that reason.
 */
function bringPackages() {
  const named = args
    .map((argument) => argument.replace(/^\.\//, ''))
    .filter((argument) => argument.startsWith('server'));
  const neededBy = [
    ['server/test/mcp-clients', clientPackages],
    ['server/test/deploy', toolPackages],
  ];
  for (const [tests, packages] of neededBy) {
    const isNeeded = named.some((name) => tests.startsWith(name) || name.startsWith(tests));
    if (args.length === 0 || isNeeded) installPackages(packages, (text) => process.stdout.write(text));
  }
}

function readReport() {
  try {
    return JSON.parse(readFileSync(reportFile, 'utf8'));
  } catch {
    return { tests: [], failures: ['the test runner wrote no report'] };
  }
}

function printSkipped() {
  const groups = new Map();
  for (const test of report.tests.filter(({ state }) => state === 'skipped')) {
    // If a whole suite is skipped, its name contains the reason.
    const reason = test.note ?? test.name.split(' > ')[0];
    groups.set(reason, (groups.get(reason) ?? 0) + 1);
  }
  for (const [reason, tests] of groups) process.stdout.write(`\nskipped, ${tests} of: ${reason}\n`);
}
