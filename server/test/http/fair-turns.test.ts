import { expect, test } from 'vitest';
import { createPlaces } from '../../src/lib/turns/places.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import { startCheckedWorld } from './support/checked-world.ts';
import { expectRefusal } from './support/refusals.ts';
import { constantEngine, gatedEngine } from './support/scripted-engine.ts';

const harness = sqliteHarness();

test('a queue of a hundred makes a newcomer of another name wait for only one turn', async () => {
  const places = createPlaces({ total: 2 });
  const served: string[] = [];
  const join = async (name: string) => {
    const leave = await places.take(name);
    served.push(name);
    await Promise.resolve();
    leave();
  };
  const all = Array.from({ length: 100 }, () => join('noisy'));
  all.push(join('quiet'), join('quiet'), join('calm'));
  await Promise.all(all);
  expect(served).toHaveLength(103);
  expect(served.indexOf('quiet')).toBeLessThanOrEqual(4);
  expect(served.indexOf('calm')).toBeLessThanOrEqual(5);
  expect(served.lastIndexOf('quiet')).toBeLessThanOrEqual(8);
});

test('never more run at a time than allowed, whatever callers do', async () => {
  const places = createPlaces({ total: 3 });
  let now = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const leave = await places.take(`name ${index % 7}`);
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      leave();
    }),
  );
  expect(most).toBe(3);
  expect(places.taken(), 'everything was given back').toBe(0);
});

test('a caller that leaves the queue takes no turn, and the others keep theirs', async () => {
  const places = createPlaces({ total: 1 });
  const leaveFirst = places.takeNow('first');
  expect(places.takeNow('second')).toBeNull();
  const gone = new AbortController();
  const left = [places.take('noisy', gone.signal), places.take('quiet', gone.signal)];
  const stays = places.take('noisy');
  gone.abort('gone');
  expect(await Promise.allSettled(left)).toEqual([1, 2].map(() => ({ status: 'rejected', reason: 'gone' })));
  await expect(places.take('late', gone.signal)).rejects.toBe('gone');
  leaveFirst?.();
  (await stays)();
  expect([places.taken(), places.waiting()], 'everything was given back').toEqual([0, 0]);
});

test('one name takes at most its share at a time, and others can take the rest immediately', async () => {
  const places = createPlaces({ total: 4, perName: 3 });
  const noisy = [1, 2, 3].map(() => places.takeNow('noisy'));
  let isNext = false;
  const next = places.take('noisy').then((leave) => {
    isNext = true;
    return leave;
  });
  const quiet = places.takeNow('quiet');
  expect(quiet).not.toBeNull();
  quiet?.();
  await new Promise((resolve) => setImmediate(resolve));
  expect(isNext, 'the last place stays for others').toBe(false);
  for (const leave of noisy) leave?.();
  (await next)();
  expect([places.taken(), places.waiting()], 'everything was given back').toEqual([0, 0]);
});

test('a workspace with more work than turns makes another wait for none of its work', async () => {
  const engine = gatedEngine();
  const world = await startCheckedWorld(harness, { engine });
  await world.importDocument({ workspaces: [{ id: 'ws_quiet', name: 'Quiet', plan: 'agency' }] });
  const quiet = await world.createKey({ workspaceId: 'ws_quiet' });
  const noisy = Array.from({ length: 40 }, () => world.draft());
  await engine.waiting(18);
  expect((await world.usage({ key: quiet.key })).status).toBe(200);
  expect(engine.calls(), 'three quarters of the turns').toBe(18);
  engine.open();
  expect((await Promise.all(noisy)).every(({ status }) => status === 200)).toBe(true);
});

test('work that waits for a language model does not block other turns', async () => {
  const engine = gatedEngine();
  const world = await startCheckedWorld(harness, { engine, workspace: { drafting: { model: true } } });
  const asking = Array.from({ length: 30 }, () => world.draft());
  await engine.waiting(30);
  expect((await world.usage()).status).toBe(200);
  engine.open();
  expect((await Promise.all(asking)).every(({ status }) => status === 200)).toBe(true);
});

test('one workspace never takes the last slots: it is rejected with Retry-After while another is served', async () => {
  const engine = gatedEngine();
  const world = await startCheckedWorld(harness, { engine, config: { maxConcurrentRequests: 20 } });
  await world.importDocument({ workspaces: [{ id: 'ws_quiet', name: 'Quiet', plan: 'agency' }] });
  const quiet = await world.createKey({ workspaceId: 'ws_quiet' });
  let refused = 0;
  const answers = Array.from({ length: 20 }, async () => {
    const answer = await world.draft();
    if (answer.status === 503) refused += 1;
    return answer;
  });
  await engine.waiting(18);
  await expect.poll(() => refused).toBe(2);
  expect((await world.usage({ key: quiet.key })).status).toBe(200);
  expectRefusal(await world.draft(), 'service_unavailable');
  engine.open();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(18);
  expect(statuses.filter((status) => status === 503)).toHaveLength(2);
  expect((await world.draft()).status, 'places come back').toBe(200);
});

test('200 requests with one key to an engine that answers immediately: one charge, and every caller gets the same bytes', async () => {
  const world = await startCheckedWorld(harness, { engine: constantEngine(), protocol: 'optimistic' });
  const keys = await Promise.all(Array.from({ length: 5 }, () => world.createKey()));
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      world.draft({}, { idempotencyKey: 'draft-0001', key: keys[index % 5]?.key ?? null }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  const replayed = answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true');
  expect(replayed).toHaveLength(199);
  expect((await world.usage()).body.usage.used).toBe(1);
});
