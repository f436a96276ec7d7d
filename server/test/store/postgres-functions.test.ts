import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { OperatorError } from '../../src/lib/errors.ts';
import { swiftTimeoutMs } from '../../src/store/postgres/database.ts';
import { readFunctions } from '../../src/store/postgres/functions.ts';
import { migrations } from '../../src/store/postgres/migrations.ts';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { readOperations, swiftOperations } from '../../src/store/postgres/operations.ts';
import { makeInitialSchema } from '../support/initial-postgres-schema.ts';
import { createTestDatabase } from '../support/postgres-database.ts';

const server = inject('postgresUrl');
const folder = new URL('../../migrations/postgres/', import.meta.url);
const { hash, topics } = readFunctions();
const names = topics.flatMap((topic) => topic.names).toSorted();

test('every function has exactly one definition, in a file that contains only functions', () => {
  expect(names).toEqual([...new Set(names)]);
  const definition = /^CREATE OR REPLACE FUNCTION \w+\([^;]*? AS \$\$$.*?^(END )?\$\$;$/gms;
  for (const { sql, names: defined } of topics) {
    expect(sql.match(definition)).toHaveLength(defined.length);
    expect(
      sql
        .replace(definition, '')
        .replace(/^--.*$/gm, '')
        .trim(),
    ).toBe('');
  }
});

test('the service calls all functions that run as their owner, and no others', () => {
  const operations = readOperations();
  const source = new URL('../../src/store/postgres/', import.meta.url);
  const files = readdirSync(source).filter((name) => name.endsWith('.ts'));
  const code = files.map((name) => readFileSync(new URL(name, source), 'utf8')).join('');
  const called = [...code.matchAll(/\bcall(?:<[^()]*>)?\(\s*'(\w+)'/g)].map(([, name = '']) => name);
  expect(new Set(called).size).toBeGreaterThan(100);
  expect([...called, ...swiftOperations].filter((name) => !operations.includes(name))).toEqual([]);
  expect(operations.filter((name) => !code.includes(`'${name}'`))).toEqual([]);
});

test("the versioned migrations define no function and call none of the service's functions", () => {
  const found = migrations.flatMap(({ name, sql }) => {
    const code = sql().replace(/--.*$/gm, '');
    const called = names.filter((each) => new RegExp(`\\b${each}\\s*\\(`).test(code));
    return [...(/\b(FUNCTION|PROCEDURE)\b/i.test(code) ? ['defines'] : []), ...called].map(
      (what) => `${name}: ${what}`,
    );
  });
  expect(found).toEqual([]);
});

test('every migration file is known to the service', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sql'));
  expect(files).toHaveLength(migrations.length + topics.length);
  for (const name of files.filter((each) => each.includes('functions/')))
    expect(topics.map(({ sql }) => sql)).toContain(readFileSync(new URL(name, folder), 'utf8'));
});

describe.skipIf(server === null)('functions on PostgreSQL', () => {
  test('PostgreSQL accepts the body of every function', async () => {
    const { query } = await openDatabase();
    const rejected: unknown[] = [];
    for (const { name, validator } of await query<{ name: string; validator: string }>(
      `SELECT p.oid::regprocedure::text AS name, format('%s(%s)', l.lanvalidator::regproc, p.oid) AS validator
       FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang WHERE p.pronamespace = 'understudy'::regnamespace`,
    ))
      await query(`SELECT ${validator}`).catch((error: unknown) => rejected.push([name, error]));
    expect(rejected).toEqual([]);
  });

  test('a fast operation gives up waiting for a lock before its caller gets an error, so that nothing is stored behind a 503', async () => {
    const { query } = await openDatabase();
    const patience = await query<{ name: string; ms: number }>(
      `SELECT proname AS name, (extract(epoch FROM substring(setting FROM 'lock_timeout=(.*)')::interval) * 1000)::int AS ms
       FROM pg_proc CROSS JOIN unnest(proconfig) AS setting
       WHERE pronamespace = 'understudy'::regnamespace AND setting LIKE 'lock_timeout=%'`,
    );
    const ofSwift = patience.filter(({ name }) => [...swiftOperations].some((operation) => operation === name));
    expect(ofSwift.map(({ name }) => name).toSorted()).toEqual([...swiftOperations].toSorted());
    expect(ofSwift.filter(({ ms }) => !(ms > 0 && ms < swiftTimeoutMs))).toEqual([]);
  });

  test('PostgreSQL compiles no query of the service: those with a high estimated cost read a few rows', async () => {
    const { query, url } = await openDatabase();
    await query(
      `CREATE OR REPLACE FUNCTION has_accounts() RETURNS boolean LANGUAGE sql AS $$ SELECT current_setting('jit') = 'off' $$`,
    );
    const store = await openPostgresStore({ kind: 'postgres', url, poolSize: 1 }, { role: 'tool' });
    onTestFinished(() => store.close());
    expect(await store.hasAccounts()).toBe(true);
  });

  test('a database with the initial schema gets the functions of a new one, and its older forms of them are removed', async () => {
    const fresh = await openDatabase();
    const old = await openDatabase(async (url, query) => {
      await makeInitialSchema(url);
      await query(`
        CREATE FUNCTION purge(p_after text, p_limit int) RETURNS json LANGUAGE sql AS 'SELECT NULL::json';
        CREATE FUNCTION settle_draft(text, text, text, text, text, bigint) RETURNS json LANGUAGE sql AS 'SELECT NULL::json';
        CREATE FUNCTION has_accounts() RETURNS text LANGUAGE sql AS 'SELECT NULL::text';
        CREATE FUNCTION workspaces_of(p_other_name text) RETURNS json LANGUAGE sql AS 'SELECT NULL::json'`);
    });
    const installed = await fresh.query<{ name: string; is_public: boolean }>(functionsQuery);
    expect(installed.map(({ name }) => name)).toEqual(names);
    expect(installed.filter(({ is_public }) => is_public)).toEqual([]);
    expect(await old.query(functionsQuery)).toEqual(installed);
    const tables = `SELECT attrelid::regclass::text, attname, atttypid::regtype::text, attnotnull FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
      WHERE relnamespace = 'understudy'::regnamespace AND attnum > 0 ORDER BY 1, attnum`;
    expect(await old.query(tables)).toEqual(await fresh.query(tables));
  });

  test('functions that differ from those of this version are replaced at the next start, in place and with their grants', async () => {
    const { query, url } = await openDatabase();
    const identity = `SELECT oid, proacl::text FROM pg_proc WHERE pronamespace = 'understudy'::regnamespace ORDER BY oid`;
    await query('GRANT EXECUTE ON FUNCTION period_of(bigint) TO pg_monitor');
    const before = [await query(identity), await query(functionsQuery)];
    await query(`
      CREATE OR REPLACE FUNCTION period_of(p_at bigint) RETURNS text LANGUAGE sql STABLE AS $$ SELECT 'never' $$;
      UPDATE migrations SET functions = ARRAY['of an older version']`);
    expect(await query(functionsQuery)).not.toEqual(before[1]);
    await open(url);
    expect([await query(identity), await query(functionsQuery)]).toEqual(before);
    const known = await query<{ functions: string[] }>(
      'SELECT functions FROM migrations ORDER BY version DESC LIMIT 1',
    );
    expect(known[0]?.functions).toEqual(['of an older version', hash]);
  });

  test('an older program does not bring its functions back: it is rejected, with the remedy', async () => {
    const { query, url } = await openDatabase();
    await query(`UPDATE migrations SET functions = array_append(functions, 'of a newer version')`);
    const state = `SELECT version, functions FROM migrations`;
    const before = await query(state);
    const refusal = await open(url).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(OperatorError);
    expect(String(refusal)).toMatch(/newer version of Understudy.*Start the newer version/s);
    expect(await query(state)).toEqual(before);
  });

  test('a program that runs meanwhile loses no call while all functions are replaced', async () => {
    const { query, url } = await openDatabase();
    const running = await openPostgresStore({ kind: 'postgres', url, poolSize: 4 }, { role: 'serve' });
    onTestFinished(() => running.close());
    let isOver = false;
    let calls = 0;
    const callers = [1, 2, 3, 4].map(async () => {
      for (; !isOver; calls += 1) {
        await running.check();
        expect(await running.listWorkspaces()).toEqual([]);
        expect(await running.hasAccounts()).toBe(false);
      }
    });
    for (let round = 0; round < 5; round += 1) {
      await query(`UPDATE migrations SET functions = '{}'`);
      await open(url);
    }
    isOver = true;
    await Promise.all(callers);
    expect(calls).toBeGreaterThan(5);
  });
});

const functionsQuery = `SELECT proname::text AS name, pg_get_functiondef(oid) AS definition, coalesce(proacl::text ~ '[{,]=', true) AS is_public
  FROM pg_proc WHERE pronamespace = 'understudy'::regnamespace ORDER BY proname COLLATE "C"`;

/**
 * Creates a migrated database, and a connection as its owner that reads the schema. `prepare` gets the database while
 * it is empty.
 */
async function openDatabase(prepare?: (url: string, query: Query) => Promise<void>) {
  const database = await createTestDatabase(server ?? '');
  const client = new pg.Client(database.url);
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  await client.query('SET search_path = understudy, pg_temp');
  const query: Query = async <Row extends pg.QueryResultRow>(sql: string) => (await client.query<Row>(sql)).rows;
  await prepare?.(database.url, query);
  await open(database.url);
  return { query, url: database.url };
}

type Query = <Row extends pg.QueryResultRow>(sql: string) => Promise<Row[]>;

async function open(url: string): Promise<void> {
  await (await openPostgresStore({ kind: 'postgres', url, poolSize: 1 }, { role: 'tool' })).close();
}
