import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { StoreUnavailable } from '../../src/lib/errors.ts';
import type { Store } from '../../src/store/port.ts';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { startProxy } from '../support/network-proxy.ts';
import { type PostgresCluster, startPostgresCluster } from '../support/postgres-cluster.ts';
import { createTestDatabase, runSql } from '../support/postgres-database.ts';
import { issueKey, requestWith } from './contract/api-keys.ts';
import { importEntries } from './contract/open-workspaces.ts';
import { workspaceEntry } from './contract/workspace-entry.ts';
import {
  draftLease,
  draftSettlement,
  draftWrite,
  handoffWrite,
  repeated,
  replies,
  usageOf,
} from './contract/writes.ts';

const server = inject('postgresUrl');

describe.skipIf(server === null)('a database that goes away', () => {
  let cluster: PostgresCluster;

  beforeAll(async () => {
    const started = await startPostgresCluster({ durable: true });
    if (started === null) throw new Error('PostgreSQL is needed here');
    cluster = started;
  });
  afterAll(() => cluster.stop());

  test('makes every operation unavailable, and all work again once it is back, without a restart of the service', async () => {
    const store = await openStore(await cluster.createDatabase());
    const { hash } = await issueKey(store);
    const held = draftWrite();
    await store.admitDraft(held);
    await cluster.halt();
    for (const [name, attempt] of Object.entries(operationsOf(store, hash))) {
      const error = await attempt().catch((thrown: unknown) => thrown);
      expect([name, error]).toEqual([name, expect.any(StoreUnavailable)]);
      if (error instanceof StoreUnavailable) expect(error.reason).toMatch(/cannot be reached|was lost/);
    }
    await cluster.start();
    for (const attempt of Object.values(operationsOf(store, hash))) await attempt();
    expect(await store.settleDraft(draftSettlement(held))).toEqual({ outcome: 'stored' });
  });

  test('behind a network that has forgotten its connections is reported as unavailable after 10 s, and answers again immediately', async () => {
    const direct = new URL(await cluster.createDatabase());
    const proxy = await startProxy({ host: direct.hostname, port: Number(direct.port) });
    onTestFinished(() => proxy.stop());
    direct.port = String(proxy.port);
    direct.hostname = '127.0.0.1';
    const store = await openStore(direct.href);
    const { hash } = await issueKey(store);
    proxy.turn({ kind: 'forgotten' });
    const startedAt = performance.now();
    const error = await store.authenticate(requestWith(hash)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StoreUnavailable);
    const waitedMs = performance.now() - startedAt;
    expect(waitedMs).toBeGreaterThan(4_000);
    expect(waitedMs).toBeLessThan(25_000);
    proxy.turn({ kind: 'clear' });
    expect((await store.authenticate(requestWith(hash))).outcome).toBe('authenticated');
  });

  test('in the middle of work fails the work in progress as unavailable, never in another way', async () => {
    const store = await openStore(await cluster.createDatabase());
    let isOver = false;
    let stored = 0;
    const outcomes = new Set<string>();
    const callers = Array.from({ length: 16 }, async () => {
      while (!isOver) {
        const write = draftWrite({ monthlyReplies: replies(1_000_000) });
        try {
          await store.admitDraft(write);
          outcomes.add((await store.settleDraft(draftSettlement(write))).outcome);
          stored += 1;
        } catch (error) {
          outcomes.add(error instanceof StoreUnavailable ? 'unavailable' : String(error));
        }
      }
    });
    const more = async () => {
      for (const enough = stored + 100; stored < enough; ) await pause(10);
    };
    await more();
    await cluster.restart();
    await more();
    isOver = true;
    await Promise.all(callers);
    expect([...outcomes].toSorted()).toEqual(['stored', 'unavailable']);
  });

  test('by a crash under load loses nothing that was acknowledged, and charges nothing twice', async () => {
    const store = await openStore(await cluster.createDatabase());
    const stored = new Map<string, string>();
    const unsure: ReturnType<typeof draftWrite>[] = [];
    let isOver = false;
    const callers = Array.from({ length: 16 }, async (_, caller) => {
      for (let count = 0; !isOver; count += 1) {
        const write = draftWrite({ monthlyReplies: replies(1_000_000) });
        const response = JSON.stringify({ caller, count });
        try {
          await store.admitDraft(write);
          await store.settleDraft(draftSettlement(write, response));
          stored.set(write.idempotencyKey, response);
        } catch {
          unsure.push(write);
          // While the database is unavailable, each attempt fails immediately. Each write is completed below.
          await pause(250);
        }
      }
    });
    for (let crash = 0; crash < 3; crash += 1) {
      // A busy machine takes longer for the same work.
      const enough = stored.size + 40;
      while (stored.size < enough) await pause(10);
      await cluster.kill();
      await cluster.start();
    }
    isOver = true;
    await Promise.all(callers);
    expect(stored.size).toBeGreaterThan(100);
    await eachOf(stored, async ([idempotencyKey, response]) => {
      const again = draftWrite({ idempotencyKey, monthlyReplies: replies(1_000_000) });
      expect(await store.admitDraft(again)).toEqual({ outcome: 'replay', response });
    });
    const later = await openStore(urlOf.get(store) ?? '', 60_000);
    await eachOf(unsure, async (write) => {
      const again = repeated(write);
      const admitted = await later.admitDraft(again);
      if (admitted.outcome === 'admitted') await later.settleDraft(draftSettlement(again));
      else expect(admitted.outcome).toBe('replay');
    });
    expect((await usageOf(later, 1_000_000)).used).toBe(
      stored.size + new Set(unsure.map((write) => write.idempotencyKey)).size,
    );
  });

  test('for writing only is reported as read-only, and reads still work', async () => {
    const database = await createTestDatabase(cluster.superuserUrl);
    const store = await openStore(database.url);
    await store.close();
    const name = new URL(database.url).pathname.slice(1);
    await runSql(cluster.superuserUrl, [`ALTER DATABASE ${name} SET default_transaction_read_only = on`]);
    const readOnly = await openPostgresStore({ kind: 'postgres', url: database.url, poolSize: 2 }, { role: 'tool' });
    onTestFinished(() => readOnly.close());
    await expect(readOnly.check()).rejects.toThrow(new StoreUnavailable('the database is read-only'));
    await expect(readOnly.admitDraft(draftWrite())).rejects.toThrow(new StoreUnavailable('the database is read-only'));
    expect(await readOnly.listWorkspaces()).toHaveLength(1);
  });

  test('a server without connections left makes the store unavailable', async () => {
    const database = await createTestDatabase(cluster.superuserUrl);
    const store = await openStore(database.url);
    const { username } = new URL(database.url);
    await runSql(cluster.superuserUrl, [`ALTER ROLE ${username} CONNECTION LIMIT 1`]);
    const crowded = openPostgresStore({ kind: 'postgres', url: database.url, poolSize: 2 }, { role: 'tool' });
    await expect(crowded).rejects.toThrow(new StoreUnavailable('the database has no free connection for this service'));
    await store.check();
  });

  test('a database that cannot be reached makes opening fail as unavailable', async () => {
    const opening = openPostgresStore(
      { kind: 'postgres', url: 'postgres://nobody@127.0.0.1:1/none', poolSize: 1 },
      { role: 'serve' },
    );
    await expect(opening).rejects.toThrow(new StoreUnavailable('the database cannot be reached'));
  });
});

