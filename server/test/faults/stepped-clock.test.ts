import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Store } from '../../src/store/port.ts';
import { onEachStore } from '../http/support/on-each-store.ts';
import type { FreshData, StoreHarness } from '../support/store-harness.ts';
import { type Answer, startWorld, testConfig, type World } from '../support/world.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const steps = [25 * hourMs, -25 * hourMs, 40 * dayMs, -40 * dayMs];

/** Starts a world whose clock can be set, and returns it with its store. */
async function startSteppedWorld(harness: StoreHarness, options: Parameters<typeof startWorld>[1] = {}) {
  let data: FreshData | null = null;
  const openFresh = async () => {
    data = await harness.openFresh();
    return data;
  };
  const world = await startWorld({ kind: harness.kind, openFresh }, options);
  if (data === null) throw new Error('the world opened no data');
  const { store, openAt, setClock }: FreshData = data;
  // Waits longer than a server takes to notice that its clock was set.
  const noticed = () => sleep(harness.kind === 'sqlite' ? 200 : 2_600);
  return { world, store, openAt, setClock, noticed };
}

async function tidy(store: Store): Promise<void> {
  await store.purge();
  await store.expire({ conversationMs: 30 * dayMs });
}

async function expectReplay(world: World, first: Answer, idempotencyKey: string): Promise<void> {
  const again = await world.draft({}, { idempotencyKey });
  expect([again.status, again.headers.get('idempotency-replayed'), again.text]).toEqual([200, 'true', first.text]);
}

onEachStore(
  'a clock that is set 25 hours or 40 days ahead or behind, and back, purges no stored answer: repeats replay, charged and told once',
  async (harness) => {
    await Promise.all(steps.map((aheadMs) => repeatsReplay(harness, aheadMs)));
  },
);

async function repeatsReplay(harness: StoreHarness, aheadMs: number): Promise<void> {
  const { world, store, setClock, noticed } = await startSteppedWorld(harness);
  const draft = await world.draft({}, { idempotencyKey: 'stepped-draft' });
  const handoff = await world.handoff({}, { idempotencyKey: 'stepped-handoff' });
  const used = (await world.usage()).body.usage.used;
  for (const setTo of [aheadMs, 0]) {
    await setClock(setTo);
    // The first round runs before any server can have noticed the change, and the second round runs afterwards.
    for (let round = 0; round < 2; round += 1) {
      await expectReplay(world, draft, 'stepped-draft');
      const again = await world.handoff({}, { idempotencyKey: 'stepped-handoff' });
      expect([again.status, again.text]).toEqual([200, handoff.text]);
      await store.purge();
      await store.expire({ conversationMs: null });
      if (round === 0) await noticed();
    }
  }
  expect(await store.listNotifications({ workspaceId: world.workspaceId, limit: 10 })).toHaveLength(1);
  // This is the usage of the real month. Replays in a different month are counted in that month.
  expect((await world.usage()).body.usage.used).toBe(used);
}

onEachStore(
  'a clock that is set 25 hours or 40 days ahead or behind, and back, makes no key wait longer than its minute',
  async (harness) => {
    await Promise.all(steps.map((aheadMs) => nobodyWaits(harness, aheadMs)));
  },
);

async function nobodyWaits(harness: StoreHarness, aheadMs: number): Promise<void> {
  const plans = { ...testConfig.plans, creator: { requestsPerMinute: 3, monthlyReplies: 500 } };
  const config = { plans, failedAuthenticationsPerMinute: 3 };
  const { world, setClock, noticed } = await startSteppedWorld(harness, { config, workspace: { plan: 'creator' } });
  await setClock(aheadMs);
  expect((await world.usage()).status).toBe(200);
  expect((await world.usage({ key: 'ustudy_live_nobody' })).status).toBe(401);
  await noticed();
  expect((await world.usage()).status).toBe(200);
  await setClock(0);
  expect((await world.usage()).status, 'the third of this minute').toBe(200);
  for (let round = 0; round < 2; round += 1) {
    const refused = await world.usage();
    expect(refused.status, 'the fourth of this minute').toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(72);
    await noticed();
  }
  const { key: fresh } = await world.createKey();
  expect((await world.usage({ key: fresh })).status, 'a new key of that address').toBe(200);
}

onEachStore(
  'with conversations kept for 30 days, a clock that is set 40 days ahead removes none, until 40 days have passed by it',
  async (harness) => {
    const { world, store, openAt, setClock, noticed } = await startSteppedWorld(harness);
    const { workspaceId } = world;
    const sentAt = new Date(Date.now() - hourMs).toISOString();
    const messages = [{ direction: 'inbound' as const, body: 'is it dishwasher safe?', sentAt }];
    const conversations = [{ id: 'conv_new', profileId: 'prof_aurora', messages }];
    await world.importDocument({ workspaces: [{ id: workspaceId, name: 'A', plan: 'agency', conversations }] });
    const kept = async () =>
      (await store.contactConversations({ workspaceId, handle: null, conversationIds: ['conv_new'] })).length;
    await setClock(40 * dayMs);
    await tidy(store);
    expect(await kept(), 'at once').toBe(1);
    await noticed();
    await tidy(store);
    expect(await kept(), 'once it was noticed').toBe(1);
    await setClock(0);
    await noticed();
    await tidy(store);
    expect(await kept(), 'after the way back').toBe(1);
    await (await openAt(31 * dayMs)).expire({ conversationMs: 30 * dayMs });
    expect(await kept(), 'after 31 days that passed').toBe(0);
  },
);

onEachStore('a stored answer stays for its 24 hours on a clock that was set, and no longer', async (harness) => {
  const { world, store, openAt, setClock, noticed } = await startSteppedWorld(harness);
  const first = await world.draft({}, { idempotencyKey: 'kept-a-day' });
  await setClock(-25 * hourMs);
  await noticed();
  await tidy(store);
  await expectReplay(world, first, 'kept-a-day');
  expect((await (await openAt(23 * hourMs)).purge()).responses).toBe(0);
  expect((await (await openAt(25 * hourMs)).purge()).responses).toBe(1);
});

onEachStore('a notification is delivered when it is due, wherever its clock is set meanwhile', async (harness) => {
  const { world, store, setClock, noticed } = await startSteppedWorld(harness);
  await setClock(25 * hourMs);
  await noticed();
  await world.handoff();
  await setClock(0);
  await noticed();
  expect(await store.workspacesWithDueNotifications({ limit: 5 })).toEqual([world.workspaceId]);
});
