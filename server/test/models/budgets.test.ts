import { expect, test } from 'vitest';
import { ModelFailure } from '../../src/domain/language-model.ts';
import { createPlaces } from '../../src/lib/turns/places.ts';
import { createCircuitBreaker } from '../../src/models/circuit-breaker.ts';
import { takePlace } from '../../src/models/take-place.ts';

const soon = () => performance.now() + 5_000;

test('a workspace with many calls delays another by no more than its own share', async () => {
  const places = createPlaces({ total: 4, perName: 2 });
  const order: string[] = [];
  const work = async (workspaceId: string) => {
    const leave = await places.take(workspaceId);
    order.push(workspaceId);
    await new Promise((resolve) => setTimeout(resolve, 2));
    leave();
  };
  const busy = Array.from({ length: 200 }, () => work('busy'));
  const quiet = Array.from({ length: 5 }, () => work('quiet'));
  await Promise.all([...busy, ...quiet]);
  expect(order).toHaveLength(205);
  expect(order.lastIndexOf('quiet')).toBeLessThan(20);
});

test('never more slots are taken than there are, in total and per workspace, and each is returned', async () => {
  const places = createPlaces({ total: 5, perName: 3 });
  const inWork = new Map<string, number>();
  let all = 0;
  const work = async (workspaceId: string) => {
    const leave = await places.take(workspaceId);
    all += 1;
    inWork.set(workspaceId, (inWork.get(workspaceId) ?? 0) + 1);
    expect(all).toBeLessThanOrEqual(5);
    expect(inWork.get(workspaceId)).toBeLessThanOrEqual(3);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
    all -= 1;
    inWork.set(workspaceId, (inWork.get(workspaceId) ?? 0) - 1);
    leave();
    leave();
  };
  await Promise.all(Array.from({ length: 300 }, (_, index) => work(`ws_${index % 4}`)));
  expect(all).toBe(0);
});

test('a caller that waits past its deadline gets an error, and leaves the queue to the others', async () => {
  const places = createPlaces({ total: 1 });
  const leave = await takePlace(places, 'ws', soon());
  const late = await takePlace(places, 'ws', performance.now() + 20).catch((error: unknown) => error);
  expect(late).toBeInstanceOf(ModelFailure);
  expect(late).toMatchObject({ reason: 'busy' });
  const next = takePlace(places, 'ws', soon());
  leave();
  (await next)();
  (await takePlace(places, 'ws', soon()))();
});

test('the circuit opens after five failures in a row, probes one at a time, and doubles its wait', () => {
  let nowMs = 0;
  const changes: string[] = [];
  const breaker = createCircuitBreaker({
    now: () => nowMs,
    onChange: (state, waitMs) => changes.push(`${state} ${waitMs}`),
  });
  const fail = () => breaker.enter()('failed');
  for (let turn = 0; turn < 4; turn += 1) fail();
  breaker.enter()('answered');
  for (let turn = 0; turn < 5; turn += 1) fail();
  expect(() => breaker.enter()).toThrow('recent calls failed');
  nowMs += 5_000;
  const probe = breaker.enter();
  expect(() => breaker.enter(), 'a second one beside the probe').toThrow('recent calls failed');
  probe('failed');
  nowMs += 5_000;
  expect(() => breaker.enter(), 'the wait has doubled').toThrow('recent calls failed');
  nowMs += 5_000;
  breaker.enter()('answered');
  breaker.enter()('answered');
  expect(changes).toEqual(['open 5000', 'half-open 0', 'open 10000', 'half-open 0', 'closed 0']);
});

test('a call with too little time changes nothing, and frees the probe', () => {
  let nowMs = 0;
  const breaker = createCircuitBreaker({ now: () => nowMs, onChange: () => {} });
  for (let turn = 0; turn < 20; turn += 1) breaker.enter()('unclear');
  for (let turn = 0; turn < 5; turn += 1) breaker.enter()('failed');
  nowMs += 5_000;
  breaker.enter()('unclear');
  breaker.enter()('answered');
  breaker.enter();
  breaker.enter();
});

test('a call from before the circuit opened does not close it', () => {
  const breaker = createCircuitBreaker({ now: () => 0, onChange: () => {} });
  const slow = breaker.enter();
  for (let turn = 0; turn < 5; turn += 1) breaker.enter()('failed');
  slow('answered');
  expect(() => breaker.enter()).toThrow('recent calls failed');
});
