import { expect, test } from 'vitest';
import type { PlanName } from '../../src/domain/plan.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import { testConfig } from '../support/world.ts';
import { startCheckedWorld } from './support/checked-world.ts';
import { onEachStore } from './support/on-each-store.ts';
import { expectRefusal } from './support/refusals.ts';

const harness = sqliteHarness();
const fourAMinute = { plans: { ...testConfig.plans, creator: { requestsPerMinute: 4, monthlyReplies: 500 } } };

test.each([
  ['creator', 60],
  ['studio', 180],
  ['agency', 600],
] as const)('a key in a workspace on the %s plan has %i requests per minute', async (plan: PlanName, limit: number) => {
  const world = await startCheckedWorld(harness, { workspace: { plan } });
  const answers = [];
  for (let sent = 0; sent < limit; sent += 60) {
    answers.push(...(await Promise.all(Array.from({ length: 60 }, () => world.usage()))));
  }
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(limit);
  const refused = await world.usage();
  expectRefusal(refused, 'rate_limited');
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(61);
});

test('the limit belongs to the key, not to the workspace, and all endpoints share it', async () => {
  const world = await startCheckedWorld(harness, { config: fourAMinute, workspace: { plan: 'creator' } });
  const { key: other } = await world.createKey();
  for (const answer of [await world.usage(), await world.persona(), await world.draft(), await world.handoff()]) {
    expect(answer.status).toBe(200);
  }
  for (const answer of [await world.usage(), await world.persona(), await world.draft(), await world.handoff()]) {
    expectRefusal(answer, 'rate_limited');
  }
  expect((await world.usage({ key: other })).status).toBe(200);
});

test('a request that fails later counts; a rejected one leaves nothing', async () => {
  const world = await startCheckedWorld(harness, { config: fourAMinute, workspace: { plan: 'creator' } });
  expectRefusal(await world.draft({ message: '' }), 'invalid_request');
  expectRefusal(await world.persona('prof_nowhere'), 'agent_profile_not_found');
  expect((await world.draft({}, { idempotencyKey: 'kept-0001' })).status).toBe(200);
  expect((await world.draft({}, { idempotencyKey: 'kept-0001' })).headers.get('idempotency-replayed')).toBe('true');
  expectRefusal(await world.draft({}, { idempotencyKey: 'refused-1' }), 'rate_limited');
  const { key: other } = await world.createKey();
  const fresh = await world.draft({}, { key: other, idempotencyKey: 'refused-1' });
  expect(fresh.status).toBe(200);
  expect(fresh.headers.get('idempotency-replayed')).toBeNull();
  expect((await world.usage({ key: other })).body.usage.used).toBe(2);
});

onEachStore(
  'a write that the limit per minute refused runs once when it is repeated with its idempotency key',
  async (harness) => {
    const world = await startCheckedWorld(harness, { config: fourAMinute, workspace: { plan: 'creator' } });
    for (let count = 0; count < 4; count += 1) expect((await world.usage()).status).toBe(200);
    const again = () => world.draft({}, { idempotencyKey: 'one-logical-write' });
    expectRefusal(await again(), 'rate_limited');
    expectRefusal(await again(), 'rate_limited');
    await world.importDocument({ workspaces: [{ id: world.workspaceId, name: 'A', plan: 'agency' }] });
    const [done, replayed] = [await again(), await again()];
    expect([done.status, done.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect([replayed.text, replayed.headers.get('idempotency-replayed')]).toEqual([done.text, 'true']);
    expect((await world.usage()).body.usage.used).toBe(1);
  },
);

onEachStore('simultaneous requests of one key never exceed its limit', async (harness) => {
  const world = await startCheckedWorld(harness, { config: fourAMinute, workspace: { plan: 'creator' } });
  const answers = await Promise.all(Array.from({ length: 30 }, () => world.usage()));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(4);
  for (const answer of answers.filter(({ status }) => status !== 200)) expectRefusal(answer, 'rate_limited');
});
