import { expect, test, vi } from 'vitest';
import { StoreUnavailable } from '../../src/lib/errors.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import type { World } from '../support/world.ts';
import { startCheckedWorld } from './support/checked-world.ts';
import { onEachStore } from './support/on-each-store.ts';
import { expectRefusal } from './support/refusals.ts';
import { constantEngine, failingEngine } from './support/scripted-engine.ts';

const harness = sqliteHarness();

function notifications({ store, workspaceId }: World) {
  return store.listNotifications({ workspaceId, limit: 100 });
}

async function stateOf({ store, workspaceId }: World, conversationId: string): Promise<string | undefined> {
  const all = await store.listConversations({ workspaceId, state: null, limit: 100 });
  return all.find((conversation) => conversation.conversationId === conversationId)?.state;
}

onEachStore('a handoff passes the conversation to its creator and queues exactly one notification', async (harness) => {
  const world = await startCheckedWorld(harness);
  const answer = await world.handoff({ reason: 'asks for a refund' });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    ok: true,
    conversationId: 'conv_maya',
    state: 'awaiting_owner',
    creatorNotified: true,
  });
  expect(await stateOf(world, 'conv_maya')).toBe('awaiting_owner');
  expect(await stateOf(world, 'conv_silent')).toBe('open');
  const queued = await notifications(world);
  expect(queued).toHaveLength(1);
  expect(queued[0]).toMatchObject({
    conversationId: 'conv_maya',
    state: 'queued',
    verdict: { reason: 'asks for a refund' },
  });
});

onEachStore(
  'a conversation that is already awaiting its creator accepts another handoff, which has its own notification',
  async (harness) => {
    const world = await startCheckedWorld(harness);
    await world.handoff();
    const again = await world.handoff();
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ state: 'awaiting_owner', creatorNotified: true });
    expect(again.headers.get('idempotency-replayed')).toBeNull();
    expect(await notifications(world)).toHaveLength(2);
  },
);

test('a closed conversation is handed off like any other', async () => {
  const world = await startCheckedWorld(harness);
  await world.store.setConversationState({
    workspaceId: world.workspaceId,
    conversationId: 'conv_maya',
    action: 'close',
  });
  expect((await world.handoff()).status).toBe(200);
  expect(await stateOf(world, 'conv_maya')).toBe('awaiting_owner');
});

test('a conversation without an inbound message, an unknown conversation and a conversation of another workspace get the same answer', async () => {
  const world = await startCheckedWorld(harness);
  const messages = [{ direction: 'inbound' as const, body: 'hi', sentAt: '2026-01-01T00:00:00Z' }];
  await world.importDocument({
    workspaces: [
      {
        id: `${world.workspaceId}_other`,
        name: 'Other',
        plan: 'creator',
        profiles: [{ id: 'prof_theirs', displayName: 'T' }],
        conversations: [{ id: 'conv_theirs', profileId: 'prof_theirs', messages }],
      },
    ],
  });
  const words = new Set<string>();
  for (const conversationId of ['conv_silent', 'conv_nowhere', 'conv_theirs']) {
    const answer = await world.handoff({ conversationId });
    expectRefusal(answer, 'agent_conversation_not_found');
    words.add(answer.body.message);
  }
  expect(words.size).toBe(1);
  expect(await notifications(world)).toEqual([]);
  expect(await stateOf(world, 'conv_silent')).toBe('open');
});

test('a conversation of an inactive profile can still be handed off', async () => {
  const messages = [{ direction: 'inbound' as const, body: 'hi', sentAt: '2026-01-01T00:00:00Z' }];
  const world = await startCheckedWorld(harness, {
    workspace: { conversations: [{ id: 'conv_retired', profileId: 'prof_retired', messages }] },
  });
  expect((await world.handoff({ conversationId: 'conv_retired' })).status).toBe(200);
});

