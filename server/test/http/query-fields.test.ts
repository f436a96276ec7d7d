import { expect, test } from 'vitest';
import { sqliteHarness } from '../support/store-harness.ts';
import { startCheckedWorld } from './support/checked-world.ts';
import { expectRefusal } from './support/refusals.ts';
import { astral } from './support/values.ts';

const harness = sqliteHarness();
const path = '/api/v1/agent/persona';

test('persona needs a profileId, and the error says so', async () => {
  const world = await startCheckedWorld(harness);
  for (const query of ['', '?', '?profile=prof_aurora', '?profileid=prof_aurora', '?profileId=', '?profileId']) {
    const answer = await world.call('GET', `${path}${query}`);
    expectRefusal(answer, 'invalid_request');
    expect(answer.body.message, query).toContain('profileId');
  }
});

test('a profileId in the query has at most 120 code points', async () => {
  const id = astral.repeat(120);
  const world = await startCheckedWorld(harness, {
    workspace: { profiles: [{ id, displayName: 'Long' }], conversations: [] },
  });
  const found = await world.persona(id);
  expect(found.status).toBe(200);
  expect(found.body.persona.profileId).toBe(id);
  expectRefusal(await world.persona('a'.repeat(120)), 'agent_profile_not_found');
  for (const tooLong of ['a'.repeat(121), astral.repeat(121)]) {
    const answer = await world.persona(tooLong);
    expectRefusal(answer, 'invalid_request');
    expect(answer.body.message).toContain('profileId');
    expect(answer.body.message).toContain('120');
  }
});

test('a profileId given twice is rejected', async () => {
  const world = await startCheckedWorld(harness);
  for (const query of ['profileId=prof_aurora&profileId=prof_aurora', 'profileId=prof_aurora&profileId=prof_other']) {
    const answer = await world.call('GET', `${path}?${query}`);
    expectRefusal(answer, 'invalid_request');
    expect(answer.body.message).toBe('the query parameter "profileId" was given twice; send it once.');
  }
  const thrice = await world.call('GET', `${path}?profileId=a&profileId=b&profileId=c`);
  expect(thrice.body.message).toContain('was given 3 times; send it once');
});

test('a NUL in the query is rejected as a field, and invalid percent-encoding is rejected as such', async () => {
  const world = await startCheckedWorld(harness);
  expectRefusal(await world.call('GET', `${path}?profileId=ab%00cd`), 'invalid_request');
  for (const garbage of ['%', '%Z', '%ZZ', '%ff', '%c0%80', '%ed%a0%80', 'a%2', '%u0041']) {
    const answer = await world.call('GET', `${path}?profileId=${garbage}`);
    expectRefusal(answer, 'invalid_request');
    expect(answer.body.message, garbage).toContain('not valid percent-encoded UTF-8');
  }
  expectRefusal(await world.call('GET', `${path}?%ff`, { key: null }), 'agent_auth_required');
});

test('an unknown query parameter is rejected, and the error names it', async () => {
  const world = await startCheckedWorld(harness);
  for (const query of ['extra=1', '__proto__=1', 'constructor=1', 'toString=x']) {
    const name = query.split('=')[0] ?? '';
    for (const target of [`${path}?profileId=prof_aurora&${query}`, `/api/v1/agent/usage?${query}`]) {
      const answer = await world.call('GET', target);
      expectRefusal(answer, 'invalid_request');
      expect(answer.body.message, target).toContain(name);
    }
  }
});

test('plus signs and percent-encodings in a profileId are read as a form writes them', async () => {
  const profiles = [{ id: 'prof a+b/ü', displayName: 'Odd' }];
  const world = await startCheckedWorld(harness, { workspace: { profiles, conversations: [] } });
  expect((await world.call('GET', `${path}?profileId=prof+a%2Bb%2F%C3%BC`)).status).toBe(200);
  expect((await world.call('GET', `${path}?profileId=prof%20a%2bb/%c3%bc`)).status).toBe(200);
});

test('a write takes no query parameters: they are rejected by name, after the fields of the body', async () => {
  const world = await startCheckedWorld(harness);
  const write = (target: string, body: object) => world.call('POST', target, { idempotencyKey: 'query-0001', body });
  const draft = { profileId: 'prof_aurora', message: 'hello there' };
  const refused = await write('/api/v1/agent/draft?message=other&profileId=prof_other', draft);
  expectRefusal(refused, 'invalid_request');
  expect(refused.body.message).toContain('unknown query parameter "message"');
  const handoff = '/api/v1/agent/handoff?confirm=true';
  expectRefusal(await write(handoff, { conversationId: 'conv_maya' }), 'agent_confirmation_required');
  expectRefusal(await write(handoff, { conversationId: 'conv_maya', confirm: true }), 'invalid_request');
  const { status, headers } = await write('/api/v1/agent/draft?', draft);
  expect([status, headers.get('idempotency-replayed')], 'the refusals left no trace').toEqual([200, null]);
});
