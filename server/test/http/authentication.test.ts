import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { agentScopes as scopes } from '../../src/domain/scopes.ts';
import { createApiKey, hashApiKey } from '../../src/lib/secrets.ts';
import type { Store } from '../../src/store/port.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import type { World } from '../support/world.ts';
import { startCheckedWorld } from './support/checked-world.ts';
import { expectRefusal } from './support/refusals.ts';

const harness = sqliteHarness();
const generous = { config: { failedAuthenticationsPerMinute: 10_000 } };

const hourMs = 3_600_000;

/** A world in which keys can be checked at a later time, without waiting for it. */
async function startMovableWorld() {
  let later: Store | null = null;
  const wrapStore = (store: Store): Store => ({
    ...store,
    authenticate: (input) => (later ?? store).authenticate(input),
  });
  const world = await startCheckedWorld(harness, { wrapStore });
  const moveTo = async (aheadMs: number) => {
    later = await world.openAt(aheadMs);
  };
  return { world, moveTo };
}

const endpoints = {
  'persona:read': (world: World, key: string | null) => world.persona('prof_aurora', { key }),
  'usage:read': (world: World, key: string | null) => world.usage({ key }),
  'replies:write': (world: World, key: string | null) => world.draft({}, { key }),
  'handoffs:write': (world: World, key: string | null) => world.handoff({}, { key }),
} satisfies Record<(typeof scopes)[number], unknown>;

test('every endpoint needs a key', async () => {
  const world = await startCheckedWorld(harness);
  for (const scope of scopes) expectRefusal(await endpoints[scope](world, null), 'agent_auth_required');
});

test('a header other than "Bearer" with one token is malformed', async () => {
  const world = await startCheckedWorld(harness, generous);
  const { key } = world;
  for (const authorization of [
    '',
    ' ',
    'Bearer',
    'Bearer ',
    key,
    `Basic ${key}`,
    `Token ${key}`,
    `Bearer${key}`,
    `Bearer=${key}`,
    `Bearer:${key}`,
    `Bearer ${key} extra`,
    `Bearer ${key},`,
    `Bearer "${key}"`,
    `Bearer, ${key}`,
    `x Bearer ${key}`,
    `Digest username="a"`,
    `Bearer ${key}, Bearer ${key}`,
    `Bearer ${key}é`,
  ]) {
    const answer = await world.usage({ key: null, headers: { authorization } });
    expect([401], `${authorization.replaceAll(key, 'KEY')}: ${answer.text}`).toContain(answer.status);
    expectRefusal(answer, answer.body.error);
    if (!/^Bearer [^ ]+$/.test(authorization)) expectRefusal(answer, 'agent_auth_required');
  }
});

test('the scheme is accepted in any case, the key only in its own', async () => {
  const world = await startCheckedWorld(harness, generous);
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) {
    expect(
      (await world.usage({ key: null, headers: { authorization: `${scheme} ${world.key}` } })).status,
      scheme,
    ).toBe(200);
  }
  for (const token of [world.key.toUpperCase(), world.key.toLowerCase()]) {
    expectRefusal(await world.usage({ key: token }), 'agent_key_invalid');
  }
});

test('a token that is not a key of this service is an invalid key, however it is written', async () => {
  const world = await startCheckedWorld(harness, generous);
  const { key } = world;
  const tokens = [
    'abc',
    'null',
    'undefined',
    '0',
    key.slice(0, -1),
    `${key}a`,
    `a${key}`,
    key.replace('live', 'test'),
    `ustudy_live_${'0'.repeat(38)}`,
    'x'.repeat(8_000),
    hashApiKey(key),
    '%00',
    '../../etc',
    "'--",
  ];
  for (const token of tokens) expectRefusal(await world.usage({ key: token }), 'agent_key_invalid');
});

test('a key with one character changed is rejected', async () => {
  const world = await startCheckedWorld(harness, generous);
  for (const at of [0, 7, 12, 25, 43, 44, world.key.length - 1]) {
    const changed = world.key[at] === 'x' ? 'y' : 'x';
    const token = world.key.slice(0, at) + changed + world.key.slice(at + 1);
    expectRefusal(await world.usage({ key: token }), 'agent_key_invalid');
  }
});

test('a well-formed unknown key, an expired key and a revoked key get the same answer', async () => {
  const world = await startCheckedWorld(harness);
  const expired = await world.createKey({ lifetimeMs: 1 });
  const revoked = await world.createKey();
  expect((await world.usage({ key: revoked.key })).status).toBe(200);
  await world.store.revokeKey({ keyId: revoked.keyId });
  await sleep(100);
  const answers = [];
  for (const { key } of [createApiKey(), expired, revoked]) answers.push(await world.usage({ key }));
  for (const answer of answers) expectRefusal(answer, 'agent_key_invalid');
  expect(new Set(answers.map((answer) => answer.body.message)).size).toBe(1);
});

