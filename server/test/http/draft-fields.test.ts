import { expect, test } from 'vitest';
import { sqliteHarness } from '../support/store-harness.ts';
import type { Answer, World } from '../support/world.ts';
import { startCheckedWorld } from './support/checked-world.ts';
import { expectRefusal } from './support/refusals.ts';
import { astral, notStrings, shown, unusableTexts } from './support/values.ts';

const harness = sqliteHarness();
const good = { profileId: 'prof_aurora', message: 'do you ship to Brazil?' };

/** Sends a body unchanged, without adding the usual fields. */
function send(world: World, body: unknown): Promise<Answer> {
  return world.call('POST', '/api/v1/agent/draft', { idempotencyKey: crypto.randomUUID(), body });
}

function expectFault(answer: Answer, body: unknown, ...words: string[]): void {
  expect(answer.status, shown(body)).toBe(400);
  expectRefusal(answer, 'invalid_request');
  for (const word of words) expect(answer.body.message, shown(body)).toContain(word);
}

test('a draft needs profileId and message, and the error says which one is missing', async () => {
  const world = await startCheckedWorld(harness);
  expectFault(await send(world, { message: good.message }), {}, 'profileId');
  expectFault(await send(world, { profileId: good.profileId }), {}, 'message');
  expectFault(await send(world, {}), {}, 'profileId', 'message');
});

test('a message has 2 to 800 code points, no matter how many bytes they take', async () => {
  const world = await startCheckedWorld(harness);
  for (const message of ['ab', 'a'.repeat(800), astral.repeat(2), astral.repeat(800), '  ']) {
    expect((await world.draft({ message })).status, shown(message)).toBe(200);
  }
  for (const message of ['', 'a', astral]) expectFault(await world.draft({ message }), message, 'message', '2');
  for (const message of ['a'.repeat(801), astral.repeat(801), 'a'.repeat(20_000)]) {
    expectFault(await world.draft({ message }), message, 'message', '800');
  }
});

test('profileId and conversationId have 1 to 120 code points', async () => {
  const id = astral.repeat(120);
  const profiles = [{ id, displayName: 'Long' }];
  const world = await startCheckedWorld(harness, {
    workspace: { profiles, conversations: [{ id, profileId: id, messages: [] }] },
  });
  expect((await world.draft({ profileId: id, conversationId: id })).status).toBe(200);
  expectRefusal(await world.draft({ profileId: 'a'.repeat(120) }), 'agent_profile_not_found');
  expectRefusal(await world.draft({ profileId: id, conversationId: 'a'.repeat(120) }), 'agent_conversation_not_found');
  for (const field of ['profileId', 'conversationId']) {
    expectFault(await world.draft({ [field]: 'a'.repeat(121) }), field, field, '120');
    expectFault(await world.draft({ [field]: astral.repeat(121) }), field, field, '120');
    expectFault(await world.draft({ [field]: '' }), field, field);
  }
});

test('a string field accepts only a string, and null does not count as omitted', async () => {
  const world = await startCheckedWorld(harness);
  for (const field of ['profileId', 'message', 'conversationId']) {
    for (const value of notStrings)
      expectFault(await world.draft({ [field]: value }), { [field]: value }, field, 'string');
  }
});

test('history has at most 40 items', async () => {
  const world = await startCheckedWorld(harness);
  const items = (count: number) => Array.from({ length: count }, () => ({ body: 'hello' }));
  for (const count of [0, 1, 40]) expect((await world.draft({ history: items(count) })).status, `${count}`).toBe(200);
  for (const count of [41, 400]) expectFault(await world.draft({ history: items(count) }), count, 'history', '40');
  for (const value of [null, 'hello', 1, true, {}, { 0: { body: 'x' }, length: 1 }]) {
    expectFault(await world.draft({ history: value }), value, 'history', 'array');
  }
});

