import { expect, test } from 'vitest';
import { sqliteHarness } from '../support/store-harness.ts';
import type { Answer, World } from '../support/world.ts';
import { startCheckedWorld } from './support/checked-world.ts';
import { expectRefusal } from './support/refusals.ts';
import { astral, notStrings, shown, unusableTexts } from './support/values.ts';

const harness = sqliteHarness();

function send(world: World, body: unknown): Promise<Answer> {
  return world.call('POST', '/api/v1/agent/handoff', { idempotencyKey: crypto.randomUUID(), body });
}

function expectFault(answer: Answer, body: unknown, ...words: string[]): void {
  expect(answer.status, shown(body)).toBe(400);
  expectRefusal(answer, 'invalid_request');
  for (const word of words) expect(answer.body.message, shown(body)).toContain(word);
}

test('confirm must be the boolean true: any other value, or no value, gets a request for confirmation', async () => {
  const world = await startCheckedWorld(harness);
  expectRefusal(await send(world, { conversationId: 'conv_maya' }), 'agent_confirmation_required');
  for (const confirm of [false, null, 'true', 'yes', 1, 0, [], [true], {}, '']) {
    expectRefusal(await world.handoff({ confirm }), 'agent_confirmation_required');
  }
  expect(await world.store.listNotifications({ workspaceId: world.workspaceId, limit: 10 })).toEqual([]);
  expect((await world.handoff({ confirm: true })).status).toBe(200);
});

test('confirmation is checked before any other field', async () => {
  const world = await startCheckedWorld(harness);
  for (const body of [
    {},
    { conversationId: 5 },
    { extra: 1 },
    { reason: 'a'.repeat(500) },
    { conversationId: 'a\u0000' },
  ]) {
    expectRefusal(await send(world, body), 'agent_confirmation_required');
  }
});

test('a handoff is one JSON object, nothing else', async () => {
  const world = await startCheckedWorld(harness);
  for (const body of [null, [], 'text', 5, true]) {
    const answer = await send(world, body);
    expectRefusal(answer, answer.status === 409 ? 'agent_confirmation_required' : 'invalid_request');
  }
});

test('conversationId has 1 to 120 code points and is required', async () => {
  const id = astral.repeat(120);
  const messages = [{ direction: 'inbound' as const, body: 'hello', sentAt: '2026-01-01T10:00:00Z' }];
  const world = await startCheckedWorld(harness, {
    workspace: { conversations: [{ id, profileId: 'prof_aurora', messages }] },
  });
  const answer = await world.handoff({ conversationId: id });
  expect(answer.status).toBe(200);
  expect(answer.body.conversationId).toBe(id);
  expectRefusal(await world.handoff({ conversationId: 'a'.repeat(120) }), 'agent_conversation_not_found');
  expectFault(await world.handoff({ conversationId: 'a'.repeat(121) }), '', 'conversationId', '120');
  expectFault(await world.handoff({ conversationId: astral.repeat(121) }), '', 'conversationId', '120');
  expectFault(await world.handoff({ conversationId: '' }), '', 'conversationId');
  expectFault(await send(world, { confirm: true }), '', 'conversationId', 'required');
});

test('reason is optional, at most 120 code points', async () => {
  const world = await startCheckedWorld(harness);
  for (const reason of ['', 'r', 'r'.repeat(120), astral.repeat(120)]) {
    expect((await world.handoff({ reason })).status, shown(reason)).toBe(200);
  }
  expectFault(await world.handoff({ reason: 'r'.repeat(121) }), '', 'reason', '120');
  expectFault(await world.handoff({ reason: astral.repeat(121) }), '', 'reason', '120');
});

test('a string field of a handoff takes nothing but a string', async () => {
  const world = await startCheckedWorld(harness);
  for (const field of ['conversationId', 'reason']) {
    for (const value of notStrings) {
      expectFault(await world.handoff({ [field]: value }), { [field]: value }, field, 'string');
    }
    for (const [, text] of unusableTexts) expectFault(await world.handoff({ [field]: text }), text, field);
  }
});

test('no other property is allowed in a handoff', async () => {
  const world = await startCheckedWorld(harness);
  for (const name of ['profileId', 'message', 'Confirm', 'constructor', 'idempotencyKey']) {
    expectFault(await world.handoff({ [name]: 'x' }), name, name);
  }
});
