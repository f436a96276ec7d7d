import { expect, test } from 'vitest';
import type { ConversationDocument } from '../../src/domain/workspace-document.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import { startCheckedWorld } from './support/checked-world.ts';
import { onEachStore } from './support/on-each-store.ts';
import { expectRefusal } from './support/refusals.ts';
import { constantEngine, scriptedReply } from './support/scripted-engine.ts';

const harness = sqliteHarness();

function longConversation(count: number): ConversationDocument {
  const messages = Array.from({ length: count }, (_, index) => ({
    direction: index % 2 === 0 ? ('inbound' as const) : ('outbound' as const),
    body: `message ${index}`,
    sentAt: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
  }));
  // The messages are not in chronological order.
  return {
    id: 'conv_long',
    profileId: 'prof_aurora',
    relationship: { notes: 'bought a mug' },
    messages: [...messages].reverse(),
  };
}

test('a draft returns a decision, and does nothing else', async () => {
  const world = await startCheckedWorld(harness);
  const answer = await world.draft();
  expect(answer.status).toBe(200);
  expect(Object.keys(answer.body).sort()).toEqual(['decision', 'ok']);
  expect(answer.body.ok).toBe(true);
  expect(answer.body.decision).toMatchObject({ riskLevel: 'safe', requiresCreator: false, reply: scriptedReply });
});

onEachStore(
  'with a conversationId, the engine gets the last 40 messages by time, oldest first, and the relationship',
  async (harness) => {
    const engine = constantEngine();
    const world = await startCheckedWorld(harness, { engine, workspace: { conversations: [longConversation(45)] } });
    expect((await world.draft({ conversationId: 'conv_long', message: 'and today?' })).status).toBe(200);
    const [input] = engine.inputs;
    expect(input?.message).toBe('and today?');
    expect(input?.history.map(({ body }) => body)).toEqual(
      Array.from({ length: 40 }, (_, index) => `message ${index + 5}`),
    );
    expect(input?.relationship).toEqual({ notes: 'bought a mug' });
    expect(input?.awaitsCreator).toBe(false);
  },
);

test('without a conversationId, the engine gets the caller’s own history, in its order', async () => {
  const engine = constantEngine();
  const world = await startCheckedWorld(harness, { engine });
  await world.draft({
    history: [{ body: 'first', direction: 'outbound', sender_type: 'creator' }, { body: 'second' }],
  });
  expect(engine.inputs[0]?.history).toMatchObject([
    { body: 'first', direction: 'outbound', senderType: 'creator' },
    { body: 'second', senderType: null },
  ]);
  expect(engine.inputs[0]?.relationship).toBeNull();
});

onEachStore('a draft stores no message and changes no state', async (harness) => {
  const world = await startCheckedWorld(harness);
  const before = await world.store.exportWorkspace({ workspaceId: world.workspaceId });
  await world.draft({ conversationId: 'conv_maya', message: 'a message that is not kept' });
  await world.draft({ conversationId: 'conv_maya' });
  expect(await world.store.exportWorkspace({ workspaceId: world.workspaceId })).toEqual(before);
  expect(await world.store.listNotifications({ workspaceId: world.workspaceId, limit: 10 })).toEqual([]);
});

test('a conversation of another profile is not found', async () => {
  const profiles = [
    { id: 'prof_aurora', displayName: 'Aurora Lane' },
    { id: 'prof_two', displayName: 'Two' },
  ];
  const world = await startCheckedWorld(harness, { workspace: { profiles } });
  expectRefusal(
    await world.draft({ profileId: 'prof_two', conversationId: 'conv_maya' }),
    'agent_conversation_not_found',
  );
  expect((await world.draft({ conversationId: 'conv_maya' })).status).toBe(200);
});

test('an unknown profile is reported before an unknown conversation, and an inactive profile gets no drafts', async () => {
  const world = await startCheckedWorld(harness);
  expectRefusal(
    await world.draft({ profileId: 'prof_nowhere', conversationId: 'conv_nowhere' }),
    'agent_profile_not_found',
  );
  expectRefusal(await world.draft({ profileId: 'prof_retired' }), 'agent_profile_not_found');
  expectRefusal(await world.draft({ conversationId: 'conv_nowhere' }), 'agent_conversation_not_found');
});

test('a conversation without an inbound message can be drafted for', async () => {
  const world = await startCheckedWorld(harness);
  expect((await world.draft({ conversationId: 'conv_silent' })).status).toBe(200);
});

test('the engine learns that a conversation awaits its creator, for that conversation only', async () => {
  const engine = constantEngine();
  const world = await startCheckedWorld(harness, { engine });
  await world.handoff();
  engine.inputs.length = 0;
  await world.draft({ conversationId: 'conv_maya' });
  await world.draft({ conversationId: 'conv_silent' });
  await world.draft();
  expect(engine.inputs.map(({ awaitsCreator }) => awaitsCreator)).toEqual([true, false, false]);
});

test.each(['review', 'blocked'] as const)(
  'a %s decision reaches the caller with requiresCreator',
  async (riskLevel) => {
    const engine = constantEngine({ riskLevel, requiresCreator: true, reply: '' });
    const world = await startCheckedWorld(harness, { engine });
    const answer = await world.draft();
    expect(answer.body.decision).toMatchObject({ riskLevel, requiresCreator: true, reply: '' });
    expect((await world.usage()).body.usage.used).toBe(1);
  },
);

test('texts of every script and emoji are returned as they were written', async () => {
  const reply = 'Olá 👩🏽‍🚀 שלום \u202e 日本 \u2028 "quoted" \\ / </script> é e\u0301';
  const engine = constantEngine({ reply });
  const world = await startCheckedWorld(harness, { engine });
  const message = 'مرحبا 🏳️‍🌈 \t\n ok';
  const answer = await world.draft({ message }, { idempotencyKey: 'scripts-01' });
  expect(answer.body.decision.reply).toBe(reply);
  expect(engine.inputs[0]?.message).toBe(message);
  expect((await world.draft({ message }, { idempotencyKey: 'scripts-01' })).text).toBe(answer.text);
});
