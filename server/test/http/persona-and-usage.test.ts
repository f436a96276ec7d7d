import { expect, test } from 'vitest';
import { sqliteHarness } from '../support/store-harness.ts';
import { unusedUsage } from '../support/unused-usage.ts';
import { startCheckedWorld } from './support/checked-world.ts';
import { onEachStore } from './support/on-each-store.ts';
import { expectRefusal } from './support/refusals.ts';
import { failingEngine } from './support/scripted-engine.ts';

const harness = sqliteHarness();
const monthlyReplies = { creator: 500, studio: 3_000, agency: 20_000 };
const past = '2020-01-01T00:00:00Z';
const future = '2099-01-01T00:00:00Z';

onEachStore('a persona contains only what the creator approved, in its documented layout', async (harness) => {
  const world = await startCheckedWorld(harness);
  const answer = await world.persona();
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    ok: true,
    persona: {
      profileId: 'prof_aurora',
      displayName: 'Aurora Lane',
      about: 'Ceramic artist in Lisbon.',
      languages: ['en'],
      voice: { traits: ['warm'], emoji: 'sparing', maxLength: 400 },
      phrases: [
        { id: 'ph_hi', use: 'greeting', text: 'Hey you!' },
        { id: 'ph_hold', use: 'holding', text: 'Thanks for writing, I will get back to you soon.' },
      ],
      facts: [
        {
          id: 'f_ship',
          topic: 'shipping',
          text: 'I ship worldwide from Lisbon; orders leave the studio every Tuesday.',
          aliases: ['delivery', 'do you post abroad', 'do you ship to Brazil'],
        },
      ],
      offers: [{ id: 'o_mug', name: 'Moon mug', text: 'The Moon mug is €38 and holds 350 ml.', price: '€38' }],
    },
  });
});

test('usage contains counts and no message content', async () => {
  const canary = 'CANARY-words';
  const world = await startCheckedWorld(harness);
  await world.draft({
    message: `${canary} do you ship?`,
    history: [{ body: `${canary} before`, sender_type: canary }],
  });
  await world.draft({ message: `${canary} again?`, conversationId: 'conv_maya' }, { idempotencyKey: `${canary}-1` });
  await world.handoff({ reason: canary });
  const { text, body } = await world.usage();
  expect(text).not.toContain('CANARY');
  for (const told of ['conv_maya', 'prof_aurora', 'Aurora', 'Maya', world.workspaceId])
    expect(text).not.toContain(told);
  const { plan, period, totals, ...counts } = body.usage;
  const { bySource, ...others } = totals;
  expect([plan, Date.parse(period.start) < Date.parse(period.end)]).toEqual(['agency', true]);
  for (const [name, value] of Object.entries({ ...counts, ...bySource, ...others }))
    if (!(name === 'model' && typeof value === 'object')) expect([name, Number.isInteger(value)]).toEqual([name, true]);
  expect(totals).toMatchObject({ drafts: 2, handoffs: 1 });
});

test('only approved and currently valid content is shown', async () => {
  const fact = (id: string, more: object) => ({ id, topic: id, text: `text of ${id}`, ...more });
  const offer = (id: string, more: object) => ({ id, name: id, text: `text of ${id}`, ...more });
  const world = await startCheckedWorld(harness, {
    workspace: {
      conversations: [],
      profiles: [
        {
          id: 'prof_aurora',
          displayName: 'Aurora Lane',
          persona: {
            phrases: [
              { id: 'p_shown', use: 'greeting', text: 'Hi!' },
              { id: 'p_unapproved', use: 'greeting', text: 'Not yet', approved: false },
              { id: 'p_approved', use: 'thanks', text: 'Thanks!', approved: true },
            ],
            facts: [
              fact('f_open', {}),
              fact('f_unapproved', { approved: false }),
              fact('f_over', { validUntil: past }),
              fact('f_to_come', { validFrom: future }),
              fact('f_now', { validFrom: past, validUntil: future }),
              fact('f_now_unapproved', { validFrom: past, validUntil: future, approved: false }),
            ],
            offers: [
              offer('o_open', {}),
              offer('o_unapproved', { approved: false }),
              offer('o_over', { endsAt: past }),
              offer('o_to_come', { startsAt: future }),
              offer('o_now', { startsAt: past, endsAt: future, code: 'MOON10' }),
            ],
            rules: { reviewTopics: ['press'], blockedTopics: ['politics'], neverSay: ['free shipping'] },
          },
        },
      ],
    },
  });
  const answer = await world.persona();
  const ids = (items: { id: string }[]) => items.map(({ id }) => id);
  expect(ids(answer.body.persona.phrases)).toEqual(['p_shown', 'p_approved']);
  expect(ids(answer.body.persona.facts)).toEqual(['f_open', 'f_now']);
  expect(ids(answer.body.persona.offers)).toEqual(['o_open', 'o_now']);
  for (const hidden of [
    'approved":',
    'rules',
    'politics',
    'press',
    'free shipping',
    'unapproved',
    'f_over',
    'o_to_come',
  ]) {
    expect(answer.text).not.toContain(hidden);
  }
});

