import { expect, test } from 'vitest';
import { sqliteHarness } from '../support/store-harness.ts';
import { sendDefective, startDefectiveWorld } from './support/defective-request.ts';
import { type Check, checks, codeOf, orderedDefects } from './support/defects.ts';
import { expectRefusal } from './support/refusals.ts';

const harness = sqliteHarness();

test.each(['draft', 'handoff'] as const)('each check of a %s refuses by itself', async (operation) => {
  const world = await startDefectiveWorld(harness);
  for (const check of orderedDefects(operation)) {
    expectRefusal(await sendDefective(world, operation, [check]), codeOf(check, operation));
  }
});

test.each(['draft', 'handoff'] as const)(
  'of two checks that a %s fails, the earlier one answers, for every pair',
  async (operation) => {
    const world = await startDefectiveWorld(harness);
    const ordered = orderedDefects(operation);
    const pairs = ordered.flatMap((first, index) => ordered.slice(index + 1).map((second) => [first, second] as const));
    for (const pair of pairs) {
      if (cannotBothFail(pair)) continue;
      const answer = await sendDefective(world, operation, pair);
      expect(answer.body?.error, `${operation}: ${pair.join(' and ')}`).toBe(codeOf(pair[0], operation));
    }
  },
  60_000,
);

test.each(['draft', 'handoff'] as const)(
  'when a %s fails every check at once, repairing it from the front meets them in order',
  async (operation) => {
    const world = await startDefectiveWorld(harness);
    const ordered = orderedDefects(operation).filter((check) => check !== 'address');
    for (const [index, check] of ordered.entries()) {
      const answer = await sendDefective(world, operation, ordered.slice(index));
      expect(answer.body?.error, ordered.slice(index).join(', ')).toBe(codeOf(check, operation));
    }
  },
);

test('the checks are those of the decisions, in their order', () => {
  expect(checks).toHaveLength(new Set(checks).size);
  expect(orderedDefects('handoff')).not.toContain('allowance');
});

test('a stored response is replayed before the profile is looked at again, and before the allowance', async () => {
  const world = await startDefectiveWorld(harness);
  const { request, importWorkspace, workspaceId } = await world.tenant();
  const first = await request();
  expect(first.status).toBe(200);
  await importWorkspace({
    monthlyReplies: 0,
    profiles: [{ id: 'prof_aurora', displayName: 'Gone', status: 'inactive' }],
  });
  const again = await request();
  expect(again.status).toBe(200);
  expect(again.text).toBe(first.text);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(
    (await world.world.store.usage({ workspaceId, monthlyReplies: { creator: 1, studio: 1, agency: 1 } }))?.used,
  ).toBe(1);
});

/** A key is verified where it used up its minute, and a key that was verified within the minute passes the address limit. */
function cannotBothFail([first, second]: readonly [Check, Check]): boolean {
  return first === 'address' && second === 'keyRate';
}
