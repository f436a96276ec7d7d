import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { type FreshData, postgresHarness } from '../support/store-harness.ts';
import { openWorkspaces } from './contract/open-workspaces.ts';
import { workspaceEntry } from './contract/workspace-entry.ts';
import { optimisticDraft, usageOf } from './contract/writes.ts';

const server = inject('postgresUrl');

describe.skipIf(server === null)('a lock on data of one workspace', () => {
  const counterOf = `SELECT 1 FROM understudy.usage WHERE workspace_id = 'ws_noisy' FOR UPDATE`;
  const conversationOf = `SELECT 1 FROM understudy.conversations WHERE workspace_id = 'ws_noisy' FOR UPDATE`;

  test.each([
    ['its allowance', counterOf],
    ['its conversations', conversationOf],
  ])('on %s delays no draft of another', async (_, statement) => {
    const { store, location } = await openWorkspaces(
      postgresHarness(server ?? ''),
      workspaceEntry({ id: 'ws_noisy' }),
      workspaceEntry({ id: 'ws_quiet' }),
    );
    const conversationId = 'conv_maya';
    const draftOf = (workspaceId: string) => store.storeDraft(optimisticDraft({ workspaceId, conversationId }));
    await draftOf('ws_noisy');
    const unlock = await holding(location, statement);
    const noisy: Promise<unknown>[] = [];
    const waitedMs: number[] = [];
    for (let count = 0; count < 10; count += 1) {
      noisy.push(...Array.from({ length: 5 }, () => draftOf('ws_noisy')));
      const startedMs = performance.now();
      expect((await draftOf('ws_quiet')).outcome).toBe('stored');
      waitedMs.push(performance.now() - startedMs);
    }
    await unlock();
    const outcomes = await Promise.all(noisy);
    expect(Math.max(...waitedMs), 'the lock is held for as long as it takes').toBeLessThan(4_000);
    expect(outcomes, 'who waits for the lock has it in the end').toEqual(noisy.map(() => ({ outcome: 'stored' })));
    expect((await usageOf(store, 500, 'ws_quiet')).used).toBe(10);
    expect((await usageOf(store, 500, 'ws_noisy')).used).toBe(51);
  });
});

test.skipIf(server === null)(
  'drafts that are stored together wait for the first locked conversation without locking a later one, whatever the order of their keys',
  async () => {
    const entry = workspaceEntry({ id: 'ws_noisy' });
    const [conversation] = entry.conversations ?? [];
    if (conversation === undefined) throw new Error('the sample has no conversation');
    const conversations = ['conv_a', 'conv_b'].map((id) => ({ ...conversation, id }));
    const { store, location } = await openWorkspaces(postgresHarness(server ?? ''), { ...entry, conversations });
    const [client, observer] = [await connectedTo(location), await connectedTo(location)];
    const response = JSON.stringify({ ok: true, decision: { riskLevel: 'review' } });
    const terms = { profile: 'prof_aurora', hash: 'h', response, trace: '{}', retention_ms: 60_000, epoch: 0 };
    const storeTogether = async (...drafts: { key: string; conversation: string }[]) => {
      const given = {
        workspace: 'ws_noisy',
        monthly_replies: { creator: 1_000 },
        conversations: ['conv_a', 'conv_b'],
        drafts: drafts.map((draft) => ({ ...draft, ...terms, intent: 'shipping', risk_level: 'review' })),
      };
      const { rows } = await client.query('SELECT understudy.store_drafts($1) AS keys', [JSON.stringify([given])]);
      return rows[0]?.keys;
    };
    const placeOf = (id: string) => `SELECT 1 FROM understudy.inbox_places WHERE conversation_id = '${id}' FOR UPDATE`;
    const unlock = await holding(location, placeOf('conv_a'));
    const stored = storeTogether({ key: 'key-1', conversation: 'conv_b' }, { key: 'key-2', conversation: 'conv_a' });
    const isWaiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    while ((await observer.query(isWaiting)).rowCount === 0) await delay(10);
    const unlockOther = await holding(location, `${placeOf('conv_b')} NOWAIT`);
    await Promise.all([unlock(), unlockOther()]);
    expect(await stored).toEqual([['key-1', 'key-2']]);
    await store.close();
  },
);

/** Runs the statement in a transaction that stays open until the returned function is called. */
async function holding(location: FreshData['location'], statement: string): Promise<() => Promise<void>> {
  const client = await connectedTo(location);
  await client.query('BEGIN');
  await client.query(`SELECT set_config('understudy.workspace', 'ws_noisy', true)`);
  const { rowCount } = await client.query(statement);
  if (rowCount === 0) throw new Error('nothing was locked');
  return async () => {
    await client.query('COMMIT');
  };
}

async function connectedTo(location: FreshData['location']): Promise<pg.Client> {
  if (location?.kind !== 'postgres') throw new Error('these are locks of PostgreSQL');
  const client = new pg.Client({ connectionString: location.url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}