test('a history item has a body of at most 700 code points, an optional direction and sender_type, and nothing else', async () => {
  const world = await startCheckedWorld(harness);
  const fitting = [
    { body: '' },
    { body: 'a'.repeat(700) },
    { body: astral.repeat(700) },
    { body: 'x', direction: 'inbound' },
    { body: 'x', direction: 'outbound', sender_type: 'creator' },
    { body: 'x', sender_type: astral.repeat(40) },
    { body: 'x', sender_type: '' },
  ];
  for (const item of fitting) expect((await world.draft({ history: [item] })).status, shown(item)).toBe(200);
  const faults: [unknown, ...string[]][] = [
    [{ body: 'a'.repeat(701) }, 'history[0].body', '700'],
    [{ body: astral.repeat(701) }, 'history[0].body', '700'],
    [{}, 'history[0].body', 'required'],
    [{ direction: 'inbound' }, 'history[0].body'],
    [{ body: 'x', direction: 'sideways' }, 'history[0].direction', 'inbound', 'outbound'],
    [{ body: 'x', direction: 'Inbound' }, 'history[0].direction'],
    [{ body: 'x', direction: '' }, 'history[0].direction'],
    [{ body: 'x', direction: null }, 'history[0].direction'],
    [{ body: 'x', sender_type: 'a'.repeat(41) }, 'history[0].sender_type', '40'],
    [{ body: 'x', sender_type: astral.repeat(41) }, 'history[0].sender_type', '40'],
    [{ body: 'x', sender_type: null }, 'history[0].sender_type', 'string'],
    [{ body: 'x', sender_type: 4 }, 'history[0].sender_type', 'string'],
    [{ body: 'x', senderType: 'creator' }, 'senderType'],
    [{ body: 'x', sentAt: '2026-01-01T10:00:00Z' }, 'sentAt'],
    ...notStrings.map((body): [unknown, ...string[]] => [{ body }, 'history[0].body']),
    [null, 'history[0]', 'object'],
    ['hello', 'history[0]', 'object'],
    [[], 'history[0]'],
  ];
  for (const [item, ...words] of faults) expectFault(await world.draft({ history: [item] }), item, ...words);
  expectFault(await world.draft({ history: [{ body: 'x' }, { body: 'x' }, {}] }), 'third', 'history[2].body');
});

test('conversationId and history exclude each other', async () => {
  const world = await startCheckedWorld(harness);
  expectFault(
    await world.draft({ conversationId: 'conv_maya', history: [{ body: 'x' }] }),
    '',
    'conversationId',
    'history',
  );
  expectFault(await world.draft({ conversationId: 'conv_maya', history: [] }), '', 'conversationId', 'history');
  expectFault(await world.draft({ conversationId: 'conv_nowhere', history: [] }), '', 'history');
});

test('no other property is allowed in a draft, whatever its name', async () => {
  const world = await startCheckedWorld(harness);
  for (const name of [
    'confirm',
    'Message',
    'profile_id',
    'idempotencyKey',
    'toString',
    'constructor',
    'hasOwnProperty',
    ' ',
  ]) {
    expectFault(await world.draft({ [name]: 'x' }), name, name);
  }
  const rawBody = `{"profileId":"prof_aurora","message":"hello","__proto__":{"message":"x"}}`;
  const polluting = await world.call('POST', '/api/v1/agent/draft', { idempotencyKey: 'proto-0001', rawBody });
  expectFault(polluting, rawBody, '__proto__');
});

test('a draft is one JSON object, nothing else', async () => {
  const world = await startCheckedWorld(harness);
  for (const body of [null, [], [good], 'text', 5, true]) expectFault(await send(world, body), body, 'object');
});

test('a NUL or a lone surrogate in any string is rejected, and the error names the field', async () => {
  const world = await startCheckedWorld(harness);
  for (const [, text] of unusableTexts) {
    for (const field of ['profileId', 'message', 'conversationId']) {
      expectFault(await world.draft({ [field]: text }), text, field);
    }
    expectFault(await world.draft({ history: [{ body: text }] }), text, 'history[0].body');
    expectFault(await world.draft({ history: [{ body: 'x', sender_type: text }] }), text, 'history[0].sender_type');
    expectFault(await world.draft({ [text]: 'x' }), text);
  }
});

test('an error names the field but never repeats its value', async () => {
  const world = await startCheckedWorld(harness);
  const secret = 'my-card-number-is-4000';
  for (const fields of [{ message: [secret] }, { message: secret.repeat(50) }, { history: [{ body: { secret } }] }]) {
    const answer = await world.draft(fields);
    expectFault(answer, fields);
    expect(answer.text).not.toContain(secret);
  }
});
