import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createAuditVerbs } from '../../src/admin/audit-verbs.ts';
import { actingAs } from '../../src/lib/acting.ts';
import type { StoreLocation } from '../../src/store/location.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/port.ts';
import { bringIn, freshFolder, onBothStores, type Place } from '../cli/support/places.ts';
import { runInside } from '../cli/support/understudy.ts';
import { sampleWorkspace } from '../support/world.ts';

const workspaceId = 'ws_audited';
const dayMs = 86_400_000;

const damages: readonly (readonly [what: string, sql: string, fault: string])[] = [
  [
    'a changed entry',
    `UPDATE audit_entries SET body = replace(body, 'revoked', 'created') WHERE sequence = 4`,
    'entry 4 was changed',
  ],
  ['a changed time', 'UPDATE audit_entries SET at = at + 1 WHERE sequence = 2', 'entry 2 was changed'],
  [
    'a changed name',
    `UPDATE audit_entries SET personal = replace(personal, 'name', 'neme') WHERE sequence = 3`,
    'the names in entry 3',
  ],
  ['a missing entry', 'DELETE FROM audit_entries WHERE sequence = 2', 'entry 2 is missing'],
  ['a missing beginning', 'DELETE FROM audit_entries WHERE sequence = 1', 'entry 1 is missing'],
  ['a missing end', 'DELETE FROM audit_entries WHERE sequence = 4', 'the newest entries, up to 4, are missing'],
  [
    'two that changed places',
    `UPDATE audit_entries SET sequence = 90 WHERE sequence = 2; UPDATE audit_entries SET sequence = 2 WHERE sequence = 3;
       UPDATE audit_entries SET sequence = 3 WHERE sequence = 90`,
    'entry 2 was changed or moved',
  ],
];

