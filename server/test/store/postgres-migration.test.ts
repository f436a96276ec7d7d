import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { OperatorError } from '../../src/lib/errors.ts';
import type { Store } from '../../src/store/port.ts';
import { migrate } from '../../src/store/postgres/migrate.ts';
import { initialVersion, migrations } from '../../src/store/postgres/migrations.ts';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { createTestDatabase, runSql, type TestDatabase } from '../support/postgres-database.ts';
import { importEntries } from './contract/open-workspaces.ts';
import { workspaceEntry } from './contract/workspace-entry.ts';

const server = inject('postgresUrl');

describe.skipIf(server === null)('migrations on PostgreSQL', () => {
  test('four processes that open an empty database at the same time migrate it once, and all can use it', async () => {
    const database = await freshDatabase();
    const stores = await Promise.all([1, 2, 3, 4].map(() => open(database.url)));
    await importEntries(stores[0] ?? fail(), workspaceEntry());
    for (const store of stores) expect(await store.listWorkspaces()).toHaveLength(1);
    const applied = await query<{ version: number; name: string }>(
      database.url,
      'SELECT version, name FROM understudy.migrations ORDER BY 1',
    );
    expect(applied).toEqual(migrations.map(({ version, name }) => ({ version, name })));
  });

  test('an up-to-date database is opened with one query', async () => {
    const database = await freshDatabase();
    await open(database.url);
    const seen: string[] = [];
    const { query } = pg.Client.prototype;
    onTestFinished(() => {
      pg.Client.prototype.query = query;
    });
    pg.Client.prototype.query = new Proxy(query, {
      apply: (target, client: unknown, given: unknown[]) => {
        seen.push(String(Object(given[0]).text ?? given[0]));
        return Reflect.apply(target, client, given);
      },
    });
    await open(database.url);
    // A server that opens the database also checks its clock.
    expect(seen.filter((text) => !/watch_clock|analyze_grown_table/.test(text))).toHaveLength(1);
  });

  test("a superuser's database belongs to a separate role, which cannot log in and which row-level security binds", async () => {
    const database = await freshDatabase();
    const store = await open(database.superuserUrl);
    await importEntries(store, workspaceEntry());
    const owners = await query(
      database.superuserUrl,
      `SELECT DISTINCT rolname, rolsuper, rolbypassrls, rolcanlogin FROM (
         SELECT relowner AS owner FROM pg_class WHERE relnamespace = 'understudy'::regnamespace
         UNION SELECT proowner FROM pg_proc WHERE pronamespace = 'understudy'::regnamespace
         UNION SELECT nspowner FROM pg_namespace WHERE nspname = 'understudy') AS owned JOIN pg_roles r ON r.oid = owned.owner`,
    );
    expect(owners).toEqual([{ rolname: 'understudy_owner', rolsuper: false, rolbypassrls: false, rolcanlogin: false }]);
  });

  test('databases of one server can be set up by a superuser at the same time, including the owner role', async () => {
    const databases = await Promise.all([1, 2, 3].map(freshDatabase));
    const stores = await Promise.all(databases.map(({ superuserUrl }) => open(superuserUrl)));
    for (const store of stores) await store.check();
  });

  test('a database of a newer version is rejected with the remedy, and left unchanged', async () => {
    const database = await freshDatabase();
    await open(database.url);
    await runSql(database.url, [`INSERT INTO understudy.migrations VALUES (9000, 'from the future', 0)`]);
    const refusal = await open(database.url).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(OperatorError);
    expect(String(refusal)).toMatch(/newer version of Understudy.*Start the newer version/s);
  });

  test('a login without permission to create anything is rejected with the remedy', async () => {
    const [database, other] = [await freshDatabase(), await freshDatabase()];
    const asStranger = new URL(other.url);
    asStranger.pathname = new URL(database.url).pathname;
    const refusal = await open(asStranger.href).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(OperatorError);
    expect(String(refusal)).toMatch(
      /does not have permission to create or use the schema.*ALTER DATABASE.*grant the user CREATE/s,
    );
    await open(database.url);
    expect(await open(asStranger.href).catch((error: unknown) => error)).toBeInstanceOf(OperatorError);
  });

  test('a database that does not exist is rejected with the remedy', async () => {
    const database = await freshDatabase();
    const missing = new URL(database.url);
    missing.pathname = '/understudy_not_there';
    const refusal = await open(missing.href).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(OperatorError);
    expect(String(refusal)).toMatch(/does not exist.*createdb/s);
  });

  test('a step after the initial schema changes it once, and the stored data stays', async () => {
    const database = await freshDatabase();
    await importEntries(await open(database.url), workspaceEntry());
    const pool = new pg.Pool({ connectionString: database.url });
    // A pool that ended may still be closing its connections when the database stops.
    pool.on('error', () => undefined);
    onTestFinished(() => pool.end());
    const sql = () => "ALTER TABLE workspaces ADD COLUMN motto text NOT NULL DEFAULT 'none yet'";
    const steps = [...migrations, { version: initialVersion + 1, name: 'motto', sql }];
    await migrate(pool, database.url, steps);
    await migrate(pool, database.url, steps);
    expect(await query(database.url, 'SELECT version, name FROM understudy.migrations ORDER BY version')).toEqual([
      { version: initialVersion, name: 'initial' },
      { version: initialVersion + 1, name: 'motto' },
    ]);
    const entered = `SET understudy.workspace = 'ws_aurora'; SELECT workspace_id, motto FROM understudy.workspaces`;
    const client = new pg.Client(database.url);
    await client.connect();
    onTestFinished(() => client.end());
    expect(await client.query(entered)).toMatchObject([
      {},
      { rows: [{ workspace_id: 'ws_aurora', motto: 'none yet' }] },
    ]);
  });

  test('a database of a preview is rejected with the remedy, and left unchanged', async () => {
    const database = await freshDatabase();
    await (await open(database.url)).close();
    await runSql(database.url, ['UPDATE understudy.migrations SET version = 33']);
    const refusal = await open(database.url).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(OperatorError);
    expect(String(refusal)).toMatch(
      /preview of Understudy \(its schema version is 33\).*understudy export.*understudy import/s,
    );
    expect(await query(database.url, 'SELECT version FROM understudy.migrations')).toEqual([{ version: 33 }]);
  });

  test('a failed migration leaves nothing, and the next opener runs it completely', async () => {
    const database = await freshDatabase();
    await runSql(database.url, ['CREATE SCHEMA understudy', 'CREATE TABLE understudy.keys (in_the_way int)']);
    await expect(open(database.url)).rejects.toThrow(/keys/);
    expect(
      await query(database.url, `SELECT relname FROM pg_class WHERE relnamespace = 'understudy'::regnamespace`),
    ).toEqual([{ relname: 'keys' }]);
    await runSql(database.url, ['DROP TABLE understudy.keys']);
    await (await open(database.url)).check();
  });
});

async function freshDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase(server ?? '');
  onTestFinished(database.drop);
  return database;
}

async function open(url: string): Promise<Store> {
  const store = await openPostgresStore({ kind: 'postgres', url, poolSize: 2 }, { role: 'serve' });
  onTestFinished(() => store.close());
  return store;
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

function fail(): never {
  throw new Error('no store was opened');
}