test('a key that expires while it is in use is rejected after that', async () => {
  const { world, moveTo } = await startMovableWorld();
  const { key } = await world.createKey({ lifetimeMs: hourMs });
  expect((await world.usage({ key })).status).toBe(200);
  await moveTo(hourMs);
  expectRefusal(await world.usage({ key }), 'agent_key_invalid');
});

test('revocation is effective with the next request, on every endpoint', async () => {
  const world = await startCheckedWorld(harness);
  for (const scope of scopes) {
    const { key, keyId } = await world.createKey();
    expect((await endpoints[scope](world, key)).status, scope).toBe(200);
    await world.store.revokeKey({ keyId });
    expectRefusal(await endpoints[scope](world, key), 'agent_key_invalid');
  }
});

test('after a rotation, both keys work until the overlap ends, and then only the successor works', async () => {
  const { world, moveTo } = await startMovableWorld();
  const old = await world.createKey({ scopes: ['usage:read'] });
  const successor = createApiKey();
  const rotation = { keyId: old.keyId, successorId: `${old.keyId}_2`, successorHash: successor.hash };
  await world.store.rotateKey({ ...rotation, overlapMs: hourMs });
  expect((await world.usage({ key: old.key })).status).toBe(200);
  expect((await world.usage({ key: successor.key })).status).toBe(200);
  expectRefusal(await world.draft({}, { key: successor.key }), 'agent_scope_missing');
  await moveTo(hourMs);
  expectRefusal(await world.usage({ key: old.key }), 'agent_key_invalid');
  expect((await world.usage({ key: successor.key })).status).toBe(200);
});

test('a rotation without overlap ends the old key immediately', async () => {
  const world = await startCheckedWorld(harness);
  const old = await world.createKey();
  expect((await world.usage({ key: old.key })).status).toBe(200);
  const { key, hash } = createApiKey();
  await world.store.rotateKey({ keyId: old.keyId, successorId: `${old.keyId}_2`, successorHash: hash, overlapMs: 0 });
  expectRefusal(await world.usage({ key: old.key }), 'agent_key_invalid');
  expect((await world.usage({ key })).status).toBe(200);
});

test('each endpoint requires its own scope, and the error names it', async () => {
  const world = await startCheckedWorld(harness);
  for (const needed of scopes) {
    const { key: only } = await world.createKey({ scopes: [needed] });
    expect((await endpoints[needed](world, only)).status, needed).toBe(200);
    const { key: allOthers } = await world.createKey({ scopes: scopes.filter((scope) => scope !== needed) });
    const refused = await endpoints[needed](world, allOthers);
    expectRefusal(refused, 'agent_scope_missing');
    expect(refused.headers.get('www-authenticate')).toContain(`scope="${needed}"`);
    expect(refused.body.message).toContain(needed);
  }
});

test('an inactive workspace is rejected on every endpoint, and served again once it is active', async () => {
  const world = await startCheckedWorld(harness);
  const { key, workspaceId } = world;
  const entry = { id: workspaceId, name: 'Aurora Lane', plan: 'agency' as const };
  await world.importDocument({ workspaces: [{ ...entry, status: 'inactive' }] });
  for (const scope of scopes) expectRefusal(await endpoints[scope](world, key), 'agent_workspace_inactive');
  await world.importDocument({ workspaces: [{ ...entry, status: 'active' }] });
  for (const scope of scopes) expect((await endpoints[scope](world, key)).status, scope).toBe(200);
});

test('a key sees only its own workspace, even if workspaces use the same ids', async () => {
  const world = await startCheckedWorld(harness);
  const other = `${world.workspaceId}_other`;
  await world.importDocument({
    workspaces: [
      {
        id: other,
        name: 'Other',
        plan: 'creator',
        profiles: [
          { id: 'prof_aurora', displayName: 'Another Aurora' },
          { id: 'prof_theirs', displayName: 'Theirs' },
        ],
        conversations: [
          {
            id: 'conv_theirs',
            profileId: 'prof_theirs',
            messages: [{ direction: 'inbound', body: 'hi', sentAt: '2026-01-01T00:00:00Z' }],
          },
        ],
      },
    ],
  });
  const { key } = await world.createKey({ workspaceId: other });
  expect((await world.persona('prof_aurora')).body.persona.displayName).toBe('Aurora Lane');
  expect((await world.persona('prof_aurora', { key })).body.persona.displayName).toBe('Another Aurora');
  expectRefusal(await world.persona('prof_theirs'), 'agent_profile_not_found');
  expectRefusal(await world.draft({ profileId: 'prof_theirs' }), 'agent_profile_not_found');
  expectRefusal(await world.draft({ conversationId: 'conv_theirs' }), 'agent_conversation_not_found');
  expectRefusal(await world.handoff({ conversationId: 'conv_theirs' }), 'agent_conversation_not_found');
  expectRefusal(await world.handoff({ conversationId: 'conv_maya' }, { key }), 'agent_conversation_not_found');
  expect((await world.draft()).status).toBe(200);
  expect((await world.usage({ key })).body.usage).toMatchObject({ plan: 'creator', used: 0 });
});
