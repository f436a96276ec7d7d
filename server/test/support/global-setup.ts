import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { folderInMemory } from './folder-in-memory.ts';
import { startPostgresCluster } from './postgres-cluster.ts';
import { randomName, runSql } from './postgres-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A superuser's URL for the PostgreSQL server that tests use, or null if there is none. */
    postgresUrl: string | null;
    /** The database that is migrated once for the run and copied for each test. Its owner has the same name. */
    postgresTemplate: { readonly name: string; readonly password: string };
  }
}

/**
 * Provides one PostgreSQL for the whole run: the server in UNDERSTUDY_TEST_POSTGRES (a superuser's URL), otherwise a
 * temporary cluster. Without either, the tests on PostgreSQL are skipped, unless UNDERSTUDY_TEST_REQUIRE_POSTGRES or CI
 * is set.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['UNDERSTUDY_TEST_POSTGRES'];
  const template = { name: randomName(), password: randomBytes(12).toString('hex') };
  project.provide('postgresTemplate', template);
  if (given !== undefined && given !== '') {
    project.provide('postgresUrl', given);
    return () => runSql(given, [`DROP DATABASE IF EXISTS ${template.name}`, `DROP ROLE IF EXISTS ${template.name}`]);
  }
  // In memory, creating and removing a database takes a fifth of the time.
  const parent = folderInMemory(2);
  const cluster = await startPostgresCluster({ durable: true, ...(parent !== null && { parent }) });
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
