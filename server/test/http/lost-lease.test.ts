import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { sqliteHarness } from '../support/store-harness.ts';
import { startCheckedWorld } from './support/checked-world.ts';
import { expectRefusal } from './support/refusals.ts';
import { constantEngine } from './support/scripted-engine.ts';

const options = { idempotencyKey: 'draft-0001' };

/**
 * Starts a service whose leases last one second, and whose first and second drafts wait until the test releases them.
 */
async function startSlowly() {
  const constant = constantEngine();
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  let calls = 0;
  const engine: typeof constant = {
    ...constant,
    draft: async (input) => {
      calls += 1;
      await (calls === 1 ? gates[0] : gates[1]).promise;
      return constant.draft(input);
    },
  };
  const world = await startCheckedWorld(sqliteHarness(), { engine, config: { leaseSeconds: 1 } });
  const begun = (count: number) => vi.waitFor(() => expect(calls).toBe(count), { timeout: 50_000, interval: 20 });
  const first = world.draft({}, options);
  await begun(1);
  await delay(1_100);
  const heir = world.draft({}, options);
  await begun(2);
  return { world, first, heir, open: (which: 0 | 1) => gates[which].resolve() };
}

test("a request whose lease was taken over returns its successor's answer, for one charge", async () => {
  const { world, first, heir, open } = await startSlowly();
  open(1);
  const stored = await heir;
  expect([stored.status, stored.headers.get('idempotency-replayed')]).toEqual([200, null]);
  open(0);
  const late = await first;
  expect([late.status, late.headers.get('idempotency-replayed'), late.text]).toEqual([200, 'true', stored.text]);
  expect((await world.usage()).body.usage).toMatchObject({ used: 1, totals: { drafts: 1 } });
});

test('a request whose lease was taken over is asked to repeat in a second while its successor is still working', async () => {
  const { world, first, heir, open } = await startSlowly();
  open(0);
  const late = await first;
  expectRefusal(late, 'idempotency_in_progress');
  expect(late.headers.get('retry-after')).toBe('1');
  open(1);
  expect((await heir).status).toBe(200);
  expect((await world.usage()).body.usage).toMatchObject({ used: 1, totals: { drafts: 1 } });
});
