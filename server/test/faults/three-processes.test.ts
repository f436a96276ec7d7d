import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Scope } from '../../src/domain/actor.ts';
import type { WorkspaceEntry } from '../../src/domain/workspace-document.ts';
import { createApiKey } from '../../src/lib/secrets.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/port.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres-database.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';
import { sampleWorkspace } from '../support/world.ts';

const server = inject('postgresUrl');
const scopes: Scope[] = ['persona:read', 'replies:write', 'handoffs:write', 'usage:read'];
const fewARequests = JSON.stringify({ studio: { requestsPerMinute: 30 }, agency: { requestsPerMinute: 100_000 } });

let database: TestDatabase;
let store: Store;
let services: readonly ServiceProcess[] = [];

describe.skipIf(server === null)('three service processes on one PostgreSQL', () => {
  beforeAll(async () => {
    database = await createTestDatabase(server ?? '');
    store = await openStore({ kind: 'postgres', url: database.url, poolSize: 2 }, { role: 'tool' });
    const start = () => startService({ DATABASE_URL: database.url, UNDERSTUDY_PLANS: fewARequests });
    services = await Promise.all([start(), start(), start()]);
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await store.close();
    await database.drop();
  });

  test('200 simultaneous drafts with one idempotency key: one is fresh, one is charged', async () => {
    const { urls, createKey, usage } = await openWorkspace({});
    const { key } = await createKey();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => draft(urls[index % 3], key, 'one-write-1')),
    );
    expect(answers.filter(({ status, isReplay }) => status === 200 && !isReplay)).toHaveLength(1);
    expect(answers.filter(({ status, code }) => status !== 200 && code !== 'idempotency_in_progress')).toEqual([]);
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1);
    expect(await usage()).toMatchObject({ used: 1 });
    const late = await Promise.all(urls.map((url) => draft(url, key, 'one-write-1')));
    expect(late.map(({ status, isReplay }) => [status, isReplay])).toEqual(urls.map(() => [200, true]));
    expect(await usage()).toMatchObject({ used: 1 });
  });

  test('500 simultaneous drafts through five keys on an allowance of 100: exactly 100 succeed', async () => {
    const { urls, createKey, usage } = await openWorkspace({ monthlyReplies: 100 });
    const keys = await Promise.all(Array.from({ length: 5 }, async () => (await createKey()).key));
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, index) => draft(urls[index % 3], keys[index % 5] ?? '', `the-write-${index}`)),
    );
    const outcomes = Map.groupBy(answers, ({ status, code }) => code ?? status);
    expect([...outcomes].map(([outcome, { length }]) => [outcome, length]).toSorted()).toEqual([
      [200, 100],
      ['agent_monthly_quota_used', 400],
    ]);
    expect(await usage()).toMatchObject({ limit: 100, used: 100 });
  });

  test('a revoked key is rejected by every process within a second', async () => {
    const { urls, createKey } = await openWorkspace({});
    const { key, keyId } = await createKey();
    const statuses = () => Promise.all(urls.map(async (url) => (await draft(url, key, crypto.randomUUID())).status));
    expect(await statuses()).toEqual([200, 200, 200]);
    await store.revokeKey({ keyId });
    const revokedAt = performance.now();
    let sentAt: number;
    let found: number[];
    do {
      await delay(10);
      sentAt = performance.now();
      found = await statuses();
    } while (found.some((status) => status !== 401) && sentAt - revokedAt < 1_000);
    expect(found).toEqual([401, 401, 401]);
  });

  test('a key has one limit of requests per minute, not one for each process', async () => {
    const { urls, createKey } = await openWorkspace({ plan: 'studio' });
    const { key } = await createKey();
    const answers = await Promise.all(
      Array.from({ length: 90 }, (_, index) => draft(urls[index % 3], key, `the-write-${index}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(60);
  });
});

/** Creates a workspace for the running test, which all three processes serve. */
async function openWorkspace(workspace: Partial<WorkspaceEntry>) {
  const workspaceId = `ws_${crypto.randomUUID()}`;
  const document = { workspaces: [{ ...sampleWorkspace(workspaceId), ...workspace }] };
  await store.importDocument(document, { forceState: false, dryRun: false });
  const createKey = async () => {
    const { key, hash } = createApiKey();
    const keyId = `key_${crypto.randomUUID()}`;
    await store.createKey({ keyId, keyHash: hash, workspaceId, name: 'three', scopes, lifetimeMs: null });
    return { key, keyId };
  };
  const usage = () => store.usage({ workspaceId, monthlyReplies: { creator: 500, studio: 3_000, agency: 20_000 } });
  return { urls: services.map(({ url }) => url), createKey, usage };
}

async function draft(url: string | undefined, key: string, idempotencyKey: string) {
  const response = await fetch(`${url}/api/v1/agent/draft`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    body: JSON.stringify({ profileId: 'prof_aurora', message: 'do you ship to Brazil?' }),
  });
  const text = await response.text();
  const code: string | null = response.ok ? null : JSON.parse(text).error;
  return { status: response.status, code, text, isReplay: response.headers.get('idempotency-replayed') === 'true' };
}
