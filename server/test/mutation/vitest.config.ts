import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { InGivenOrder } from './in-given-order.ts';

const repository = join(import.meta.dirname, '../../..');

/** Runs the tests as usual, but without PostgreSQL and a browser, in one process, and only until the first failure. */
export default defineConfig({
  root: repository,
  test: {
    include: ['server/test/**/*.test.ts', 'server/test/mutation/{*-contract,simulated-writes}.ts'],
    globalSetup: ['server/test/mutation/no-servers.ts'],
    setupFiles: ['server/test/support/password-cost.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    bail: 1,
    testTimeout: 30_000,
    // Only the program of this folder reads the copy's modules, and it knows which of them changed.
    fsModuleCache: false,
    sequence: { sequencer: InGivenOrder },
  },
});
