import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sqliteHarness } from '../support/store-harness.ts';
import { obedient } from '../support/stub-model.ts';
import { taughtAtOnce } from '../support/taught-at-once.ts';
import { sampleWorkspace, startWorld } from '../support/world.ts';
import { openStub } from './support.ts';

const harness = sqliteHarness();
const workspace = { drafting: { model: true } };
const draftBody = { profileId: 'prof_aurora', message: 'do you ship to Brazil?' };

test('200 drafts at once with a model that takes 2 s: none lost, none asked or charged twice, the quiet workspace not delayed', {
  timeout: 60_000,
}, async () => {
  const { stub, engine } = await openStub(
    { timeoutMs: 30_000, concurrency: 80, concurrencyPerWorkspace: 60 },
    { kind: 'answer', with: obedient, afterMs: 2_000 },
  );
  const world = await startWorld(harness, { engine, classifiers: taughtAtOnce, workspace });
  const quiet = { ...sampleWorkspace('ws_quiet'), ...workspace };
  const profiles = quiet.profiles?.map((profile) => ({ ...profile, displayName: 'Quiet Lane' })) ?? [];
  await world.importDocument({ workspaces: [{ ...quiet, profiles }] });
  const { key: quietKey } = await world.createKey({ workspaceId: 'ws_quiet' });
  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  const startedMs = performance.now();
  const draft = async (key: string) => {
    const { status, body } = await world.draft({}, { key });
    return { status, riskLevel: String(body.decision?.riskLevel) };
  };
  const busy = Array.from({ length: 180 }, () => draft(world.key));
  // Then the busy workspace has all the places that it may have, and its other drafts wait.
  while (stub.requests.length < 60) await delay(5);
  const done = await Promise.all([...busy, ...Array.from({ length: 20 }, () => draft(quietKey))]);
  const tookMs = Math.round(performance.now() - startedMs);
  loop.disable();

  expect(done.filter(({ status }) => status === 200)).toHaveLength(200);
  expect(done.filter(({ riskLevel }) => riskLevel === 'safe')).toHaveLength(200);
  expect(stub.requests).toHaveLength(200);
  expect(stub.busiest()).toBeLessThanOrEqual(80);
  const lastQuiet = stub.requests.findLastIndex(({ system }) => system.includes('Quiet Lane'));
  expect(lastQuiet, 'the quiet workspace had its turn before the last of those who waited').toBeLessThan(150);
  expect((await world.usage()).body.usage).toMatchObject({
    used: 180,
    totals: { model: { readings: 180, outcomes: { used: 180 } } },
  });
  expect((await world.usage({ key: quietKey })).body.usage).toMatchObject({
    used: 20,
    totals: { model: { readings: 20, outcomes: { used: 20 } } },
  });
  const delayMs = Math.round(loop.percentile(99) / 1e6);
  console.info(`200 drafts in ${tookMs} ms, event-loop delay p99 ${delayMs} ms`);
});

test('a caller that gives up and repeats gets idempotency_in_progress as long as the model works, then the one result', {
  timeout: 30_000,
}, async () => {
  const { stub, engine } = await openStub({ timeoutMs: 10_000 }, { kind: 'answer', with: obedient, afterMs: 3_500 });
  const world = await startWorld(harness, {
    engine,
    classifiers: taughtAtOnce,
    workspace,
    config: { leaseSeconds: 1 },
  });
  const idempotencyKey = randomUUID();
  const repeat = () => world.draft({}, { idempotencyKey });
  const giveUp = AbortSignal.timeout(300);
  const first = fetch(`${world.url}/api/v1/agent/draft`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${world.key}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify(draftBody),
    signal: giveUp,
  });
  await expect(first).rejects.toThrow();
  // The lease lasts one second: without its renewal, a repeat would take the write over.
  for (const waitMs of [200, 1_000, 1_200]) {
    await delay(waitMs);
    const answer = await repeat();
    expect([answer.status, answer.body.error]).toEqual([409, 'idempotency_in_progress']);
  }
  await delay(1_500);
  const result = await repeat();
  expect(result.status).toBe(200);
  expect(result.headers.get('idempotency-replayed')).toBe('true');
  expect(result.body.decision).toMatchObject({ riskLevel: 'safe' });
  expect(stub.requests).toHaveLength(1);
  expect(stub.requests[0]?.isAborted).toBe(false);
  expect((await world.usage()).body.usage).toMatchObject({ used: 1, totals: { drafts: 1, model: { calls: 1 } } });
});

test('a caller that disconnects while it waits for a slot costs no call to the model', {
  timeout: 20_000,
}, async () => {
  const { stub, engine } = await openStub(
    { timeoutMs: 10_000, concurrency: 1, concurrencyPerWorkspace: 1 },
    { kind: 'answer', with: obedient, afterMs: 1_200 },
  );
  const world = await startWorld(harness, { engine, classifiers: taughtAtOnce, workspace });
  const working = world.draft();
  await delay(300);
  const idempotencyKey = randomUUID();
  const headers = {
    authorization: `Bearer ${world.key}`,
    'content-type': 'application/json',
    'idempotency-key': idempotencyKey,
  };
  const gone = fetch(`${world.url}/api/v1/agent/draft`, {
    method: 'POST',
    headers,
    body: JSON.stringify(draftBody),
    signal: AbortSignal.timeout(300),
  });
  await expect(gone).rejects.toThrow();
  expect((await working).status).toBe(200);
  await delay(200);
  const result = await world.draft({}, { idempotencyKey });
  expect(result.body.decision.rationale).toContain('the caller had disconnected');
  expect(result.headers.get('idempotency-replayed')).toBe('true');
  expect(stub.requests).toHaveLength(1);
  expect((await world.usage()).body.usage).toMatchObject({ used: 2 });
});