test('an empty persona has every part of the layout, empty', async () => {
  const world = await startCheckedWorld(harness, {
    workspace: { profiles: [{ id: 'prof_bare', displayName: 'Bare' }], conversations: [] },
  });
  const { persona } = (await world.persona('prof_bare')).body;
  expect(persona).toMatchObject({
    profileId: 'prof_bare',
    displayName: 'Bare',
    languages: expect.any(Array),
    voice: expect.any(Object),
    phrases: [],
    facts: [],
    offers: [],
  });
});

test('an inactive profile, an unknown profile and a profile of another workspace get the same answer', async () => {
  const world = await startCheckedWorld(harness);
  const other = {
    id: `${world.workspaceId}_other`,
    name: 'Other',
    plan: 'creator' as const,
    profiles: [{ id: 'prof_theirs', displayName: 'T' }],
  };
  await world.importDocument({ workspaces: [other] });
  const messages = [];
  for (const profileId of ['prof_retired', 'prof_nowhere', 'prof_theirs']) {
    const answer = await world.persona(profileId);
    expectRefusal(answer, 'agent_profile_not_found');
    messages.push(answer.body.message);
  }
  expect(new Set(messages).size).toBe(1);
});

test('a change of the persona is visible to the next request, and to the engine', async () => {
  const world = await startCheckedWorld(harness);
  expect((await world.persona()).body.persona.facts).toHaveLength(1);
  await world.importDocument({
    workspaces: [
      {
        id: world.workspaceId,
        name: 'A',
        plan: 'agency',
        profiles: [{ id: 'prof_aurora', displayName: 'Aurora Two', persona: { facts: [] } }],
      },
    ],
  });
  expect((await world.persona()).body.persona).toMatchObject({ displayName: 'Aurora Two', facts: [], offers: [] });
});

onEachStore('usage has its documented layout, and its period is the calendar month in UTC', async (harness) => {
  const world = await startCheckedWorld(harness);
  const answer = await world.usage();
  const now = new Date();
  const month = (offset: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1));
  const period = { start: month(0).toISOString(), end: month(1).toISOString() };
  expect(answer.body).toEqual({ ok: true, usage: { ...unusedUsage({ plan: 'agency', limit: 20_000 }), period } });
});

onEachStore('drafts, inboxes and pages share one allowance, each counted by its source', async (harness) => {
  const world = await startCheckedWorld(harness, { workspace: { monthlyReplies: 4 } });
  const record = (source: 'inbox' | 'page', externalId: string) =>
    world.store.recordUsage({ workspaceId: world.workspaceId, source, externalId, monthlyReplies });
  await world.draft({}, { idempotencyKey: 'draft-0001' });
  await world.draft({}, { idempotencyKey: 'draft-0001' });
  expect((await record('inbox', 'in-1')).outcome).toBe('charged');
  expect((await record('inbox', 'in-1')).outcome).toBe('already_charged');
  expect((await record('page', 'in-1')).outcome).toBe('charged');
  await world.handoff();
  expect((await world.usage()).body.usage).toMatchObject({
    limit: 4,
    used: 3,
    remaining: 1,
    totals: { drafts: 1, replays: 1, handoffs: 1, bySource: { api: 1, inbox: 1, page: 1 } },
  });
  expect((await record('page', 'in-2')).outcome).toBe('charged');
  expectRefusal(await world.draft(), 'agent_monthly_quota_used');
  expect((await record('inbox', 'in-9')).outcome).toBe('allowance_used');
});

test('remaining is never below zero, even if the plan shrinks below the used amount', async () => {
  const world = await startCheckedWorld(harness);
  for (let count = 0; count < 3; count += 1) await world.draft();
  await world.importDocument({
    workspaces: [{ id: world.workspaceId, name: 'A', plan: 'creator', monthlyReplies: 1 }],
  });
  expect((await world.usage()).body.usage).toMatchObject({ plan: 'creator', limit: 1, used: 3, remaining: 0 });
});

test('failed drafts are not counted', async () => {
  const world = await startCheckedWorld(harness, { engine: failingEngine(2, 'broken') });
  await world.draft();
  await world.draft();
  await world.draft({ message: '' });
  await world.draft({ profileId: 'prof_nowhere' });
  expect((await world.usage()).body.usage).toMatchObject({ used: 0, totals: { drafts: 0, bySource: { api: 0 } } });
});
