import { expect, test } from 'vitest';
import { sqliteHarness } from '../support/store-harness.ts';
import { startCheckedWorld } from './support/checked-world.ts';
import { expectRefusal } from './support/refusals.ts';
import { astral } from './support/values.ts';

const harness = sqliteHarness();
const path = '/api/v1/agent/persona';

test('persona needs a profileId, and says so', async () => {
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

test('a profileId given twice is refused, not chosen from', async () => {
  const world = await startCheckedWorld(harness);
  for (const query of ['profileId=prof_aurora&profileId=prof_aurora', 'profileId=prof_aurora&profileId=prof_other']) {
    const answer = await world.call('GET', `${path}?${query}`);
    expectRefusal(answer, 'invalid_request');
    expect(answer.body.message).toContain('profileId');
  }
});

test('a NUL in the query is refused as a field, and broken percent-encoding is never more than a wrong identifier', async () => {
  const world = await startCheckedWorld(harness);
  expectRefusal(await world.call('GET', `${path}?profileId=ab%00cd`), 'invalid_request');
  for (const garbage of ['%', '%Z', '%ZZ', '%ff', '%c0%80', '%ed%a0%80', 'a%2', '%u0041']) {
    const answer = await world.call('GET', `${path}?profileId=${garbage}`);
    expect([400, 404], `${garbage}: ${answer.text}`).toContain(answer.status);
    expectRefusal(answer, answer.status === 400 ? 'invalid_request' : 'agent_profile_not_found');
  }
});

test('a parameter that the interface does not have is refused by its name', async () => {
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

test('a write takes no query parameters into its input', async () => {
  const world = await startCheckedWorld(harness);
  const answer = await world.call('POST', '/api/v1/agent/draft?message=other&profileId=prof_other', {
    idempotencyKey: 'query-0001',
    body: { profileId: 'prof_aurora', message: 'hello there' },
  });
  expect([200, 400]).toContain(answer.status);
  if (answer.status === 400) expectRefusal(answer, 'invalid_request');
});
