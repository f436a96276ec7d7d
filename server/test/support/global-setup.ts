import type { TestProject } from 'vitest/node';
import { startPostgresCluster } from './postgres-cluster.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A superuser's URL of a PostgreSQL for tests, or null where there is none. */
    postgresUrl: string | null;
  }
}

/**
 * One PostgreSQL for the whole run: the server named by UNDERSTUDY_TEST_POSTGRES (a superuser's URL), else a throwaway
 * cluster. Where neither is there the tests on PostgreSQL are skipped, unless UNDERSTUDY_TEST_REQUIRE_POSTGRES or CI is set.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['UNDERSTUDY_TEST_POSTGRES'];
  if (given !== undefined && given !== '') {
    project.provide('postgresUrl', given);
    return async () => undefined;
  }
  const cluster = await startPostgresCluster({ durable: true });
  if (cluster === null && isRequired()) {
    throw new Error(
      'These tests need PostgreSQL: install it (Debian and Ubuntu: apt-get install postgresql), or name a server in UNDERSTUDY_TEST_POSTGRES.',
    );
  }
  project.provide('postgresUrl', cluster?.superuserUrl ?? null);
  return async () => cluster?.stop();
}

function isRequired(): boolean {
  return [process.env['UNDERSTUDY_TEST_REQUIRE_POSTGRES'], process.env['CI']].some(
    (value) => value !== undefined && !['', '0', 'false'].includes(value),
  );
}
