import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { sqliteHarness } from '../support/store-harness.ts';
import { obedient } from '../support/stub-model.ts';
import { taughtAtOnce } from '../support/taught-at-once.ts';
import { sampleWorkspace, startWorld, type World } from '../support/world.ts';
import { valueIn } from '../telemetry/support/samples.ts';
import { openStub } from './support.ts';

const harness = sqliteHarness();
const workspace = { drafting: { model: true } };
const draftBody = { profileId: 'prof_aurora', message: 'do you ship to Brazil?' };

test('200 simultaneous drafts with a model that takes 2 s: none lost, none asked or charged twice, the quiet workspace not delayed', async () => {
  const { stub, engine } = await openStub(
    { timeoutMs: 120_000, concurrency: 80, concurrencyPerWorkspace: 60 },
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
  // After this, the busy workspace has all the slots that it may have, and its other drafts wait.
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

/** A draft as a caller sends it who may give up. */
function send(world: World, idempotencyKey: string, signal: AbortSignal): Promise<Response> {
  return fetch(`${world.url}/api/v1/agent/draft`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${world.key}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify(draftBody),
    signal,
  });
}

test('a caller that gives up and repeats gets idempotency_in_progress as long as the model works, then the one result', async () => {
  const { promise: until, resolve: answerNow } = Promise.withResolvers<void>();
  const { stub, engine } = await openStub({ timeoutMs: 60_000 }, { kind: 'answer', with: obedient, until });
  const world = await startWorld(harness, {
    engine,
    classifiers: taughtAtOnce,
    workspace,
    config: { leaseSeconds: 3 },
  });
  const idempotencyKey = randomUUID();
  const repeat = () => world.draft({}, { idempotencyKey });
  const giveUp = new AbortController();
  const first = send(world, idempotencyKey, giveUp.signal);
  while (stub.requests.length === 0) await delay(5);
  giveUp.abort();
  await expect(first).rejects.toThrow();
  // The lease lasts three seconds: without its renewal, a repeat would take the write over.
  for (const waitMs of [200, 1_500, 2_000]) {
    await delay(waitMs);
    const answer = await repeat();
    expect([answer.status, answer.body.error]).toEqual([409, 'idempotency_in_progress']);
  }
  answerNow();
  const result = await vi.waitFor(
    async () => {
      const answer = await repeat();
      expect(answer.status).toBe(200);
      return answer;
    },
    { timeout: 30_000, interval: 50 },
  );
  expect(result.headers.get('idempotency-replayed')).toBe('true');
  expect(result.body.decision).toMatchObject({ riskLevel: 'safe' });
  expect(stub.requests).toHaveLength(1);
  expect(stub.requests[0]?.isAborted).toBe(false);
  expect((await world.usage()).body.usage).toMatchObject({ used: 1, totals: { drafts: 1, model: { calls: 1 } } });
});

test('a caller that disconnects while it waits for a slot costs no call to the model', async () => {
  const { promise: until, resolve: answerNow } = Promise.withResolvers<void>();
  const { stub, engine, measures } = await openStub(
    { timeoutMs: 60_000, concurrency: 1, concurrencyPerWorkspace: 1 },
    { kind: 'answer', with: obedient, until },
  );
  const world = await startWorld(harness, { engine, classifiers: taughtAtOnce, workspace });
  const connections = () =>
    new Promise((resolve) => world.app.server.getConnections((_error, count) => resolve(count)));
  const working = world.draft();
  while (stub.requests.length === 0) await delay(5);
  const before = await connections();
  const idempotencyKey = randomUUID();
  const leave = new AbortController();
  const leaving = send(world, idempotencyKey, leave.signal);
  const waiting = async () => valueIn(await measures.text(), 'understudy_queue_length', { queue: 'model_places' });
  await expect.poll(waiting).toBe(1);
  leave.abort();
  await expect(leaving).rejects.toThrow();
  // The service has noticed.
  await expect.poll(connections).toBe(before);
  answerNow();
  expect((await working).status).toBe(200);
  const result = await vi.waitFor(
    async () => {
      const answer = await world.draft({}, { idempotencyKey });
      expect(answer.status).toBe(200);
      return answer;
    },
    { timeout: 30_000, interval: 50 },
  );
  expect(result.body.decision.rationale).toContain('the caller had disconnected');
  expect(result.headers.get('idempotency-replayed')).toBe('true');
  expect(stub.requests).toHaveLength(1);
  expect((await world.usage()).body.usage).toMatchObject({ used: 2 });
});
