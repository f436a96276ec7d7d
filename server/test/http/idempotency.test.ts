import { expect, test } from 'vitest';
import { sqliteHarness } from '../support/store-harness.ts';
import type { Answer, World } from '../support/world.ts';
import { startCheckedWorld } from './support/checked-world.ts';
import { onEachStore } from './support/on-each-store.ts';
import { expectRefusal } from './support/refusals.ts';
import { constantEngine, failingEngine, gatedEngine } from './support/scripted-engine.ts';

const harness = sqliteHarness();

function expectReplay(answer: Answer, first: Answer): void {
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers.get('idempotency-replayed')).toBe('true');
  expect(answer.text).toBe(first.text);
}

function expectFresh(answer: Answer): void {
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers.get('idempotency-replayed')).toBeNull();
}

async function used(world: World): Promise<number> {
  return (await world.usage()).body.usage.used;
}

onEachStore(
  'repeating a draft returns the stored response, byte for byte, with one charge and one decision',
  async (harness) => {
    const engine = constantEngine();
    const world = await startCheckedWorld(harness, { engine });
    const first = await world.draft({}, { idempotencyKey: 'draft-0001' });
    expectFresh(first);
    for (let count = 0; count < 3; count += 1)
      expectReplay(await world.draft({}, { idempotencyKey: 'draft-0001' }), first);
    expect(engine.inputs).toHaveLength(1);
    expect((await world.usage()).body.usage).toMatchObject({ used: 1, totals: { drafts: 1, replays: 3 } });
  },
);

onEachStore('repeating a handoff returns the stored response and queues nothing more', async (harness) => {
  const world = await startCheckedWorld(harness);
  const first = await world.handoff({}, { idempotencyKey: 'handoff-01' });
  expectFresh(first);
  expectReplay(await world.handoff({}, { idempotencyKey: 'handoff-01' }), first);
  expect(await world.store.listNotifications({ workspaceId: world.workspaceId, limit: 10 })).toHaveLength(1);
});

test('the same input counts as the same in any order of keys, spacing and escapes', async () => {
  const world = await startCheckedWorld(harness);
  const first = await world.draft(
    {},
    {
      idempotencyKey: 'draft-0001',
      rawBody: '{"profileId":"prof_aurora","message":"hello é","history":[{"body":"x","direction":"inbound"}]}',
    },
  );
  const same = [
    '{"history":[{"direction":"inbound","body":"x"}],"message":"hello é","profileId":"prof_aurora"}',
    ' {\n\t"message" : "hello \\u00e9",\r\n "profileId" : "prof\\u005faurora", "history" : [ { "body" : "\\u0078", "direction" : "inbound" } ] } ',
  ];
  for (const rawBody of same) expectReplay(await world.draft({}, { idempotencyKey: 'draft-0001', rawBody }), first);
});

test('the same key with different input is rejected, no matter how small the difference', async () => {
  const world = await startCheckedWorld(harness);
  await world.draft({ message: 'hello there' }, { idempotencyKey: 'draft-0001' });
  const others = [
    { message: 'hello there ' },
    { message: 'Hello there' },
    { message: 'hello there', history: [] },
    { message: 'hello there', conversationId: 'conv_maya' },
    { message: 'hello there', profileId: 'prof_other' },
  ];
  for (const body of others)
    expectRefusal(await world.draft(body, { idempotencyKey: 'draft-0001' }), 'idempotency_key_reused');
  await world.handoff({}, { idempotencyKey: 'handoff-01' });
  expectRefusal(await world.handoff({ reason: '' }, { idempotencyKey: 'handoff-01' }), 'idempotency_key_reused');
  expect(await used(world)).toBe(1);
});

test('texts that only look the same are different inputs', async () => {
  const world = await startCheckedWorld(harness);
  expectFresh(await world.draft({ message: 'caf\u00e9' }, { idempotencyKey: 'draft-0001' }));
  expectRefusal(
    await world.draft({ message: 'cafe\u0301' }, { idempotencyKey: 'draft-0001' }),
    'idempotency_key_reused',
  );
});

