import { expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';
import type { WorkspaceDocument } from '../../src/domain/workspace-document.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { NewSuggestion } from '../../src/store/teaching-port.ts';
import { startStubModel } from '../support/stub-model.ts';
import { bringIn, freshFile, onBothStores, type Place } from './support/places.ts';
import { runInside } from './support/understudy.ts';

// Each test starts about a dozen processes, some of which train.
vi.setConfig({ testTimeout: 300_000 });

const place = { workspaceId: 'ws_kiln', profileId: 'prof_kiln' };
const base = ['teach', '-w', place.workspaceId, '-p', place.profileId];

const kiln: WorkspaceDocument = {
  workspaces: [
    {
      id: place.workspaceId,
      name: 'Kiln',
      plan: 'studio',
      profiles: [
        {
          id: place.profileId,
          displayName: 'Kiln Studio',
          persona: {
            about: 'Potter in Lisbon.',
            languages: ['en'],
            phrases: [{ id: 'ph_hi', use: 'greeting', text: 'Hello you!' }],
            facts: [
              {
                id: 'f_ship',
                topic: 'shipping',
                text: 'I ship within the EU from Lisbon every Tuesday.',
                aliases: ['do you post'],
              },
              { id: 'f_care', topic: 'care', text: 'Every piece is safe in the dishwasher.' },
              { id: 'f_secret', topic: 'later', text: 'A new glaze comes in May.', approved: false },
            ],
            offers: [{ id: 'o_mug', name: 'Moon mug', text: 'The Moon mug is €38 and holds 350 ml.', price: '€38' }],
          },
        },
      ],
      conversations: [
        {
          id: 'conv_fan',
          profileId: place.profileId,
          channel: 'instagram',
          contact: { name: 'Fan', handle: '@fan_of_clay' },
          messages: [{ direction: 'inbound', senderType: 'contact', body: 'hi', sentAt: '2026-11-01T10:00:00Z' }],
        },
      ],
    },
  ],
};

const answer = `Of course! Here are the phrases:
\`\`\`json
{"items":[
  {"id":"f_ship","aliases":["does it come to ghent","can my aunt in porto get a parcel","do you ship to brazil"],"nearMisses":["my parcel is late"]},
  {"id":"f_care","aliases":["can it go in the machine with the plates",],"nearMisses":["a handle broke off"]},
]}
\`\`\`
Let me know!`;

/** Stores suggestions from one fan, as the review of the fan's conversation does. */
async function suggestedByFan(env: Place, texts: readonly string[], itemId = 'f_ship'): Promise<void> {
  const location =
    env['DATABASE_URL'] === undefined
      ? ({ kind: 'sqlite', dataDir: env['UNDERSTUDY_DATA_DIR'] ?? '' } as const)
      : ({ kind: 'postgres', url: env['DATABASE_URL'], poolSize: 1 } as const);
  const store = await openStore(location, { role: 'tool' });
  const of = { itemId, kind: 'alias', source: 'inbox', conversationId: 'conv_fan' } as const;
  const phrases = texts.map((text): NewSuggestion => ({ ...of, text }));
  expect(await store.suggestPhrases({ ...place, phrases })).toBe(texts.length);
  await store.close();
}

async function aliasesOf(env: Place, itemId: string): Promise<string[]> {
  const { stdout } = await runInside(['export', '-w', place.workspaceId], env);
  const { facts, offers } = parse(stdout).workspaces[0].profiles[0].persona;
  return [...facts, ...offers].find(({ id }: { id: string }) => id === itemId).aliases ?? [];
}

onBothStores((fresh) => {
  test("an assistant's answer becomes suggestions, which have no effect until they are accepted", async () => {
    const env = await fresh();
    await bringIn(env, kiln);
    const asked = await runInside([...base, '--print'], env);
    expect(asked.stdout).toContain('[f_ship] (shipping; 29 and 10) I ship within the EU from Lisbon every Tuesday.');
    expect(asked.stdout).toContain('[o_mug] (30 and 10) The Moon mug is €38 and holds 350 ml.');
    expect(asked.stdout).not.toMatch(/glaze|do you post|conv_fan/);

    const read = await runInside([...base, '--from', freshFile('answer.txt', answer), '--json'], env);
    expect(read.json()).toMatchObject({
      suggested: 5,
      items: 2,
      known: 0,
      refused: [{ text: 'do you ship to brazil', reason: 'contradicts' }],
    });
    expect(await aliasesOf(env, 'f_ship')).toEqual(['do you post']);
    const again = await runInside([...base, '--from', '-', '--json'], env, answer);
    expect(again.json()).toMatchObject({ suggested: 0, known: 5 });

    const accepted = await runInside([...base, '--accept', 'f_ship', '--json'], env);
    expect(accepted.json()).toMatchObject({ accepted: 3, items: 1, isPublished: true, isTrained: true, refused: [] });
    expect((await aliasesOf(env, 'f_ship')).toSorted()).toEqual([
      'can my aunt in porto get a parcel',
      'do you post',
      'does it come to ghent',
    ]);
    const rejected = await runInside([...base, '--reject', 'all', '--json'], env);
    expect([rejected.json(), await aliasesOf(env, 'f_care')]).toEqual([{ rejected: 2 }, []]);
    const list = (await runInside([...base, '--list', '--json'], env)).json();
    expect(list).toMatchObject({ phrases: 4, flagged: 0, isDraft: false });
    expect(list.items[0]).toMatchObject({ id: 'f_ship', aliases: 3, nearMisses: 1, confusion: { asked: 3 } });
  });

  test('a fan\'s phrases are never accepted with "all", and never at all with values, danger or personal data', async () => {
    const env = await fresh();
    await bringIn(env, kiln);
    const harmless = ['how would a parcel reach me', 'is there any way to get clay things by mail'];
    const flagged = {
      'do you ship to brazil': 'contradicts',
      'can you post to new york': 'contradicts',
      'do you post on fridays': 'contradicts',
      'post it to 12 Mill Lane please': 'personal',
      'write to me at fan@clay.example': 'personal',
      'my name is Maria Lopez and i want a parcel': 'personal',
      'i will kill you if you do not ship': 'hazard',
      'where is order 48213': 'personal',
    };
    await suggestedByFan(env, [...harmless, ...Object.keys(flagged)]);
    const all = (await runInside([...base, '--accept', 'all', '--json'], env)).json();
    expect(all).toMatchObject({ accepted: 0, ofFans: { f_ship: 10 }, refused: [] });
    expect(await aliasesOf(env, 'f_ship')).toEqual(['do you post']);

    const one = (await runInside([...base, '--accept', 'f_ship', '--json'], env)).json();
    const reasons = one.refused.map(({ text, reason }: { text: string; reason: string }) => [text, reason]);
    expect([one.accepted, Object.fromEntries(reasons)]).toEqual([2, flagged]);
    expect((await aliasesOf(env, 'f_ship')).toSorted()).toEqual(['do you post', ...harmless].toSorted());
  });

  test('phrases from an erased contact are removed from the persona, the suggestions and the list', async () => {
    const env = await fresh();
    await bringIn(env, kiln);
    await suggestedByFan(env, ['how would a parcel reach me']);
    await runInside([...base, '--accept', 'f_ship'], env);
    await suggestedByFan(env, ['another way to ask for post']);
    await runInside(['contacts', 'erase', '-w', place.workspaceId, '--contact', '@fan_of_clay'], env);
    expect(await aliasesOf(env, 'f_ship')).toEqual(['do you post']);
    const { stdout } = await runInside([...base, '--list', '--json'], env);
    expect(stdout).not.toMatch(/parcel reach|another way/);
    expect(JSON.parse(stdout).items[0]).toMatchObject({ aliases: 1, suggested: { aliases: 0, ofFans: 0 } });
  });

  test('phrases are added to a draft with other changes, and are not published with them', async () => {
    const env = await fresh();
    await bringIn(env, kiln);
    await changedInTheConsole(env);
    await runInside([...base, '--from', freshFile('answer.txt', answer)], env);
    const accepted = await runInside([...base, '--accept', 'all'], env);
    expect(accepted.stdout).toMatch(/5 phrases accepted.*\n.*in the draft, which has \d unpublished change/);
    expect(await aliasesOf(env, 'f_ship')).toEqual(['do you post']);
    const list = (await runInside([...base, '--list', '--json'], env)).json();
    expect([list.isDraft, list.items[0].aliases]).toEqual([true, 3]);
  });

  test('an import counts the phrases that are not learned, stores all of them, and the list says why', async () => {
    const env = await fresh();
    const [entry] = kiln.workspaces;
    const [profile] = entry?.profiles ?? [];
    const facts = profile?.persona?.facts?.map((fact) => ({
      ...fact,
      aliases: ['mail me at joe@example.com', 'what about clay'],
    }));
    const persona = { ...profile?.persona, facts };
    const given = { workspaces: [{ ...entry, profiles: [{ ...profile, persona }] }] };
    const { code, stderr } = await runInside(['import', '-'], env, JSON.stringify(given));
    expect(code).toBe(0);
    expect(stderr).toContain(
      '! Kiln Studio: 6 of 6 training phrases are not learned. To see why, run: understudy teach --list --workspace ws_kiln',
    );
    const { stdout } = await runInside([...base, '--list'], env);
    expect(stdout).toContain('6 phrases are not learned');
    expect(stdout).toContain('It contains personal data');
    expect(stdout).toContain('The item "f_care" has the same alias.');
    expect(await aliasesOf(env, 'f_ship')).toHaveLength(2);
  });

  test('with a configured model it estimates first, asks in one form, stores the results and continues where it stopped', async () => {
    const env = await fresh();
    await bringIn(env, kiln);
    const stub = await startStubModel({ kind: 'text', text: answer });
    onTestFinished(() => stub.close());
    const withModel = { ...env, UNDERSTUDY_MODEL: 'openai-compatible:stub', UNDERSTUDY_MODEL_BASE_URL: stub.baseUrl };
    const unasked = await runInside(base, withModel);
    expect([unasked.code, stub.requests.length]).toEqual([1, 0]);
    expect(unasked.stderr).toMatch(
      /3 items of Kiln Studio in 1 request to openai-compatible:stub: about \d.* input and \d.* output tokens/,
    );
    expect(unasked.stderr).toContain('--yes');

    const run = await runInside([...base, '--yes', '--json'], withModel);
    expect(run.json()).toMatchObject({ requests: 1, suggested: 5, missing: [], refused: [{ reason: 'contradicts' }] });
    const [request] = stub.requests;
    expect(JSON.parse(request?.raw ?? '{}').response_format).toMatchObject({
      type: 'json_schema',
      json_schema: { name: 'teaching' },
    });
    expect(request?.system).toContain('[f_care] (care; 30 and 10) Every piece is safe in the dishwasher.');

    stub.behave({ kind: 'status', status: 401 });
    const next = await runInside([...base, '--yes', '--json'], withModel);
    expect([next.code, next.json().missing]).toEqual([1, [{ itemIds: ['o_mug'], reason: 'it rejected the request' }]]);
  });
});

/** Makes an unpublished change to the draft. */
async function changedInTheConsole(env: Place): Promise<void> {
  const location =
    env['DATABASE_URL'] === undefined
      ? ({ kind: 'sqlite', dataDir: env['UNDERSTUDY_DATA_DIR'] ?? '' } as const)
      : ({ kind: 'postgres', url: env['DATABASE_URL'], poolSize: 1 } as const);
  const store = await openStore(location, { role: 'tool' });
  const record = await store.personaDraft(place);
  if (record === null) throw new Error('the profile is gone');
  const { published: before, publishedRevision: baseRevision, version } = record;
  const change = {
    accountId: null,
    by: 'Ada',
    action: 'about',
    itemKind: null,
    itemId: null,
    title: 'About',
    conversationId: null,
  } as const;
  await store.saveDraft({
    ...place,
    version,
    draft: { ...before, about: 'Potter in Porto.' },
    baseRevision,
    unpublished: 1,
    change: { ...change, before: null, after: null },
  });
  await store.close();
}
