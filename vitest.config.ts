import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Each store on SQLite starts a thread, and each thread loads its modules: from the cache that the service uses, too,
// that takes a third of the time.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/understudy');

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
