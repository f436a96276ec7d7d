import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const repository = join(import.meta.dirname, '../../..');

/** Runs the tests as usual, but without PostgreSQL and a browser, in one process, and only until the first failure. */
export default defineConfig({
  root: repository,
  test: {
    include: ['server/test/**/*.test.ts'],
    globalSetup: ['server/test/mutation/no-servers.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    bail: 1,
    testTimeout: 30_000,
  },
});
