import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { readOperations, referenceTables, swiftOperations } from '../../src/store/postgres/operations.ts';
import { bringIn } from '../cli/support/places.ts';
import { understudy } from '../cli/support/understudy.ts';
import { createTestDatabase, runSql } from '../support/postgres-database.ts';
import { serveInside } from '../support/service-inside.ts';
import { sampleWorkspace } from '../support/world.ts';
import { deployFolder } from '../telemetry/support/deployed.ts';
import { citusStubs, withoutCitusStubs } from './support/citus-stubs.ts';

const server = inject('postgresUrl');
const hasPsql = spawnSync('psql', ['--version']).status === 0;

interface Call {
  readonly call: string;
  readonly target: string;
  readonly argument: string | null;
  readonly colocate_with: string | null;
}

/** Functions that the service calls for one workspace and that stay on the coordinator; the plan gives the reasons. */
const undelegated = {
  'change reference tables': [
    'append_messages',
    'change_member',
    'claim_notifications',
    'create_key',
    'forget_conversation',
    'import_conversations',
    'import_inbox',
    'put_page',
    'remove_domain',
    'remove_page',
    'replace_secret',
    'retry_notification',
    'save_inbox',
    'set_conversation_state',
    'settle_domain',
    'settle_handoff',
    'settle_notification',
    'use_session',
    'withdraw_invitation',
    'write_rows',
  ],
  'number messages': ['append_messages', 'import_conversations', 'save_inbox', 'write_rows'],
  'read reference tables alone': ['list_invitations', 'list_members'],
  'are given no workspace': ['count_rows', 'read_rows'],
};

