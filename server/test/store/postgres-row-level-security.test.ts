import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { readOperations, referenceTables } from '../../src/store/postgres/operations.ts';
import { inspectRowLevelSecurity, rowLevelSecurity } from '../../src/store/postgres/row-level-security.ts';
import { createTestDatabase } from '../support/postgres-database.ts';
import { importEntries } from './contract/open-workspaces.ts';
import { workspaceEntry } from './contract/workspace-entry.ts';
import { draftSettlement, draftWrite, handOff } from './contract/writes.ts';

const server = inject('postgresUrl');

describe.skipIf(server === null)('row-level security behind the workspace of every query', () => {
  test('it is in force in a database that its ordinary owner set up, and in one that a superuser set up', async () => {
    for (const login of ['owner', 'superuser'] as const) {
      const { pool } = await openTenants(login);
      expect(await rowLevelSecurity(pool)).toEqual({ inForce: true, faults: [] });
    }
  });

  test('the owner of the tables sees no row of any workspace before one is set, then only that one', async () => {
    const { pool, tenantTables } = await openTenants('owner');
    expect(tenantTables.length).toBeGreaterThanOrEqual(10);
    const client = await pool.connect();
    onTestFinished(() => client.release());
    for (const table of tenantTables) {
      expect([table, await workspacesSeen(client, table)]).toEqual([table, []]);
    }
    await client.query('BEGIN');
    await client.query(`SELECT set_config('understudy.workspace', 'ws_aurora', true)`);
    for (const table of ['workspaces', 'profiles', 'conversations', 'messages', 'writes', 'usage', 'notifications']) {
      expect([table, await workspacesSeen(client, table)]).toEqual([table, ['ws_aurora']]);
    }
    await expect(
      client.query(`INSERT INTO understudy.usage (workspace_id, period) VALUES ('ws_borealis', '2020-01')`),
    ).rejects.toThrow(/row-level security/);
    await client.query('ROLLBACK');
    expect(await workspacesSeen(client, 'workspaces')).toEqual([]);
  });

  test('the owner of the tables sees no people before setting an account or workspace, then only those people', async () => {
    const { pool, superuser } = await openTenants('owner');
    await superuser.query(`
      INSERT INTO understudy.accounts (account_id, email, name, is_installer, created_at) SELECT 'acc_' || n, n || '@example.com', n, n = 'first', 1
        FROM unnest(ARRAY['first', 'aurora', 'borealis', 'both']) AS n;
      INSERT INTO understudy.members VALUES ('acc_aurora', 'ws_aurora', 'owner', 1), ('acc_borealis', 'ws_borealis', 'owner', 1),
        ('acc_both', 'ws_aurora', 'editor', 1), ('acc_both', 'ws_borealis', 'editor', 1);
      INSERT INTO understudy.sessions (session_hash, session_id, account_id, created_at, last_seen_at, expires_at, ends_at, browser)
        SELECT account_id, account_id, account_id, 1, 1, 1, 1, '' FROM understudy.accounts;
      INSERT INTO understudy.passkeys SELECT account_id, account_id, '', '', 0, '[]', 1, NULL FROM understudy.accounts;
      INSERT INTO understudy.links (token_hash, link_id, kind, workspace_id, account_id, created_at, expires_at)
        SELECT account_id, account_id, 'invitation', workspace_id, account_id, 1, 1 FROM understudy.members WHERE account_id <> 'acc_both';
      INSERT INTO understudy.links (token_hash, link_id, kind, created_at, expires_at) VALUES ('first', 'first', 'set_up', 1, 1)`);
    const client = await pool.connect();
    onTestFinished(() => client.release());
    const people = async (setting: string, value: string) => {
      await client.query('BEGIN');
      await client.query('SELECT set_config($1, $2, true)', [setting, value]);
      const seen = [];
      for (const table of ['accounts', 'members', 'sessions', 'passkeys', 'links']) {
        const found = await client.query<{ id: string | null }>(
          `SELECT DISTINCT replace(account_id, 'acc_', '') AS id FROM understudy.${table} ORDER BY 1 NULLS FIRST`,
        );
        seen.push(found.rows.map(({ id }) => id ?? 'none').join(' '));
      }
      await client.query('ROLLBACK');
      return seen;
    };
    const ofAurora = 'aurora both first';
    expect(await people('understudy.workspace', '')).toEqual(['', '', '', '', '']);
    expect(await people('understudy.workspace', 'ws_aurora')).toEqual([
      ofAurora,
      'aurora both',
      ofAurora,
      '',
      'aurora',
    ]);
    expect(await people('understudy.account', 'acc_both')).toEqual(['both', 'both', 'both', 'both', '']);
    const everybody = 'aurora borealis both first';
    const members = 'aurora borealis both';
    expect(await people('understudy.account', '*')).toEqual([
      everybody,
      members,
      everybody,
      everybody,
      'none aurora borealis',
    ]);
    await client.query('BEGIN');
    await client.query(`SELECT set_config('understudy.workspace', 'ws_aurora', true)`);
    await expect(
      client.query(`INSERT INTO understudy.members VALUES ('acc_aurora', 'ws_borealis', 'owner', 1)`),
    ).rejects.toThrow(/row-level security/);
    await client.query('ROLLBACK');
  });

  test('every primary key of a tenant table begins with the workspace', async () => {
    const { pool, tenantTables } = await openTenants('owner');
    const keys = await pool.query<{ name: string; column: string }>(`
      SELECT c.relname AS name, a.attname AS column FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
      WHERE i.indisprimary AND c.relnamespace = 'understudy'::regnamespace`);
    const firstColumns = new Map(keys.rows.map(({ name, column }) => [name, column]));
    for (const table of tenantTables) expect([table, firstColumns.get(table)]).toEqual([table, 'workspace_id']);
  });

  test('another login of the server can neither call a function nor read a table', async () => {
    const { pool, superuser, url } = await openTenants('owner');
    const stranger = await createTestDatabase(server ?? '');
    onTestFinished(stranger.drop);
    await superuser.query(`GRANT CONNECT ON DATABASE ${new URL(url).pathname.slice(1)} TO PUBLIC`);
    const asStranger = new URL(stranger.url);
    asStranger.pathname = new URL(url).pathname;
    const client = new pg.Client(asStranger.href);
    await client.connect();
    onTestFinished(() => client.end());
    await expect(client.query(`SELECT understudy.read_profile('ws_aurora', 'prof_aurora')`)).rejects.toThrow(
      /permission denied/,
    );
    await expect(client.query('SELECT * FROM understudy.workspace_directory')).rejects.toThrow(/permission denied/);
    await superuser.query('GRANT USAGE ON SCHEMA understudy TO PUBLIC');
    await expect(client.query(`SELECT understudy.read_profile('ws_aurora', 'prof_aurora')`)).rejects.toThrow(
      /permission denied/,
    );
    expect(await rowLevelSecurity(pool)).toMatchObject({ inForce: true });
  });

  test.each([
    ['ALTER TABLE understudy.messages NO FORCE ROW LEVEL SECURITY', /"messages" is not under forced/],
    ['ALTER TABLE understudy.usage DISABLE ROW LEVEL SECURITY', /"usage" is not under forced/],
    ['CREATE POLICY all_of_them ON understudy.keys USING (true)', /"keys" lets through more/],
    ['ALTER TABLE understudy.passkeys NO FORCE ROW LEVEL SECURITY', /"passkeys" is not under forced/],
    ['CREATE POLICY all_of_them ON understudy.sessions USING (true)', /"sessions" lets through more people/],
    ['ALTER POLICY own_people ON understudy.links USING (true)', /"links" lets through more people/],
    ['ALTER FUNCTION understudy.admit_draft SECURITY INVOKER', /"admit_draft" does not run as its owner/],
    ['ALTER FUNCTION understudy.read_profile RESET ALL', /"read_profile" does not pin its search path/],
    ['ALTER FUNCTION understudy.read_usage OWNER TO CURRENT_USER', /"read_usage" does not belong to the owner/],
    ['ALTER TABLE understudy.writes OWNER TO CURRENT_USER', /"writes" does not belong to the owner/],
    ['DROP FUNCTION understudy.purge', /"purge" is missing/],
    ['ALTER ROLE $OWNER BYPASSRLS', /has BYPASSRLS/],
    ['ALTER ROLE $OWNER SUPERUSER', /is a superuser/],
  ])('it is reported as not in force after: %s', async (damage, fault) => {
    const { superuser, url } = await openTenants('owner');
    await superuser.query(damage.replace('$OWNER', new URL(url).username));
    const { inForce, faults } = await inspectRowLevelSecurity(url);
    expect(inForce).toBe(false);
    expect(faults).toEqual([expect.stringMatching(fault)]);
  });

  test('every function of the schema is either called by the service or cannot be called from outside', async () => {
    const { pool } = await openTenants('owner');
    const found = await pool.query<{ name: string; is_definer: boolean; is_public: boolean }>(`
      SELECT proname AS name, prosecdef AS is_definer, coalesce(proacl::text ~ '[{,]=', true) AS is_public
      FROM pg_proc WHERE pronamespace = 'understudy'::regnamespace`);
    expect(found.rows.filter(({ is_public }) => is_public)).toEqual([]);
    expect(
      found.rows
        .filter(({ is_definer }) => is_definer)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(readOperations().toSorted());
  });
});

/** Creates a database with two workspaces that have a row in most tables, and connections to it. */
async function openTenants(login: 'owner' | 'superuser') {
  const database = await createTestDatabase(server ?? '');
  const url = login === 'owner' ? database.url : database.superuserUrl;
  const store = await openPostgresStore({ kind: 'postgres', url, poolSize: 2 }, { role: 'serve' });
  await importEntries(store, workspaceEntry(), workspaceEntry({ id: 'ws_borealis' }));
  for (const workspaceId of ['ws_aurora', 'ws_borealis']) {
    const write = draftWrite({ workspaceId });
    await store.admitDraft(write);
    await store.settleDraft(draftSettlement(write));
    await handOff(store, { workspaceId });
  }
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  const superuser = new pg.Pool({ connectionString: database.superuserUrl, max: 1 });
  // The database is dropped while its connections may still be closing.
  for (const each of [pool, superuser]) each.on('error', () => undefined);
  onTestFinished(async () => {
    await Promise.all([pool.end(), superuser.end(), store.close()]);
    await database.drop();
  });
  const tables = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'understudy'::regnamespace AND relkind = 'r' AND relname <> ALL ($1)`,
    [referenceTables],
  );
  return { pool, superuser, url, tenantTables: tables.rows.map(({ name }) => name) };
}

async function workspacesSeen(client: pg.PoolClient, table: string): Promise<string[]> {
  const found = await client.query<{ id: string }>(
    `SELECT DISTINCT workspace_id AS id FROM understudy.${table} ORDER BY 1`,
  );
  return found.rows.map(({ id }) => id);
}
