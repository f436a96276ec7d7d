import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../src/lib/errors.ts';
import type { Store } from '../../src/store/port.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import { startCheckedWorld } from './support/checked-world.ts';
import { expectRefusal } from './support/refusals.ts';
import { gatedEngine, scriptedReply } from './support/scripted-engine.ts';

const harness = sqliteHarness();
const twoAtOnce = { maxConcurrentRequests: 2 };

test('beyond its capacity the service answers 503 immediately, and serves again when there is capacity', async () => {
  const engine = gatedEngine();
  const world = await startCheckedWorld(harness, { engine, config: twoAtOnce });
  const inWork = [world.draft(), world.draft()];
  await engine.waiting(2);
  // None of them waits for a slot: the two drafts have theirs until the end.
  const refused = await Promise.all([world.draft(), world.usage(), world.persona(), world.handoff()]);
  for (const answer of refused) {
    expectRefusal(answer, 'service_unavailable');
    const told = world.logLines
      .map((line) => JSON.parse(line))
      .filter((line) => line.requestId === answer.body.requestId);
    expect(told).toContainEqual(
      expect.objectContaining({ level: 'warn', msg: 'The service is at its limit of concurrent requests.' }),
    );
    expect(JSON.stringify(told), 'a refusal for want of room is no fault: no stack').not.toContain('stack');
  }
  expect((await world.call('GET', '/healthz', { key: null })).status).toBe(200);
  engine.open();
  expect((await Promise.all(inWork)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await world.usage()).body.usage.used).toBe(2);
});

test('callers that retry before Retry-After on the same connection get one answer every two milliseconds', async () => {
  const engine = gatedEngine();
  const world = await startCheckedWorld(harness, { engine, config: { maxConcurrentRequests: 1 } });
  const inWork = world.draft();
  await engine.waiting(1);
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const ask = () =>
    new Promise<{ status: number | undefined; tookMs: number }>((resolve, reject) => {
      const startedAt = performance.now();
      get(`${world.url}/api/v1/agent/usage`, { agent, headers: { authorization: `Bearer ${world.key}` } }, (answer) => {
        answer.resume();
        answer.once('end', () => resolve({ status: answer.statusCode, tookMs: performance.now() - startedAt }));
      }).once('error', reject);
    });
  const round = async () => {
    const startedAt = performance.now();
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 503));
    return performance.now() - startedAt;
  };
  await round();
  const hammering = performance.now();
  for (let count = 0; count < 10; count += 1) await round();
  const tookMs = performance.now() - hammering;
  agent.destroy();
  expect(tookMs, '200 refusals of callers that were told to wait').toBeGreaterThan(350);
  const stranger = await world.usage();
  expectRefusal(stranger, 'service_unavailable');
  engine.open();
  expect((await inWork).status).toBe(200);
});