test('a handoff assesses the latest inbound message, uncharged, and the notification contains the verdict', async () => {
  const engine = constantEngine({ intent: 'refund', riskLevel: 'review', requiresCreator: true });
  const messages = [
    { direction: 'inbound' as const, body: 'the last from the contact', sentAt: '2026-01-03T00:00:00Z' },
    { direction: 'inbound' as const, body: 'an earlier one', sentAt: '2026-01-02T00:00:00Z' },
    { direction: 'outbound' as const, body: 'an answer', sentAt: '2026-01-04T00:00:00Z' },
  ];
  const world = await startCheckedWorld(harness, {
    engine,
    workspace: { conversations: [{ id: 'conv_maya', profileId: 'prof_aurora', messages }] },
  });
  await world.handoff();
  expect(engine.inputs.map(({ message }) => message)).toEqual(['the last from the contact']);
  expect(engine.inputs[0]).toMatchObject({ awaitsCreator: false, displayName: 'Aurora Lane' });
  expect(engine.inputs[0]?.history.map(({ body }) => body)).toEqual(['an earlier one']);
  expect((await notifications(world))[0]?.verdict).toMatchObject({
    reason: null,
    intent: 'refund',
    riskLevel: 'review',
  });
  expect((await world.usage()).body.usage).toMatchObject({ used: 0, totals: { drafts: 0, handoffs: 1 } });
});

test('a blocked message is more urgent than a safe one', async () => {
  const urgencyOf = async (overrides: Parameters<typeof constantEngine>[0]) => {
    const world = await startCheckedWorld(harness, { engine: constantEngine(overrides) });
    await world.handoff();
    return (await notifications(world))[0]?.verdict?.urgency;
  };
  expect(await urgencyOf({ riskLevel: 'safe' })).toBe('normal');
  expect(await urgencyOf({ riskLevel: 'blocked', intent: 'crisis', requiresCreator: true })).toBe('urgent');
});

test('a handoff does not fail because an assessment is missing', async () => {
  const world = await startCheckedWorld(harness, { engine: failingEngine(1, 'broken') });
  expect((await world.handoff({ reason: 'asks for her' })).status).toBe(200);
  expect(await stateOf(world, 'conv_maya')).toBe('awaiting_owner');
  expect((await notifications(world)).map(({ verdict }) => verdict)).toEqual([
    { reason: 'asks for her', intent: 'unclear', riskLevel: 'review', urgency: 'high' },
  ]);
  expect(world.logLines.filter((line) => line.includes('a handoff could not be assessed'))).toHaveLength(1);
});

onEachStore(
  'a handoff is all or nothing: when it cannot be stored, state and queue are as before, and a repeat works',
  async (harness) => {
    let failures = 1;
    const world = await startCheckedWorld(harness, {
      config: { leaseSeconds: 1 },
      wrapStore: (store) => ({
        ...store,
        settleHandoff: async (settlement) => {
          if (failures-- > 0) throw new StoreUnavailable('planted');
          return store.settleHandoff(settlement);
        },
      }),
    });
    const options = { idempotencyKey: 'handoff-01' };
    expectRefusal(await world.handoff({}, options), 'service_unavailable');
    expect(await stateOf(world, 'conv_maya')).toBe('open');
    expect(await notifications(world)).toEqual([]);
    await vi.waitFor(async () => expect((await world.handoff({}, options)).status).toBe(200), { timeout: 50_000 });
    expect(await stateOf(world, 'conv_maya')).toBe('awaiting_owner');
    expect(await notifications(world)).toHaveLength(1);
  },
);

test('simultaneous handoffs of one conversation queue one notification each', async () => {
  const world = await startCheckedWorld(harness);
  const answers = await Promise.all(Array.from({ length: 10 }, () => world.handoff()));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(await notifications(world)).toHaveLength(10);
});

test('a replayed handoff does not change a conversation that was resolved meanwhile', async () => {
  const world = await startCheckedWorld(harness);
  const options = { idempotencyKey: 'handoff-01' };
  const first = await world.handoff({}, options);
  await world.store.setConversationState({
    workspaceId: world.workspaceId,
    conversationId: 'conv_maya',
    action: 'resolve',
  });
  expect((await world.handoff({}, options)).text).toBe(first.text);
  expect(await stateOf(world, 'conv_maya')).toBe('open');
  expect(await notifications(world)).toHaveLength(1);
});