onEachStore(
  'a repeat during the first request gets idempotency_in_progress, and the stored response afterwards',
  async (harness) => {
    const engine = gatedEngine();
    const world = await startCheckedWorld(harness, { engine });
    const first = world.draft({}, { idempotencyKey: 'draft-0001' });
    await engine.waiting(1);
    expectRefusal(await world.draft({}, { idempotencyKey: 'draft-0001' }), 'idempotency_in_progress');
    expectRefusal(
      await world.draft({ message: 'another' }, { idempotencyKey: 'draft-0001' }),
      'idempotency_key_reused',
    );
    engine.open();
    expectFresh(await first);
    expectReplay(await world.draft({}, { idempotencyKey: 'draft-0001' }), await first);
    expect(engine.calls()).toBe(1);
    expect(await used(world)).toBe(1);
  },
);

test('one key may serve one draft and one handoff', async () => {
  const world = await startCheckedWorld(harness);
  expectFresh(await world.draft({}, { idempotencyKey: 'shared-001' }));
  expectFresh(await world.handoff({}, { idempotencyKey: 'shared-001' }));
});

test('two API keys of a workspace share the identity of a write', async () => {
  const world = await startCheckedWorld(harness);
  const { key } = await world.createKey({ scopes: ['replies:write'] });
  const first = await world.draft({}, { idempotencyKey: 'shared-001' });
  expectReplay(await world.draft({}, { idempotencyKey: 'shared-001', key }), first);
  expectRefusal(
    await world.draft({ message: 'another' }, { idempotencyKey: 'shared-001', key }),
    'idempotency_key_reused',
  );
});

test('two workspaces never share a write', async () => {
  const world = await startCheckedWorld(harness);
  const other = `${world.workspaceId}_other`;
  await world.importDocument({
    workspaces: [{ id: other, name: 'Other', plan: 'agency', profiles: [{ id: 'prof_aurora', displayName: 'A' }] }],
  });
  const { key } = await world.createKey({ workspaceId: other });
  expectFresh(await world.draft({}, { idempotencyKey: 'shared-001' }));
  expectFresh(await world.draft({}, { idempotencyKey: 'shared-001', key }));
  expectFresh(await world.draft({ message: 'another' }, { idempotencyKey: 'shared-002', key }));
  expectFresh(await world.draft({}, { idempotencyKey: 'shared-002' }));
});

onEachStore(
  'a draft that fails internally is not charged, and the same input can run again under the same key',
  async (harness) => {
    const engine = failingEngine(2, 'broken');
    const world = await startCheckedWorld(harness, { engine });
    for (let count = 0; count < 2; count += 1) {
      expectRefusal(await world.draft({}, { idempotencyKey: 'draft-0001' }), 'internal_error');
      expect(await used(world)).toBe(0);
    }
    expectRefusal(
      await world.draft({ message: 'another' }, { idempotencyKey: 'draft-0001' }),
      'idempotency_key_reused',
    );
    expectFresh(await world.draft({}, { idempotencyKey: 'draft-0001' }));
    expect(engine.calls()).toBe(3);
    expect(await used(world)).toBe(1);
  },
);

test('an error after the record stores the input: a 404 may be repeated unchanged, but not changed', async () => {
  const world = await startCheckedWorld(harness);
  const options = { idempotencyKey: 'draft-0001' };
  expectRefusal(await world.draft({ profileId: 'prof_later' }, options), 'agent_profile_not_found');
  expectRefusal(await world.draft({ profileId: 'prof_later' }, options), 'agent_profile_not_found');
  expectRefusal(await world.draft({ profileId: 'prof_aurora' }, options), 'idempotency_key_reused');
  await world.importDocument({
    workspaces: [
      { id: world.workspaceId, name: 'A', plan: 'agency', profiles: [{ id: 'prof_later', displayName: 'L' }] },
    ],
  });
  expectFresh(await world.draft({ profileId: 'prof_later' }, options));
});

test('an error before the record leaves no trace: the key is free for a different input', async () => {
  const world = await startCheckedWorld(harness);
  const options = { idempotencyKey: 'draft-0001' };
  expectRefusal(await world.draft({ message: '' }, options), 'invalid_request');
  expectRefusal(await world.draft({}, { ...options, rawBody: '{' }), 'invalid_json');
  expectRefusal(
    await world.draft({}, { ...options, headers: { origin: 'https://elsewhere.example' } }),
    'agent_origin_rejected',
  );
  expectFresh(await world.draft({}, options));
  expectRefusal(await world.handoff({ confirm: false }, options), 'agent_confirmation_required');
  expectFresh(await world.handoff({}, options));
});
