import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../src/lib/errors.ts';
import type { Store } from '../../src/store/port.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import { sendDefective, startDefectiveWorld } from './support/defective-request.ts';
import { type Check, checks, codeOf, orderedDefects } from './support/defects.ts';
import { expectRefusal } from './support/refusals.ts';

const harness = sqliteHarness();

test.each(['draft', 'handoff'] as const)('each check of a %s can fail on its own', async (operation) => {
  const world = await startDefectiveWorld(harness);
  for (const check of orderedDefects(operation)) {
    expectRefusal(await sendDefective(world, operation, [check]), codeOf(check, operation));
  }
});

test.each(['draft', 'handoff'] as const)(
  'for every pair of checks that a %s fails, the earlier check answers',
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
);

test.each(['draft', 'handoff'] as const)(
  'if a %s fails every check, fixing one error after another shows the checks in order',
  async (operation) => {
    const world = await startDefectiveWorld(harness);
    const ordered = orderedDefects(operation).filter((check) => check !== 'address');
    for (const [index, check] of ordered.entries()) {
      const answer = await sendDefective(world, operation, ordered.slice(index));
      expect(answer.body?.error, ordered.slice(index).join(', ')).toBe(codeOf(check, operation));
    }
  },
);

test('the checks match the documented ones, in the same order', () => {
  const before = ['not_found', 'method_not_allowed', 'rate_limited', 'agent_auth_required', 'agent_key_invalid']
    .concat(['agent_origin_rejected', 'agent_workspace_inactive', 'rate_limited', 'agent_scope_missing'])
    .concat(['unsupported_media_type', 'payload_too_large', 'invalid_json', 'idempotency_key_required']);
  const codesOf = (operation: 'draft' | 'handoff') =>
    orderedDefects(operation).map((check) => codeOf(check, operation));
  expect(codesOf('draft')).toEqual([
    ...before,
    ...['invalid_request', 'idempotency_key_reused', 'agent_profile_not_found', 'agent_monthly_quota_used'],
  ]);
  expect(codesOf('handoff')).toEqual([
    ...before,
    ...['agent_confirmation_required', 'invalid_request', 'idempotency_key_reused', 'agent_conversation_not_found'],
  ]);
  const [address, keyRate] = [checks.indexOf('address'), checks.indexOf('keyRate')];
  expect(address, 'of the two limits, that of the address comes first').toBeLessThan(keyRate);
});

test.each(['draft', 'handoff'] as const)(
  'an internal failure of a %s gets internal_error, after every other check',
  async (operation) => {
    const broken = async (): Promise<never> => {
      throw new Error('broken inside');
    };
    const wrapStore = (store: Store): Store => ({ ...store, settleDraft: broken, settleHandoff: broken });
    const world = await startDefectiveWorld(harness, { wrapStore });
    for (const check of orderedDefects(operation))
      expectRefusal(await sendDefective(world, operation, [check]), codeOf(check, operation));
    expectRefusal(await sendDefective(world, operation, []), 'internal_error');
  },
);

test.each(['draft', 'handoff'] as const)(
  'an outage during a %s gets service_unavailable, after route and method and before the checks that need the store',
  async (operation) => {
    let isDown = false;
    const wrapStore = (store: Store): Store => ({
      ...store,
      authenticate: async (input) => {
        if (isDown) throw new StoreUnavailable('the database does not answer');
        return store.authenticate(input);
      },
    });
    const world = await startDefectiveWorld(harness, { wrapStore });
    isDown = true;
    for (const check of orderedDefects(operation)) {
      const isBefore = check === 'route' || check === 'method';
      const answer = await sendDefective(world, operation, [check]);
      expectRefusal(answer, isBefore ? codeOf(check, operation) : 'service_unavailable');
    }
    expectRefusal(await sendDefective(world, operation, []), 'service_unavailable');
  },
);

test('a stored response is replayed before the profile is checked again, and before the allowance', async () => {
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

/**
 * Returns true for two checks that cannot both fail: a key is verified even if it has used up its requests for this
 * minute, and a recently verified key passes the address limit.
 */
function cannotBothFail([first, second]: readonly [Check, Check]): boolean {
  return first === 'address' && second === 'keyRate';
}
