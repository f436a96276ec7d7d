import pg from 'pg';
import { inject } from 'vitest';
import { createId } from '../../src/lib/ids.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createTestDatabase, runSql, type TestDatabase } from './postgres-database.ts';

const templates = new Map<string, Promise<string>>();

/**
 * Creates a migrated, empty database that belongs to an ordinary role. It is a copy of the template, which costs a
 * sixth of a migration.
 */
export async function copyMigrated(superuserUrl: string): Promise<TestDatabase> {
  const url = new URL(await migratedTemplate(superuserUrl));
  const template = url.pathname.slice(1);
  const name = `${template}_${createId('copy')}`;
  // If it is copied as files, the database also takes half the time to remove.
  await runSql(superuserUrl, [`CREATE DATABASE ${name} OWNER ${url.username} TEMPLATE ${template} STRATEGY file_copy`]);
  url.pathname = `/${name}`;
  const asSuperuser = new URL(superuserUrl);
  asSuperuser.pathname = url.pathname;
  return {
    url: url.href,
    superuserUrl: asSuperuser.href,
    drop: () => runSql(superuserUrl, [`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`]),
  };
}

/**
 * Returns the URL of a database on the server behind `superuserUrl` that its owner, an ordinary role, has migrated. All
 * workers of the run share it. No client stays connected to it or writes to it, so that it can be copied.
 */
function migratedTemplate(superuserUrl: string): Promise<string> {
  const known = templates.get(superuserUrl) ?? makeOrFind(superuserUrl);
  templates.set(superuserUrl, known);
  return known;
}

async function makeOrFind(superuserUrl: string): Promise<string> {
  const { name, password } = inject('postgresTemplate');
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    // The first worker creates the database while the others wait. An unfinished database has no comment yet.
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    const { rows } = await client.query(
      "SELECT shobj_description(oid, 'pg_database') AS state FROM pg_database WHERE datname = $1",
      [name],
    );
    const url = new URL(superuserUrl);
    Object.assign(url, { username: name, password, pathname: `/${name}` });
    if (rows[0]?.state === 'migrated') return url.href;
    await client.query(`DROP DATABASE IF EXISTS ${name}`);
    await client.query(`DROP ROLE IF EXISTS ${name}`);
    await createTestDatabase(superuserUrl, name, 'UTF8', password);
    const store = await openStore({ kind: 'postgres', url: url.href, poolSize: 1 }, { role: 'tool' });
    await store.close();
    await client.query(`COMMENT ON DATABASE ${name} IS 'migrated'`);
    return url.href;
  } finally {
    await client.end();
  }
}