onBothStores((fresh) => {
  test("an operator's action is recorded with who, what and from where, and the chain verifies", async () => {
    const place = await lived(fresh);
    const entries = (await runInside(['audit', 'list', '-w', workspaceId, '--json'], place)).json();
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      'key.revoked',
      'webhook_secret.created',
      'key.created',
      'workspace.imported',
    ]);
    expect(entries[0]).toMatchObject({
      actor: { kind: 'operator', name: expect.any(String) },
      object: { kind: 'key', id: expect.stringMatching(/^key_/) },
      surface: 'cli',
    });
    const verified = await runInside(['audit', 'verify', '--json'], place);
    expect([verified.code, verified.json()]).toMatchObject([0, [{ workspace: workspaceId, entries: 4, faults: [] }]]);
    const lines = (await runInside(['audit', 'export'], place)).stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).sequence)).toEqual([1, 2, 3, 4]);
    expect((await runInside(['audit', 'list'], place)).stdout).toContain('key.revoked');
  });

  test('audit verify finds an entry that was changed, is missing or was moved, and names it', async () => {
    const place = await lived(fresh);
    await runSql(place, 'CREATE TABLE kept AS SELECT * FROM audit_entries');
    for (const [what, damage, fault] of damages) {
      await runSql(place, damage);
      const verified = await runInside(['audit', 'verify', '--json'], place);
      expect([what, verified.code, verified.json()[0].faults[0]]).toEqual([what, 1, expect.stringContaining(fault)]);
      await runSql(place, 'DELETE FROM audit_entries; INSERT INTO audit_entries SELECT * FROM kept');
    }
    expect((await runInside(['audit', 'verify'], place)).code).toBe(0);
  });

  test('a truncated chain, including its head, is detected with a head that was recorded before', async () => {
    const place = await lived(fresh);
    const { head } = (await runInside(['audit', 'verify', '--json'], place)).json()[0];
    const expecting = ['audit', 'verify', '-w', workspaceId, '--expect', head];
    expect((await runInside(expecting, place)).code).toBe(0);
    await runInside(['notifications', 'secret', '-w', workspaceId], place);
    expect((await runInside(expecting, place)).code).toBe(0);
    await runSql(
      place,
      `DELETE FROM audit_entries WHERE sequence > 3;
       UPDATE audit_chains SET last_sequence = 3, last_hash = (SELECT hash FROM audit_entries WHERE sequence = 3)`,
    );
    expect((await runInside(['audit', 'verify'], place)).code).toBe(0);
    const found = await runInside(expecting, place);
    expect([found.code, found.stdout]).toEqual([1, expect.stringContaining('does not match the recorded head')]);
    expect((await runInside(['audit', 'verify', '--expect', head], place)).stderr).toContain('--workspace');
  });

  test('the oldest entries are removed, never the newest, and the rest verifies', async () => {
    const place = await lived(fresh);
    const later = await open(place, 10 * dayMs);
    await actingAs(operator, () => later.setWebhookSecret({ workspaceId, secret: 'whsec_c2VjcmV0' }));
    expect(await later.expireAudit({ olderMs: 5 * dayMs })).toBe(4);
    expect(await verify(later)).toMatchObject([{ entries: 1, faults: [] }]);
    expect(await later.expireAudit({ olderMs: 1 })).toBe(0);
    await later.close();
    const muchLater = await open(place, 40 * dayMs);
    expect(await muchLater.expireAudit({ olderMs: 5 * dayMs })).toBe(0);
    await actingAs(operator, () => muchLater.setWebhookSecret({ workspaceId, secret: 'whsec_c2VjcmV0' }));
    expect(await muchLater.expireAudit({ olderMs: 5 * dayMs })).toBe(1);
    expect(await verify(muchLater)).toMatchObject([{ entries: 1, faults: [] }]);
    await muchLater.close();
  });

  test('erasing a contact removes the conversation and the names from the entries about it, and the chain stays valid', async () => {
    const place = await lived(fresh);
    for (const action of ['close', 'resolve']) {
      await runInside(['conversations', action, 'conv_maya', '-w', workspaceId], place);
    }
    const listed = async () => (await runInside(['audit', 'list', '-w', workspaceId, '--json'], place)).json();
    expect((await listed())[0]).toMatchObject({ action: 'conversation.state_changed', conversation: 'conv_maya' });
    await runInside(['contacts', 'erase', '-w', workspaceId, '--conversation', 'conv_maya'], place);
    const entries = await listed();
    expect(JSON.stringify(entries)).not.toContain('conv_maya');
    expect(entries[0]).toMatchObject({ action: 'contact.erased', isErased: false });
    expect(entries[1]).toMatchObject({ action: 'conversation.state_changed', isErased: true, actor: { name: null } });
    const verified = (await runInside(['audit', 'verify', '--json'], place)).json();
    expect(verified).toMatchObject([{ erased: 2, faults: [] }]);
  });

  test('a change that cannot be recorded is not made, and a change that is not made is not recorded', async () => {
    const place = await lived(fresh);
    const store = await open(place);
    // The changes run one after the other, because a conversation that is erased first cannot be closed.
    const changes: (() => Promise<unknown>)[] = [
      () => store.setWebhookSecret({ workspaceId, secret: 'whsec_c2Vjb25k' }),
      () => store.setConversationState({ workspaceId, conversationId: 'conv_maya', action: 'close' }),
      () => store.forgetConversations({ workspaceId, conversationIds: ['conv_maya'] }),
      () => store.importDocument({ workspaces: [sampleWorkspace('ws_second')] }, { forceState: false, dryRun: false }),
    ];
    const act = async () => {
      const results: PromiseSettledResult<unknown>[] = [];
      for (const change of changes) results.push(...(await Promise.allSettled([actingAs(operator, change)])));
      return results;
    };
    const stored = async () =>
      JSON.stringify([
        await store.notificationTarget({ workspaceId }),
        await store.listConversations({ workspaceId, limit: 10, state: null }),
        (await store.listWorkspaces()).map(({ workspaceId: id }) => id),
      ]);
    const before = await stored();
    await runSql(place, 'ALTER TABLE audit_entries RENAME TO hidden_entries');
    expect((await act()).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    expect(await stored()).toBe(before);
    await runSql(place, 'ALTER TABLE hidden_entries RENAME TO audit_entries');
    expect(await verify(store)).toMatchObject([{ entries: 4, faults: [] }]);
    expect((await act()).map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
    expect(await verify(store)).toMatchObject([
      { entries: 7, faults: [] },
      { entries: 1, faults: [] },
    ]);
    await store.close();
  });

  test('a backup and a restore include the chains, which verify as before', async () => {
    const place = await lived(fresh);
    const before = (await runInside(['audit', 'verify', '--json'], place)).json();
    const file = join(freshFolder(), 'all.jsonl.gz');
    await runInside(['backup', file], place);
    const elsewhere = await fresh();
    expect((await runInside(['restore', file], elsewhere)).code).toBe(0);
    expect((await runInside(['audit', 'verify', '--json'], elsewhere)).json()).toEqual(before);
  });

  test('simultaneous entries form one chain without a gap', async () => {
    const place = await lived(fresh);
    const stores = await Promise.all([open(place), open(place)]);
    await Promise.all(
      Array.from({ length: 40 }, (_, number) =>
        actingAs(operator, () => stores[number % 2]?.setWebhookSecret({ workspaceId, secret: 'whsec_c2VjcmV0' })),
      ),
    );
    const [store] = stores;
    expect(store === undefined ? [] : await verify(store)).toMatchObject([{ entries: 44, faults: [] }]);
    await Promise.all(stores.map((each) => each.close()));
  });
});

const operator = { kind: 'operator', id: null, name: 'test', surface: 'cli', address: null } as const;

/** Imports a workspace, creates and revokes a key, and creates a secret. */
async function lived(fresh: () => Promise<Place>): Promise<Place> {
  const place = await fresh();
  await bringIn(place, { workspaces: [sampleWorkspace(workspaceId)] });
  const options = ['-w', workspaceId, '-n', 'k', '--scopes', 'all', '--json'];
  const made = await runInside(['keys', 'create', ...options], place);
  await runInside(['notifications', 'secret', '-w', workspaceId], place);
  await runInside(['keys', 'revoke', made.json().id], place);
  return place;
}

function verify(store: Store) {
  return createAuditVerbs({ store }).verify({ workspaceId: null, expected: null });
}

function open(place: Place, clockOffsetMs = 0): Promise<Store> {
  return openStore(locationOf(place), { role: 'tool', clockOffsetMs });
}

function locationOf(place: Place): StoreLocation {
  const url = place['DATABASE_URL'];
  if (url !== undefined) return { kind: 'postgres', url, poolSize: 2 };
  return { kind: 'sqlite', dataDir: place['UNDERSTUDY_DATA_DIR'] ?? '' };
}

/** Runs SQL like someone with direct access to the database. */
async function runSql(place: Place, sql: string): Promise<void> {
  const url = place['DATABASE_URL'];
  if (url === undefined) {
    const db = new DatabaseSync(join(place['UNDERSTUDY_DATA_DIR'] ?? '', 'understudy.db'));
    db.exec(sql);
    db.close();
    return;
  }
  const client = new pg.Client({ connectionString: url, options: '-c search_path=understudy' });
  await client.connect();
  await client.query(sql);
  await client.end();
}
