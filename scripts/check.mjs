// npm run check: runs every check of the code that needs no test run. If one check fails, the others still run, and the
// command fails.
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const compared = 'node_modules/.cache/understudy/compared-models';
const checks = [
  ['types', 'tsc', ['-p', '.']],
  ['console types', 'tsc', ['-p', 'console']],
  ['Page script types', 'tsc', ['-p', 'server/src/http/page/views/browser']],
  ['format and lint', 'biome', ['check', '--error-on-warnings', '--diagnostic-level=warn']],
  ['promises', 'oxlint', ['--deny-warnings']],
  ['unused code', 'knip', ['--no-progress']],
  ['generated files', 'node', ['scripts/docs.mjs', '--check']],
  ['trained model', 'node', ['scripts/compare-model.mjs', compared, 'node', 'server/training/train.ts', '--check']],
  ['openapi', 'redocly', ['lint', 'openapi.json', '--format=stylish']],
];

const { extraFolders, extraPackage, installPackages, toolPackages } = await import(
  '../server/test/support/extra-packages.ts'
);
const isComplete = extraFolders.every((folder) => installPackages(folder, (text) => process.stdout.write(text)));
if (!isComplete) process.exit(1);
const programs = [join(root, 'node_modules/.bin'), join(extraPackage(toolPackages, 'oxlint'), '../.bin')];

let failed = 0;
for (const [name, command, args] of checks) {
  const started = performance.now();
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm already puts node_modules/.bin first in PATH; a direct call needs it too. The linter must not send telemetry.
    env: {
      ...process.env,
      PATH: [...programs, process.env.PATH].join(delimiter),
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    },
    shell: process.platform === 'win32',
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const skipped = /^skipped: .*/.exec(stdout)?.[0] ?? '';
  process.stdout.write(
    `${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s) ${skipped}`.trimEnd().concat('\n'),
  );
  if (status === 0) continue;
  failed += 1;
  process.stdout.write(`${error ? `${error.message}\n` : ''}${stdout}${stderr}\n`);
}
process.exit(failed === 0 ? 0 : 1);