const poolSize = 8;

/** Does the work with no more calls at a time than there are connections. Others would wait too long for one. */
async function eachOf<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items].values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: poolSize }, worker));
}

const urlOf = new WeakMap<Store, string>();

async function openStore(url: string, clockOffsetMs = 0): Promise<Store> {
  const store = await openPostgresStore({ kind: 'postgres', url, poolSize }, { role: 'serve', clockOffsetMs });
  urlOf.set(store, url);
  onTestFinished(() => store.close());
  if (clockOffsetMs === 0) await importEntries(store, workspaceEntry());
  return store;
}

function operationsOf(store: Store, hash: string): Record<string, () => Promise<unknown>> {
  return {
    check: () => store.check(),
    authenticate: () => store.authenticate(requestWith(hash)),
    listKeys: () => store.listKeys({ workspaceId: null }),
    touchKeys: () => store.touchKeys([{ workspaceId: 'ws_aurora', keyId: 'key', lastUsedAt: 1, requests: 1 }]),
    admitDraft: () => store.admitDraft(draftWrite()),
    admitHandoff: () => store.admitHandoff(handoffWrite()),
    settleDraft: () => store.settleDraft(draftSettlement(draftWrite())),
    renewLease: () => store.renewLease({ ...draftLease(draftWrite()), leaseMs: 1 }),
    releaseWrite: () => store.releaseWrite(draftLease(draftWrite())),
    usage: () => store.usage({ workspaceId: 'ws_aurora', monthlyReplies: replies(5) }),
    importDocument: () => importEntries(store, workspaceEntry()),
    exportWorkspace: () => store.exportWorkspace({ workspaceId: 'ws_aurora' }),
    listConversations: () => store.listConversations({ workspaceId: 'ws_aurora', state: null, limit: 5 }),
    claimNotifications: () => store.claimNotifications({ workspaceId: 'ws_aurora', limit: 5, claimMs: 5 }),
    purge: () => store.purge(),
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
