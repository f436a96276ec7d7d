import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { checkRoles } from '../../src/cli/doctor/check-roles.ts';
import { openStore } from '../../src/store/open-store.ts';
import { renewRuntimeGrants } from '../../src/store/postgres/runtime-roles.ts';
import { startConsoleWorld } from '../console/support/console-world.ts';
import { createTestDatabase, runSql } from '../support/postgres-database.ts';

const superuserUrl = inject('postgresUrl');

/** Creates a migrated database that one role owns, and another role that may use its schema. */
async function twoRoles() {
  if (superuserUrl === null) throw new Error('there is no PostgreSQL');
  const database = await createTestDatabase(superuserUrl);
  const app = `understudy_app_${randomBytes(6).toString('hex')}`;
  onTestFinished(async () => {
    await database.drop();
    await runSql(superuserUrl, [`DROP ROLE IF EXISTS ${app}`]);
  });
  await (await openStore({ kind: 'postgres', url: database.url, poolSize: 1 }, { role: 'tool' })).close();
  await runSql(database.superuserUrl, [
    `CREATE ROLE ${app} LOGIN NOSUPERUSER PASSWORD '${app}'`,
    `GRANT USAGE ON SCHEMA understudy TO ${app}`,
  ]);
  await renewRuntimeGrants(database.url);
  const url = new URL(database.url);
  url.username = app;
  url.password = app;
  return { database, url: url.href, app };
}

async function serveAs(url: string) {
  const store = await openStore({ kind: 'postgres', url, poolSize: 4 }, { role: 'serve' });
  onTestFinished(() => store.close());
  const openFresh = async () => ({ store, openAt: async () => store, setClock: async () => undefined });
  return startConsoleWorld({ kind: 'postgres', openFresh });
}

test.skipIf(superuserUrl === null)(
  'a role that owns nothing serves everything, and can read and change no table, whatever workspace it sets',
  async () => {
    const { database, url } = await twoRoles();
    const world = await serveAs(url);
    expect((await world.draft()).status).toBe(200);
    expect((await world.handoff()).status).toBe(200);
    expect((await (await world.owner()).run('readSession', {})).session?.account.isInstaller).toBe(true);
    await world.store.purge();
    await world.store.expire({ conversationMs: 86_400_000 });
    const client = new pg.Client(url);
    await client.connect();
    onTestFinished(() => client.end());
    await client.query(
      `SELECT set_config('understudy.workspace', $1, false), set_config('understudy.account', '*', false)`,
      [world.workspaceId],
    );
    const tables = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'understudy'::regnamespace AND relkind IN ('r', 'p')`,
    );
    const readable = [];
    for (const { name } of tables.rows) {
      const isRead = await client.query(`SELECT 1 FROM understudy.${name} LIMIT 1`).then(
        () => true,
        () => false,
      );
      if (isRead) readable.push(name);
      await expect(client.query(`DELETE FROM understudy.${name}`), name).rejects.toMatchObject({ code: '42501' });
    }
    expect(readable.toSorted()).toEqual(['migrations', 'transfer']);
    await expect(client.query('ALTER TABLE understudy.messages DISABLE ROW LEVEL SECURITY')).rejects.toThrow(/owner/);
    for (const enter of ['enter', 'enter_account', 'enter_rows']) {
      await expect(client.query(`SELECT understudy.${enter}($1)`, [world.workspaceId])).rejects.toMatchObject({
        code: '42501',
      });
    }
    expect(await checkRoles(url)).toMatchObject({
      status: 'ok',
      found: expect.stringContaining('cannot read or change any table directly'),
    });
    expect(await checkRoles(database.url)).toMatchObject({ status: 'ok', found: expect.stringContaining('Two roles') });
  },
  180_000,
);

test.skipIf(superuserUrl === null)(
  'an upgrade grants a role that owns nothing its rights again, and before the upgrade the role is rejected with the remedy',
  async () => {
    const { database, url } = await twoRoles();
    // An older version left the database in this state.
    await runSql(database.superuserUrl, [
      `UPDATE understudy.migrations SET functions = '{}'`,
      'DROP FUNCTION understudy.read_pulse',
    ]);
    const location = { kind: 'postgres', url, poolSize: 1 } as const;
    await expect(openStore(location, { role: 'serve' })).rejects.toThrow(/Run "understudy migrate" first/);
    await (await openStore({ ...location, url: database.url }, { role: 'tool' })).close();
    const world = await serveAs(url);
    expect((await world.draft()).status).toBe(200);
    await expect(world.store.pulse({ workspaceId: world.workspaceId })).resolves.toBeDefined();
  },
);

test.skipIf(superuserUrl === null)('the doctor names the tables that such a role can access by mistake', async () => {
  const { database, url, app } = await twoRoles();
  await runSql(database.superuserUrl, [`GRANT SELECT ON understudy.passkeys TO ${app}`]);
  expect(await checkRoles(url)).toMatchObject({ status: 'warn', found: expect.stringContaining('passkeys') });
});
