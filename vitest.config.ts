import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { folderInMemory, refusesPrograms } from './server/test/support/folder-in-memory.ts';

// Each store on SQLite starts a thread, and each thread loads its modules: from the cache that the service uses, too,
// that takes a third of the time.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/understudy');

// Each test on SQLite has its own data folder, and waiting for a disk takes several times as long as the test's work.
const memory = process.env['TMPDIR'] === undefined ? folderInMemory(6) : null;
if (memory !== null && !refusesPrograms()) {
  const folder = mkdtempSync(join(memory, 'understudy-tests-'));
  // PostgreSQL and other programs that tests start may run as another user, as in any folder for temporary files.
  chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

export default defineConfig({
  test: {
    include: ['server/test/**/*.test.ts'],
    globalSetup: [
      'server/test/support/global-setup.ts',
      'server/test/console/browser/support/build-console.ts',
      'server/test/console/browser/support/start-chromium.ts',
    ],
    setupFiles: [
      'server/test/support/password-cost.ts',
      'server/test/support/property-seed.ts',
      'server/test/support/away-from-midnight.ts',
    ],
    pool: 'forks',
    // A worker loads the modules of the service once and not again for each file: a third of the processor's time.
    isolate: false,
    // Twice the cores: half of a test on a service, a browser or a delivery is spent waiting.
    maxWorkers: Math.min(8, 2 * availableParallelism()),
    // On a strange machine, a test that fails is tried once more, and the run lists it. `scripts/test.mjs` says for which
    // tests one failure is enough.
    retry: process.env['CI'] === undefined ? 0 : 1,
    // These limits only end what would never end. A busy machine takes many times as long as an idle one.
    testTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
  },
});
