import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createApiKey } from '../../src/lib/secrets.ts';
import type { StoreLocation } from '../../src/store/location.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createTestDatabase } from '../support/postgres-database.ts';
import { serveInside } from '../support/service-inside.ts';
import { startService } from '../support/service-process.ts';
import { obedient, startStubModel } from '../support/stub-model.ts';
import { storeClassifier } from '../support/taught-at-once.ts';
import { sampleWorkspace } from '../support/world.ts';

const drafts = 12;
const finishWithinMs = 60_000;

/**
 * Kills a service while the model works on its drafts, and lets every caller retry with a different process: one that
 * is started then, or one that was already running.
 */
async function killWhileTheModelWorks(
  location: StoreLocation,
  storeEnv: Record<string, string>,
  { isOtherThereAlready }: { isOtherThereAlready: boolean },
): Promise<void> {
  const stub = await startStubModel({ kind: 'silent' });
  onTestFinished(() => stub.close());
  const store = await openStore(location, { role: 'tool' });
  const { key, hash } = createApiKey();
  const entry = { ...sampleWorkspace('ws_kill'), drafting: { model: true } };
  await store.importDocument({ workspaces: [entry] }, { forceState: false, dryRun: false });
  await storeClassifier(store, { workspaceId: 'ws_kill', profileId: 'prof_aurora' });
  await store.createKey({
    keyId: 'key_kill',
    keyHash: hash,
    workspaceId: 'ws_kill',
    name: 'kill',
    scopes: ['replies:write', 'usage:read'],
    lifetimeMs: null,
  });
  await store.close();

  const env = {
    ...storeEnv,
    UNDERSTUDY_LEASE_SECONDS: '5',
    UNDERSTUDY_MODEL: 'openai-compatible:stub',
    UNDERSTUDY_MODEL_BASE_URL: stub.baseUrl,
  };
  const draft = async (url: string, idempotencyKey: string) => {
    const response = await fetch(`${url}/api/v1/agent/draft`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify({ profileId: 'prof_aurora', message: 'do you ship to Brazil?' }),
    });
    return { status: response.status, text: await response.text() };
  };

  const keys = Array.from({ length: drafts }, () => randomUUID());
  const first = await startService(env);
  onTestFinished(() => first.kill());
  // This process is the other one.
  const other = isOtherThereAlready ? await serveInside(env) : null;
  const cutOff = keys.map((idempotencyKey) => draft(first.url, idempotencyKey).catch(() => null));
  while (stub.requests.length < drafts) await delay(10);
  await first.kill();
  expect(await Promise.all(cutOff)).toEqual(keys.map(() => null));
  stub.behave({ kind: 'answer', with: obedient, afterMs: 300 });

  const second = other ?? (await serveInside(env));
  onTestFinished(async () => void (await second.stop()));
  const untilMs = performance.now() + finishWithinMs;
  const repeat = async (idempotencyKey: string): ReturnType<typeof draft> => {
    const answer = await draft(second.url, idempotencyKey);
    // The lease of a dead process expires after five seconds; until then no other process may work on it.
    if (answer.status !== 409 || performance.now() > untilMs) return answer;
    expect(answer.text).toContain('idempotency_in_progress');
    await delay(250);
    return repeat(idempotencyKey);
  };
  const answers = await Promise.all(keys.map(repeat));
  const again = await Promise.all(keys.map((idempotencyKey) => draft(second.url, idempotencyKey)));
  expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 200));
  expect(answers.every(({ text }) => text.includes('I ship worldwide'))).toBe(true);
  expect(again).toEqual(answers);
  expect(stub.requests, 'once before the kill, once after it, none for a replay').toHaveLength(2 * drafts);
  const usage = await fetch(`${second.url}/api/v1/agent/usage`, { headers: { authorization: `Bearer ${key}` } });
  expect(await usage.json()).toMatchObject({
    usage: { used: drafts, totals: { drafts, model: { calls: drafts, outcomes: { used: drafts } } } },
  });
  expect(await second.stop()).toBe(0);
}

test('drafts that kill -9 interrupts while the model works are finished by their repeats, each charged once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'understudy-model-kill-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const location = { kind: 'sqlite', dataDir } as const;
  await killWhileTheModelWorks(location, { UNDERSTUDY_DATA_DIR: dataDir }, { isOtherThereAlready: false });
});

const superuserUrl = inject('postgresUrl');

test.skipIf(superuserUrl === null).each([
  ['the process that is started after it', false],
  ['another process of the same database', true],
])('on PostgreSQL, they are also finished, each charged once, by %s', async (_, isOtherThereAlready) => {
  if (superuserUrl === null) return;
  const database = await createTestDatabase(superuserUrl);
  onTestFinished(() => database.drop());
  const location = { kind: 'postgres', url: database.url, poolSize: 2 } as const;
  await killWhileTheModelWorks(location, { DATABASE_URL: database.url }, { isOtherThereAlready });
});