describe.skipIf(server === null || !hasPsql)(
  'the plan for Citus, run as documented against functions of its names and parameters (skipped without PostgreSQL)',
  () => {
    test('it runs to its end, classifies each table correctly, and distributes every function that one node can run', async () => {
      const { query } = await runPlan();
      const calls = await query<Call>(`SELECT * FROM public.citus_calls`);
      const of = (name: string) => calls.filter(({ call }) => call === name);
      const tables = (name: string) => of(name).map(({ target }) => target.replace('understudy.', ''));
      const whole = await query<{ name: string }>(
        `SELECT relname AS name FROM pg_class WHERE relnamespace = 'understudy'::regnamespace AND relkind IN ('r', 'p')`,
      );
      const other = [...tables('create_reference_table'), ...tables('citus_add_local_table_to_metadata')];
      expect(other.toSorted()).toEqual(referenceTables.toSorted());
      expect([...tables('create_distributed_table'), ...other].toSorted()).toEqual(
        whole.map(({ name }) => name).toSorted(),
      );
      expect(new Set(of('create_distributed_table').map(({ argument }) => argument))).toEqual(
        new Set(['workspace_id']),
      );

      const functions = await query<{ target: string; name: string; isWorkspace: boolean; isCalled: boolean }>(
        `SELECT oid::regprocedure::text AS target, proname AS name, proname = ANY ($1) AS "isCalled",
           coalesce((proargtypes::oid[])[array_position(proargnames, 'p_workspace') - 1] = 'text'::regtype, false) AS "isWorkspace"
         FROM pg_proc WHERE pronamespace = 'understudy'::regnamespace`,
        [readOperations()],
      );
      const told = of('create_distributed_function');
      expect(new Set(told.map(({ target }) => target))).toEqual(new Set(functions.map(({ target }) => target)));
      const delegated = told.filter(({ argument }) => argument !== null);
      for (const each of delegated)
        expect(each).toMatchObject({ argument: 'p_workspace', colocate_with: 'workspaces' });
      const left = Object.values(undelegated).flat();
      expect(delegated.map(({ target }) => target).toSorted()).toEqual(
        functions
          .filter(({ name, isCalled, isWorkspace }) => isCalled && isWorkspace && !left.includes(name))
          .map(({ target }) => target)
          .toSorted(),
      );
      const ofSeveral = ['authenticate', 'prepare_drafts', 'store_drafts'];
      const names = new Set(delegated.map(({ target }) => target.split('(')[0]));
      expect([...swiftOperations].filter((name) => !names.has(name)).toSorted()).toEqual(
        [...ofSeveral, 'append_audit', 'settle_handoff'].toSorted(),
      );
    });

    test('the coordinator only keeps functions that change reference tables or number messages, directly or through others', async () => {
      const { query } = await runPlan();
      const bodies = await bodiesIn(query);
      const reached = (name: string, seen = new Set([name])): Set<string> => {
        for (const other of bodies.keys()) {
          if (seen.has(other) || !new RegExp(`\\b${other}\\(`).test(bodies.get(name) ?? '')) continue;
          reached(other, seen.add(other));
        }
        return seen;
      };
      const that = (pattern: RegExp) =>
        readOperations()
          .toSorted()
          .filter((name) => [...reached(name)].some((each) => pattern.test(bodies.get(each) ?? '')));
      const ofOne = await query<{ name: string }>(
        `SELECT proname AS name FROM pg_proc WHERE pronamespace = 'understudy'::regnamespace AND 'p_workspace' = ANY (proargnames)`,
      );
      const names = ofOne.map(({ name }) => name);
      const changing = that(new RegExp(`\\b(INSERT INTO|UPDATE|DELETE FROM) (${referenceTables.join('|')})\\b`));
      expect(changing.filter((name) => names.includes(name))).toEqual(undelegated['change reference tables']);
      expect(that(/\bINSERT INTO messages\b/).filter((name) => names.includes(name))).toEqual(
        undelegated['number messages'],
      );
    });

    test('no statement that changes rows calls a volatile function, which Citus rejects', async () => {
      const { query } = await runPlan();
      const volatile = await query<{ name: string }>(
        `SELECT DISTINCT proname AS name FROM pg_proc WHERE provolatile = 'v'
           AND pronamespace IN ('understudy'::regnamespace, 'pg_catalog'::regnamespace)`,
      );
      const calls = new RegExp(`\\b(${volatile.map(({ name }) => name).join('|')})\\(`);
      const bodies = await bodiesIn(query);
      const found = [...bodies].flatMap(([name, body]) =>
        body
          .replace(/\bFOR (NO KEY )?UPDATE\b|\bDO UPDATE\b/g, '')
          .split(';')
          .flatMap((each) => /\b(?:WITH|UPDATE|DELETE FROM) (?!OR\b|ORDINALITY\b).*/.exec(each) ?? [])
          .filter((statement) => /\b(UPDATE|DELETE FROM) \w/.test(statement) && calls.test(statement))
          .map((statement) => `${name}: ${statement}`),
      );
      expect(found).toEqual([]);
    });

    test('with its setting, the service uses SET LOCAL to confine itself, and admits each draft separately', async () => {
      const { query, url } = await runPlan();
      expect(await query(`SELECT is_spread() AS "isSpread"`)).toEqual([{ isSpread: true }]);
      expect(
        await query(`SELECT enter($1), current_setting('understudy.workspace') AS workspace`, [`it's "x"`]),
      ).toEqual([{ enter: '', workspace: `it's "x"` }]);
      const place = { DATABASE_URL: url };
      await bringIn(place, { workspaces: [sampleWorkspace('ws_one'), sampleWorkspace('ws_two')] });
      const key = await keyOf(place, 'ws_one');
      const service = await serveInside(place);
      onTestFinished(async () => void (await service.stop()));
      const post = async (path: string, id: string, body: object) => {
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': id };
        const answer = await fetch(`${service.url}/api/v1/agent/${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        });
        return [answer.status, answer.headers.get('idempotency-replayed')];
      };
      const drafts = Array.from({ length: 6 }, (_, index) =>
        post('draft', `draft-${index % 3}x`, { profileId: 'prof_aurora', message: 'do you ship to Brazil?' }),
      );
      const statuses = (await Promise.all(drafts)).map(([status]) => status);
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(3);
      expect(await post('draft', 'draft-0x', { profileId: 'prof_aurora', message: 'do you ship to Brazil?' })).toEqual([
        200,
        'true',
      ]);
      expect((await post('handoff', 'handoff-1', { conversationId: 'conv_maya', confirm: true }))[0]).toBe(200);
      const used = await fetch(`${service.url}/api/v1/agent/usage`, { headers: { authorization: `Bearer ${key}` } });
      expect(await used.json()).toMatchObject({ usage: { used: 3 } });
      await query(`SELECT enter('ws_one')`);
      expect(
        await query(`SELECT prepare_drafts('[{"workspace":"ws_one"},{"workspace":"ws_two"}]') AS prepared`),
      ).toEqual([{ prepared: [null, null] }]);
      expect(await query(`SELECT count(*)::int AS count FROM writes`)).toEqual([{ count: 0 }]);
    });
  },
);

/** Creates a database with the schema, in which its owner has run the plan. */
async function runPlan() {
  const database = await createTestDatabase(server ?? '');
  const role = new URL(database.url).username;
  const client = new pg.Client(database.url);
  onTestFinished(async () => {
    await client.end();
    await runSql(database.superuserUrl, withoutCitusStubs(role));
    await database.drop();
  });
  const store = await openPostgresStore({ kind: 'postgres', url: database.url, poolSize: 1 }, { role: 'tool' });
  await store.close();
  await runSql(database.superuserUrl, citusStubs(role));
  const plan = join(deployFolder, 'postgres/citus.sql');
  const options = ['--no-psqlrc', '--quiet', '--single-transaction', '-v', 'ON_ERROR_STOP=1', '-o', '/dev/null', '-f'];
  const { status, stderr } = spawnSync('psql', [database.url, ...options, plan], {
    encoding: 'utf8',
    timeout: 120_000,
  });
  expect([status, stderr]).toEqual([0, '']);
  await client.connect();
  await client.query('SET search_path = understudy');
  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await client.query<Row>(text, values)).rows;
  return { url: database.url, query };
}

/** Returns the bodies of the functions, without comments. */
async function bodiesIn(query: Awaited<ReturnType<typeof runPlan>>['query']): Promise<Map<string, string>> {
  const found = await query<{ name: string; body: string }>(
    `SELECT proname AS name, prosrc AS body FROM pg_proc WHERE pronamespace = 'understudy'::regnamespace`,
  );
  return new Map(found.map(({ name, body }) => [name, body.replace(/--[^\n]*/g, '').replace(/\s+/g, ' ')]));
}

async function keyOf(env: Record<string, string>, workspaceId: string): Promise<string> {
  const scopes = 'replies:write,handoffs:write,usage:read';
  const made = await understudy(
    ['keys', 'create', '--workspace', workspaceId, '--name', 'spread', '--scopes', scopes, '--json'],
    { env },
  );
  return made.json().key;
}
