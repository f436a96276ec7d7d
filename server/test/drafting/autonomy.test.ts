import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sqliteHarness } from '../support/store-harness.ts';
import { taughtAtOnce } from '../support/taught-at-once.ts';
import { startWorld } from '../support/world.ts';

test('200 drafts on trial are counted, the creator acts, autonomy is turned on, and an item that is often edited loses its automatic answer until it is released', async () => {
  const world = await startWorld(sqliteHarness(), {
    classifiers: taughtAtOnce,
    workspace: { drafting: { autonomy: 'off' } },
  });
  const { store, workspaceId } = world;
  for (let turn = 0; turn < 200; turn += 1) {
    const idempotencyKey = randomUUID();
    const { body } = await world.draft({}, { idempotencyKey });
    expect(body.decision).toMatchObject({ riskLevel: 'review', requiresCreator: true });
    expect(body.decision.rationale).toContain('automatic answers are turned off');
    const outcome = turn % 100 === 7 ? 'edited' : turn % 100 === 8 ? 'rejected' : 'unchanged';
    expect(await store.recordOutcome({ workspaceId, idempotencyKey, outcome })).toBe('recorded');
    expect(await store.recordOutcome({ workspaceId, idempotencyKey, outcome: 'rejected' })).toBe('repeated');
  }
  const counts = { profileId: 'prof_aurora', unchanged: 196, edited: 2, rejected: 2 };
  expect(await store.autonomy({ workspaceId })).toMatchObject({
    autonomy: 'off',
    trials: [{ ...counts, drafts: 200, automatic: 200 }],
    items: [{ ...counts, itemId: 'f_ship', proposed: 200 }],
  });

  await store.setAutonomy({ workspaceId, autonomy: 'careful' });
  expect((await world.draft()).body.decision.riskLevel).toBe('safe');

  await store.releaseItem({ workspaceId, profileId: 'prof_aurora', itemId: 'f_ship' });
  for (let turn = 0; turn < 3; turn += 1) {
    const idempotencyKey = randomUUID();
    await world.draft({}, { idempotencyKey });
    await store.recordOutcome({ workspaceId, idempotencyKey, outcome: 'edited' });
  }
  const held = await world.draft();
  expect(held.body.decision.riskLevel).toBe('review');
  expect(held.body.decision.rationale).toContain('often edited or rejected');
  expect(await store.releaseItem({ workspaceId, profileId: 'prof_aurora', itemId: 'f_ship' })).toBe(true);
  expect((await world.draft()).body.decision.riskLevel).toBe('safe');
});