test('callers that disconnect do not use up the capacity permanently', async () => {
  const engine = gatedEngine();
  const world = await startCheckedWorld(harness, { engine, config: { maxConcurrentRequests: 4 } });
  const hangUp = new AbortController();
  const abandoned = Array.from({ length: 4 }, (_, index) =>
    fetch(`${world.url}/api/v1/agent/draft`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${world.key}`,
        'content-type': 'application/json',
        'idempotency-key': `abandoned-${index}`,
      },
      body: JSON.stringify({ profileId: 'prof_aurora', message: 'hello there' }),
      signal: hangUp.signal,
    }).catch(() => null),
  );
  await engine.waiting(4);
  hangUp.abort();
  await Promise.all(abandoned);
  engine.open();
  const statuses = async () =>
    (await Promise.all(Array.from({ length: 4 }, () => world.draft()))).map(({ status }) => status);
  await expect.poll(statuses).toEqual([200, 200, 200, 200]);
  const kept = await world.draft({ message: 'hello there' }, { idempotencyKey: 'abandoned-0' });
  expect(kept.headers.get('idempotency-replayed'), 'the work of an abandoned request is kept for its repeat').toBe(
    'true',
  );
});

test('callers that disconnect before the answer, hundreds of times, leave the service unchanged', async () => {
  const world = await startCheckedWorld(harness, { config: { maxConcurrentRequests: 8 } });
  for (let round = 0; round < 40; round += 1) {
    const hangUp = new AbortController();
    const calls = Array.from({ length: 8 }, () =>
      fetch(`${world.url}/api/v1/agent/usage`, {
        headers: { authorization: `Bearer ${world.key}` },
        signal: hangUp.signal,
      })
        .then((response) => response.text())
        .catch(() => null),
    );
    await sleep(round % 4);
    hangUp.abort();
    await Promise.all(calls);
  }
  const { key } = await world.createKey();
  const statuses = async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.usage({ key })));
    return answers.map(({ status }) => status);
  };
  await expect.poll(statuses).toEqual(Array.from({ length: 8 }, () => 200));
});

test('while the store is unavailable, every endpoint answers 503 with Retry-After and without the reason', async () => {
  let isDown = false;
  const guarded =
    <Input, Output>(operation: (input: Input) => Promise<Output>) =>
    async (input: Input) => {
      if (isDown) throw new StoreUnavailable('secret-host:5432 refused');
      return operation(input);
    };
  const wrapStore = (store: Store): Store => ({
    ...store,
    admitDraft: guarded(store.admitDraft),
    admitHandoff: guarded(store.admitHandoff),
    profile: guarded(store.profile),
    usage: guarded(store.usage),
  });
  const world = await startCheckedWorld(harness, { wrapStore });
  isDown = true;
  for (const answer of [await world.draft(), await world.handoff(), await world.persona(), await world.usage()]) {
    expectRefusal(answer, 'service_unavailable');
    expect(answer.text).not.toContain('secret-host');
  }
  isDown = false;
  for (const answer of [await world.draft(), await world.handoff(), await world.persona(), await world.usage()]) {
    expect(answer.status).toBe(200);
  }
});

test('a store that cannot authenticate is 503, never a rejected key, and counts against no address', async () => {
  let isDown = true;
  const wrapStore = (store: Store): Store => ({
    ...store,
    authenticate: async (input) => {
      if (isDown) throw new StoreUnavailable('down');
      return store.authenticate(input);
    },
  });
  const world = await startCheckedWorld(harness, { wrapStore });
  for (let count = 0; count < 25; count += 1) expectRefusal(await world.usage(), 'service_unavailable');
  isDown = false;
  expect((await world.usage()).status).toBe(200);
});

test('a draft that cannot be stored gets 503, and its repeat gets one charge and one answer', async () => {
  let failures = 1;
  const wrapStore = (store: Store): Store => ({
    ...store,
    settleDraft: async (input) => {
      failures -= 1;
      if (failures >= 0) throw new StoreUnavailable('disk full');
      return store.settleDraft(input);
    },
  });
  const world = await startCheckedWorld(harness, { wrapStore });
  const options = { idempotencyKey: 'draft-0001' };
  const failed = await world.draft({}, options);
  expectRefusal(failed, 'service_unavailable');
  expect(failed.text).not.toContain(scriptedReply);
  expect((await world.usage()).body.usage.used).toBe(0);
  expect((await world.draft({}, options)).status).toBe(200);
  expect((await world.usage()).body.usage.used).toBe(1);
});

test('a draft that cannot even be released is still answered', async () => {
  const down = async (): Promise<never> => {
    throw new StoreUnavailable('down');
  };
  const world = await startCheckedWorld(harness, {
    wrapStore: (store) => ({ ...store, settleDraft: down, releaseWrite: down }),
  });
  expectRefusal(await world.draft({}, { idempotencyKey: 'draft-0001' }), 'service_unavailable');
  expectRefusal(await world.draft({}, { idempotencyKey: 'draft-0001' }), 'idempotency_in_progress');
});

test('a hanging store only blocks its own callers, up to the capacity, and further ones are rejected', async () => {
  const gate = Promise.withResolvers<void>();
  let hung = 0;
  const wrapStore = (store: Store): Store => ({
    ...store,
    usage: async (input) => {
      hung += 1;
      await gate.promise;
      return store.usage(input);
    },
  });
  const world = await startCheckedWorld(harness, { wrapStore, config: { maxConcurrentRequests: 3 } });
  const hanging = [world.usage(), world.usage()];
  await expect.poll(() => hung).toBe(2);
  expect((await world.persona()).status).toBe(200);
  hanging.push(world.usage());
  await expect.poll(() => hung).toBe(3);
  expectRefusal(await world.persona(), 'service_unavailable');
  gate.resolve();
  expect((await Promise.all(hanging)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await world.persona()).status).toBe(200);
});

test('a graceful stop answers requests in progress and accepts nothing new', async () => {
  const engine = gatedEngine();
  const world = await startCheckedWorld(harness, { engine });
  const inFlight = world.draft();
  await engine.waiting(1);
  const closing = world.app.close();
  await sleep(50);
  const late = await world.usage().catch(() => null);
  if (late !== null) expectRefusal(late, 'service_unavailable');
  engine.open();
  expect((await inFlight).status).toBe(200);
  const startedAt = Date.now();
  await closing;
  expect(Date.now() - startedAt).toBeLessThan(20_000);
  await expect(fetch(`${world.url}/healthz`)).rejects.toThrow();
});
