import { expect, test } from 'vitest';
import { createFairQueue } from '../../src/lib/fair-queue.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import { startCheckedWorld } from './support/checked-world.ts';
import { expectRefusal } from './support/refusals.ts';
import { constantEngine, gatedEngine } from './support/scripted-engine.ts';

const harness = sqliteHarness();

test('a line of a hundred makes a newcomer of another name wait for one turn only', async () => {
  const queue = createFairQueue(2);
  const served: string[] = [];
  const join = async (name: string) => {
    await queue.take(name);
    served.push(name);
    await Promise.resolve();
    queue.give(name);
  };
  const all = Array.from({ length: 100 }, () => join('noisy'));
  all.push(join('quiet'), join('quiet'), join('calm'));
  await Promise.all(all);
  expect(served).toHaveLength(103);
  expect(served.indexOf('quiet')).toBeLessThanOrEqual(4);
  expect(served.indexOf('calm')).toBeLessThanOrEqual(5);
  expect(served.lastIndexOf('quiet')).toBeLessThanOrEqual(8);
});

test('never more go at a time than may, whoever comes and goes', async () => {
  const queue = createFairQueue(3);
  let now = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      await queue.take(`name ${index % 7}`);
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      queue.give(`name ${index % 7}`);
    }),
  );
  expect(most).toBe(3);
  expect(queue.take('after'), 'everything was given back').toBeNull();
});

test('who leaves the line takes no turn, and the others keep theirs', async () => {
  const queue = createFairQueue(1);
  expect(queue.take('first')).toBeNull();
  const gone = new AbortController();
  const left = [queue.take('noisy', gone.signal), queue.take('quiet', gone.signal)];
  const stays = queue.take('noisy');
  gone.abort('gone');
  expect(await Promise.allSettled(left)).toEqual([1, 2].map(() => ({ status: 'rejected', reason: 'gone' })));
  await expect(queue.take('late', gone.signal)).rejects.toBe('gone');
  queue.give('first');
  await stays;
  queue.give('noisy');
  expect(queue.take('after', gone.signal), 'everything was given back').toBeNull();
});

test('of one name so many go at a time at most, and the turns that are left are for others at once', async () => {
  const queue = createFairQueue(4, 3);
  for (let count = 0; count < 3; count += 1) expect(queue.take('noisy')).toBeNull();
  let isNext = false;
  const next = queue.take('noisy')?.then(() => {
    isNext = true;
  });
  expect(queue.take('quiet')).toBeNull();
  queue.give('quiet');
  await new Promise((resolve) => setImmediate(resolve));
  expect(isNext, 'the last turn stays for others').toBe(false);
  queue.give('noisy');
  await next;
  for (let count = 0; count < 3; count += 1) queue.give('noisy');
  expect(
    [1, 2, 3].map(() => queue.take('noisy')),
    'everything was given back',
  ).toEqual([null, null, null]);
});

test('a workspace with more work than turns keeps another waiting for none of them', async () => {
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

test('what waits for a language model keeps nobody from their turn', async () => {
  const engine = gatedEngine();
  const world = await startCheckedWorld(harness, { engine, workspace: { drafting: { model: true } } });
  const asking = Array.from({ length: 30 }, () => world.draft());
  await engine.waiting(30);
  expect((await world.usage()).status).toBe(200);
  engine.open();
  expect((await Promise.all(asking)).every(({ status }) => status === 200)).toBe(true);
});

test('one workspace never takes the last places: it is refused with Retry-After while another is served', async () => {
  const engine = gatedEngine();
  const world = await startCheckedWorld(harness, { engine, config: { maxConcurrentRequests: 20 } });
  await world.importDocument({ workspaces: [{ id: 'ws_quiet', name: 'Quiet', plan: 'agency' }] });
  const quiet = await world.createKey({ workspaceId: 'ws_quiet' });
  const answers = Array.from({ length: 20 }, () => world.draft());
  await engine.waiting(18);
  expect((await world.usage({ key: quiet.key })).status).toBe(200);
  expectRefusal(await world.draft(), 'service_unavailable');
  engine.open();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(18);
  expect(statuses.filter((status) => status === 503)).toHaveLength(2);
  expect((await world.draft()).status, 'places come back').toBe(200);
});

test('200 requests with one key at an engine that answers at once: one charge, and every caller has the same bytes', async () => {
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
