import { expect, test } from 'vitest';
import { sqliteHarness } from '../support/store-harness.ts';
import { type Answer, testConfig, type World } from '../support/world.ts';
import { startCheckedWorld } from './support/checked-world.ts';
import { onEachStore } from './support/on-each-store.ts';
import { expectRefusal, statusOf } from './support/refusals.ts';
import { failingEngine } from './support/scripted-engine.ts';

const harness = sqliteHarness();

function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body, headers } of answers) {
    const outcome =
      status === 200 ? (headers.get('idempotency-replayed') === 'true' ? 'replayed' : 'fresh') : String(body.error);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

async function usageOf(
  world: World,
): Promise<{ used: number; remaining: number; limit: number; period: { end: string } }> {
  return (await world.usage()).body.usage;
}

test('when the allowance is used up, the next draft is rejected, and the error names the renewal and suggests no short wait', async () => {
  const world = await startCheckedWorld(harness, { workspace: { monthlyReplies: 2 } });
  expect((await world.draft()).status).toBe(200);
  expect((await world.draft()).status).toBe(200);
  const refused = await world.draft();
  expectRefusal(refused, 'agent_monthly_quota_used');
  const usage = await usageOf(world);
  expect(refused.body.message).toContain(usage.period.end.slice(0, 10));
  expect(usage).toMatchObject({ limit: 2, used: 2, remaining: 0 });
});

test('with the allowance used up, a handoff, a persona and a replay still work', async () => {
  const world = await startCheckedWorld(harness, { workspace: { monthlyReplies: 1 } });
  const first = await world.draft({}, { idempotencyKey: 'draft-0001' });
  expectRefusal(await world.draft(), 'agent_monthly_quota_used');
  const replay = await world.draft({}, { idempotencyKey: 'draft-0001' });
  expect(replay.text).toBe(first.text);
  expect((await world.handoff()).status).toBe(200);
  expect((await world.persona()).status).toBe(200);
});

test('a draft that was rejected because of the allowance runs under the same key when allowance is available again', async () => {
  const world = await startCheckedWorld(harness, { workspace: { monthlyReplies: 0 } });
  expectRefusal(await world.draft({}, { idempotencyKey: 'draft-0001' }), 'agent_monthly_quota_used');
  await world.importDocument({ workspaces: [{ id: world.workspaceId, name: 'A', plan: 'agency', monthlyReplies: 1 }] });
  const answer = await world.draft({}, { idempotencyKey: 'draft-0001' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('idempotency-replayed')).toBeNull();
});

test('a unit reserved by a failed draft is available to the next one', async () => {
  const world = await startCheckedWorld(harness, {
    engine: failingEngine(1, 'broken'),
    workspace: { monthlyReplies: 1 },
  });
  expectRefusal(await world.draft(), 'internal_error');
  expect((await usageOf(world)).remaining).toBe(1);
  expect((await world.draft()).status).toBe(200);
  expectRefusal(await world.draft(), 'agent_monthly_quota_used');
});

test.each([
  ['creator', 500],
  ['studio', 3_000],
  ['agency', 20_000],
] as const)('the %s plan has %i replies per month unless the workspace sets its own number', async (plan, limit) => {
  const world = await startCheckedWorld(harness, { workspace: { plan } });
  expect((await world.usage()).body.usage).toMatchObject({ plan, limit, used: 0, remaining: limit });
  const says = async (monthlyReplies: number | null) => {
    await world.importDocument({ workspaces: [{ id: world.workspaceId, name: 'A', plan, monthlyReplies }] });
    return (await world.usage()).body.usage;
  };
  expect(await says(limit + 7)).toMatchObject({ plan, limit: limit + 7, remaining: limit + 7 });
  expect(await says(1)).toMatchObject({ plan, limit: 1, remaining: 1 });
  expect((await world.draft()).status).toBe(200);
  expectRefusal(await world.draft(), 'agent_monthly_quota_used');
  expect(await says(null)).toMatchObject({ plan, limit, remaining: limit - 1 });
});

onEachStore(
  '200 simultaneous drafts with one idempotency key: one is fresh, one is charged, the others replay or wait',
  async (harness) => {
    const world = await startCheckedWorld(harness, { config: raised(100_000) });
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => world.draft({}, { idempotencyKey: 'one-write-1' })),
    );
    const counts = tally(answers);
    expect(counts['fresh']).toBe(1);
    expect((counts['replayed'] ?? 0) + (counts['idempotency_in_progress'] ?? 0), JSON.stringify(counts)).toBe(199);
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1);
    expect((await usageOf(world)).used).toBe(1);
  },
);

onEachStore('200 simultaneous handoffs with one idempotency key queue one notification', async (harness) => {
  const world = await startCheckedWorld(harness, { config: raised(100_000) });
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => world.handoff({}, { idempotencyKey: 'one-write-1' })),
  );
  const counts = tally(answers);
  expect(counts['fresh']).toBe(1);
  expect((counts['replayed'] ?? 0) + (counts['idempotency_in_progress'] ?? 0), JSON.stringify(counts)).toBe(199);
  expect(await world.store.listNotifications({ workspaceId: world.workspaceId, limit: 10 })).toHaveLength(1);
});

onEachStore(
  '500 simultaneous drafts through five keys on an allowance of 100: exactly 100 succeed',
  async (harness) => {
    const world = await startCheckedWorld(harness, { config: raised(100_000), workspace: { monthlyReplies: 100 } });
    const keys = await Promise.all(Array.from({ length: 5 }, async () => (await world.createKey()).key));
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, index) => world.draft({}, { key: keys[index % 5] ?? null })),
    );
    expect(tally(answers)).toEqual({ fresh: 100, agent_monthly_quota_used: 400 });
    expect(await usageOf(world)).toMatchObject({ limit: 100, used: 100, remaining: 0 });
    expect(answers.every(({ status }) => status === 200 || status === statusOf.agent_monthly_quota_used)).toBe(true);
  },
);

function raised(requestsPerMinute: number) {
  const { agency } = testConfig.plans;
  return { plans: { ...testConfig.plans, agency: { ...agency, requestsPerMinute } } };
}
