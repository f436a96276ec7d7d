import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import type { StoreLocation } from '../../src/store/location.ts';
import { postgresHarness, type StoreHarness, sqliteHarness } from '../support/store-harness.ts';
import { connect, conversationOf, held, received, safe, settle, take } from './contract/inbox-steps.ts';
import { openWorkspaces } from './contract/open-workspaces.ts';
import { conversationDocument, inbound, outbound, workspaceEntry } from './contract/workspace-entry.ts';

const server = inject('postgresUrl');
const migration = (store: string) =>
  readFileSync(new URL(`../../migrations/${store}/0105_inbox_places.sql`, import.meta.url), 'utf8');

describe('what was stored before the inbox kept places', () => {
  test('stands where it belongs after the upgrade of SQLite', () => stands(sqliteHarness(), upgradeSqlite));

  test.skipIf(server === null)('stands where it belongs after the upgrade of PostgreSQL (skipped without it)', () =>
    stands(postgresHarness(server ?? ''), upgradePostgres),
  );
});

async function stands(harness: StoreHarness, upgrade: (location: StoreLocation) => Promise<unknown>): Promise<void> {
  const { store, location } = await openWorkspaces(harness, workspaceEntry({ conversations }));
  if (location === undefined) throw new Error('the harness keeps its place for itself');
  await connect(store, { mode: 'review' });
  await take(store, received('m1', 'Do you ship to Peru?', 1, 'safe'), received('m2', 'Refund me', 2, 'held'));
  await settle(store, await conversationOf(store, '@maya_safe'), { drafted: safe });
  await settle(store, await conversationOf(store, '@maya_held'), { drafted: held });
  const tabs = async () => (await store.inboxPage(page)).counts;
  const before = await tabs();
  expect(before).toEqual({ waiting: 2, proposals: 1, automatic: 1, done: 2 });
  await upgrade(location);
  // At the end of each test the harness compares every place with what it would be if it was placed then.
  expect(await tabs()).toEqual(before);
}

async function upgradeSqlite(location: StoreLocation): Promise<void> {
  if (location.kind !== 'sqlite') throw new Error('not SQLite');
  const db = new DatabaseSync(join(location.dataDir, 'understudy.db'));
  const triggers = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'places_of%'`).all();
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${String(name)}`);
  db.exec('DROP VIEW inbox_placing; DROP TABLE inbox_places');
  db.exec(migration('sqlite'));
  db.close();
}

/** As the owner of the schema, whom row-level security binds. */
async function upgradePostgres(location: StoreLocation): Promise<void> {
  if (location.kind !== 'postgres') throw new Error('not PostgreSQL');
  const client = new pg.Client(location.url);
  await client.connect();
  await client.query(`SET search_path = understudy; BEGIN; DROP TABLE inbox_places; ${migration('postgres')} COMMIT`);
  await client.end();
}

const page = {
  workspaceId: 'ws_aurora',
  tab: 'waiting',
  profileId: null,
  channel: null,
  search: null,
  order: 'newest',
  offset: 0,
  limit: 1,
} as const;

const conversations = [
  conversationDocument({ id: 'c0', messages: [] }),
  conversationDocument({
    id: 'c1',
    state: 'awaiting_owner',
    messages: [inbound('help', '2026-03-01T10:00:00Z')],
  }),
  conversationDocument({ id: 'c2', messages: [inbound('how much is a mug?', '2026-03-01T11:00:00Z')] }),
  conversationDocument({
    id: 'c3',
    messages: [inbound('hi', '2026-03-01T14:00:00Z'), outbound('hello', '2026-03-01T14:01:00Z')],
  }),
];
