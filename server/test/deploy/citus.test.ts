import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { workspaceTables } from '../../src/store/installation-port.ts';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { referenceTables } from '../../src/store/postgres/operations.ts';
import { createTestDatabase } from '../support/postgres-database.ts';
import { deployFolder } from '../telemetry/support/deployed.ts';
import { strayStatements } from './support/distribution.ts';

const server = inject('postgresUrl');
const plan = readFileSync(join(deployFolder, 'postgres/citus.sql'), 'utf8');

/**
 * Functions that build their statements from a table's name. `portable_form` gives the column that contains the
 * workspace.
 */
const composed = ['portable_form', 'read_rows', 'count_rows', 'claim_empty', 'freeze', 'unfreeze'];

describe.skipIf(server === null)(
  'the schema can be distributed by workspace_id (skipped where there is no PostgreSQL)',
  () => {
    test('the plan for Citus names every table once: reference tables as such, all others by workspace_id together', async () => {
      const { distributed } = await openSchema();
      const named = (call: string) =>
        [...plan.matchAll(new RegExp(`^SELECT ${call}\\('(\\w+)'`, 'gm'))].map(([, table = '']) => table).toSorted();
      expect(named('create_distributed_table')).toEqual(distributed.toSorted());
      expect([...named('create_reference_table'), ...named('citus_add_local_table_to_metadata')].toSorted()).toEqual(
        [...referenceTables].toSorted(),
      );
      const calls = plan.split('\n').filter((line) => line.startsWith('SELECT create_distributed_table'));
      expect(calls.filter((line) => !/, 'workspace_id'(, colocate_with => 'workspaces')?\);$/.test(line))).toEqual([]);
    });

    test('every primary key and unique index of a distributed table contains workspace_id', async () => {
      const { query, distributed } = await openSchema();
      const indexes = await query<{ name: string; columns: string[] }>(
        `SELECT i.indexrelid::regclass::text AS name, array_agg(a.attname::text) AS columns FROM pg_index i
       JOIN pg_class c ON c.oid = i.indrelid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
       WHERE i.indisunique AND c.relname = ANY ($1) AND c.relnamespace = 'understudy'::regnamespace GROUP BY 1`,
        [distributed],
      );
      expect(indexes.length).toBeGreaterThanOrEqual(distributed.length);
      expect(indexes.filter(({ columns }) => !columns.includes('workspace_id'))).toEqual([]);
    });

    test('every foreign key is between tables of one workspace and contains workspace_id on both sides, or between reference tables', async () => {
      const { query, distributed } = await openSchema();
      const keys = await query<{ from: string; to: string; columns: string[]; targets: string[] }>(
        `SELECT conrelid::regclass::text AS from, confrelid::regclass::text AS to,
         ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY (conkey)) AS columns,
         ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = confrelid AND attnum = ANY (confkey)) AS targets
       FROM pg_constraint WHERE contype = 'f' AND connamespace = 'understudy'::regnamespace`,
      );
      const isFit = ({ from, to, columns, targets }: (typeof keys)[number]) => {
        const isTenant = (name: string) => distributed.includes(name.replace('understudy.', ''));
        if (!isTenant(from)) return !isTenant(to);
        return !isTenant(to) || (columns.includes('workspace_id') && targets.includes('workspace_id'));
      };
      expect(keys.length).toBeGreaterThan(5);
      expect(keys.filter((key) => !isFit(key))).toEqual([]);
    });

    test('every query of a distributed table, in every function, contains workspace_id', async () => {
      const { query, distributed } = await openSchema();
      const functions = await query<{ name: string; body: string }>(
        `SELECT proname AS name, prosrc AS body FROM pg_proc WHERE pronamespace = 'understudy'::regnamespace`,
      );
      expect(functions.length).toBeGreaterThan(80);
      const stray = functions
        .filter(({ name }) => !composed.includes(name))
        .flatMap(({ name, body }) => strayStatements(body, distributed).map((statement) => `${name}: ${statement}`));
      expect(stray).toEqual([]);
    });

    test('statements that are composed with a table’s name are confined by the column that the table names', async () => {
      const { query } = await openSchema();
      const forms = await query<{ name: string; source: string; owner: string }>(
        `SELECT name, (portable_form(name)).source, (portable_form(name)).owner FROM unnest($1::text[]) AS name`,
        [[...workspaceTables]],
      );
      expect(forms.filter(({ owner, source }) => owner !== 'workspace_id' || source === null)).toEqual([]);
    });

    test('a query, a join and a write without the workspace are found', () => {
      const tables = ['profiles', 'messages', 'writes'];
      const strays = [
        `SELECT persona FROM profiles WHERE profile_id = p_profile`,
        `SELECT 1 FROM messages m JOIN profiles p ON p.profile_id = m.message_id WHERE m.workspace_id = p_workspace`,
        `DELETE FROM writes w USING expired e WHERE w.idempotency_key = e.idempotency_key`,
        `INSERT INTO profiles (profile_id) VALUES (p_profile) ON CONFLICT DO NOTHING`,
        `UPDATE profiles SET persona = p_persona WHERE profile_id = p_profile`,
        `SELECT 1 FROM messages m, profiles p WHERE m.workspace_id = p_workspace`,
      ];
      for (const stray of strays) expect(strayStatements(`BEGIN ${stray}; END`, tables), stray).toHaveLength(1);
      const fit = `BEGIN SELECT 1 FROM messages m JOIN profiles p ON p.workspace_id = m.workspace_id; END`;
      expect(strayStatements(fit, tables)).toEqual([]);
    });
  },
);

async function openSchema() {
  const database = await createTestDatabase(server ?? '');
  const store = await openPostgresStore({ kind: 'postgres', url: database.url, poolSize: 1 }, { role: 'tool' });
  await store.close();
  const client = new pg.Client(database.url);
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  await client.query('SET search_path = understudy');
  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await client.query<Row>(text, values)).rows;
  const tables = await query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'understudy'::regnamespace AND relkind IN ('r', 'p')
     AND relname <> ALL ($1)`,
    [referenceTables],
  );
  return { query, distributed: tables.map(({ name }) => name) };
}
