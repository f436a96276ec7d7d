import { expect } from 'vitest';
import { onEachStore } from '../http/support/on-each-store.ts';
import { startStubModel } from '../support/stub-model.ts';
import { type ConsoleWorld, startConsoleWorld } from './support/console-world.ts';

const answer = JSON.stringify({
  items: [
    {
      id: 'f_ship',
      aliases: ['can you send one to Toronto', 'is Canada a problem'],
      nearMisses: ['do you sell in shops abroad'],
    },
    { id: 'o_mug', aliases: ['what does the mug cost'] },
    { id: 'nobody', aliases: ['a phrase of no item'] },
  ],
});

const placeOf = ({ workspaceId }: ConsoleWorld) => ({ workspaceId, profileId: 'prof_aurora' });

onEachStore(
  "an assistant's answer waits as suggestions, and is accepted one by one, by item, or all at once",
  async (harness) => {
    const world = await startConsoleWorld(harness);
    const editor = await world.member('editor');
    const place = placeOf(world);
    const { request, items } = await editor.run('readTeachingRequest', place);
    expect(items).toBe(2);
    expect(request).toContain('I ship worldwide from Lisbon');
    expect(request).not.toContain('hi! do you ship to Brazil?');
    const pasted = await editor.run('pasteTeaching', place, { answer: `Here you are:\n${answer}` });
    expect(pasted).toMatchObject({ suggested: 4, known: 0, refused: [{ itemId: 'nobody' }] });

    const phrase = { kind: 'alias' as const, text: 'is Canada a problem' };
    await editor.run('settleTeaching', place, { outcome: 'rejected', itemId: 'f_ship', phrase });
    const one = { kind: 'near_miss' as const, text: 'do you sell in shops abroad' };
    expect(
      await editor.run('settleTeaching', place, { outcome: 'accepted', itemId: 'f_ship', phrase: one }),
    ).toMatchObject({
      changed: 1,
      isPublished: true,
    });
    expect(await itemOf(world, 'f_ship')).toMatchObject({
      nearMisses: ['do you sell in shops abroad'],
      suggested: [{ kind: 'alias', text: 'can you send one to Toronto', isOfFan: false }],
    });
    expect(await editor.run('settleTeaching', place, { outcome: 'accepted', itemId: 'f_ship' })).toMatchObject({
      changed: 1,
    });
    expect(await editor.run('settleTeaching', place, { outcome: 'accepted' })).toMatchObject({ changed: 1, ofFans: 0 });
    expect((await itemOf(world, 'o_mug'))?.aliases).toEqual(['what does the mug cost']);
    const { changes } = await editor.run('listChanges', place);
    expect(changes[0]?.by.name).toBe('editor 1');
  },
);

onEachStore('what fans wrote is accepted one by one, never those of an item or all in one go', async (harness) => {
  const world = await startConsoleWorld(harness);
  const editor = await world.member('editor');
  const place = placeOf(world);
  const text = 'will it reach me in Toronto';
  const ofFan = { itemId: 'f_ship', kind: 'alias', text, source: 'inbox', conversationId: 'conv_maya' } as const;
  await world.store.suggestPhrases({ ...place, phrases: [ofFan] });
  for (const chosen of [{}, { itemId: 'f_ship' }])
    expect(await editor.run('settleTeaching', place, { outcome: 'accepted', ...chosen })).toMatchObject({
      changed: 0,
      ofFans: 1,
    });
  expect((await itemOf(world, 'f_ship'))?.aliases).not.toContain(text);
  const phrase = { kind: 'alias' as const, text };
  const settled = await editor.run('settleTeaching', place, { outcome: 'accepted', itemId: 'f_ship', phrase });
  expect(settled).toMatchObject({ changed: 1, ofFans: 0 });
  expect((await itemOf(world, 'f_ship'))?.aliases).toContain(text);
});

onEachStore(
  'recognition tells how many unseen questions find an item, and which items took the others',
  async (harness) => {
    const facts = [
      { id: 'f_ship', topic: 'shipping', text: 'I ship worldwide.', aliases: ways('post a parcel to') },
      { id: 'f_glaze', topic: 'glaze', text: 'All glazes are food safe.', aliases: ways('is the glaze safe with') },
      { id: 'f_none', topic: 'cats', text: 'I have two cats.' },
    ];
    const profiles = [{ id: 'prof_aurora', displayName: 'Aurora Lane', persona: { facts } }];
    const world = await startConsoleWorld(harness, { workspace: { profiles, conversations: [] } });
    const reviewer = await world.member('reviewer');
    const { items } = await reviewer.run('readRecognition', placeOf(world));
    expect(items.find(({ id }) => id === 'f_none')).toMatchObject({ asked: 0, found: 0 });
    for (const id of ['f_ship', 'f_glaze']) {
      const item = items.find((each) => each.id === id);
      expect(item?.asked).toBe(10);
      expect(item?.found, id).toBeGreaterThanOrEqual(8);
    }
  },
);

onEachStore('the model suggests only where the workspace allows it, after its cost was shown', async (harness) => {
  const stub = await startStubModel();
  stub.behave({
    kind: 'answer',
    with: () => ({ items: ['f_ship', 'o_mug'].map((id) => ({ id, aliases: [`new way for ${id}`], nearMisses: [] })) }),
  });
  const model = {
    provider: 'openai-compatible',
    name: 'stub',
    baseUrl: stub.baseUrl,
    key: null,
    isRequired: false,
    timeoutMs: 5_000,
    maxInputTokens: 8_000,
    maxOutputTokens: 2_000,
    concurrency: 2,
    concurrencyPerWorkspace: 1,
    cachedReadings: 0,
  } as const;
  const world = await startConsoleWorld(harness, { config: { model } });
  const editor = await world.member('editor');
  const place = placeOf(world);
  expect(await editor.run('planModelTeaching', place)).toMatchObject({ model: null, items: 0 });
  const refused = await editor.ask('POST', `/workspaces/${world.workspaceId}/profiles/prof_aurora/teaching/model`, {});
  expect(refused).toMatchObject({ status: 409, body: { error: 'console_not_possible' } });
  expect(stub.requests).toHaveLength(0);

  await world.importDocument({
    workspaces: [{ id: world.workspaceId, name: 'Aurora Lane', plan: 'agency', drafting: { model: true } }],
  });
  const plan = await editor.run('planModelTeaching', place);
  expect(plan).toMatchObject({ model: 'openai-compatible:stub', items: 2, requests: 1 });
  expect(plan.inputTokens).toBeGreaterThan(100);
  const taught = await editor.run('askModelTeaching', place);
  expect(taught).toMatchObject({ suggested: 2, itemsLeft: 0, failure: null });
  expect(stub.requests).toHaveLength(1);
  expect(stub.requests[0]?.raw).not.toContain('hi! do you ship to Brazil?');
  expect((await itemOf(world, 'o_mug'))?.suggested).toEqual([
    { kind: 'alias', text: 'new way for o_mug', isOfFan: false },
  ]);
  await stub.close();
});

async function itemOf(world: ConsoleWorld, itemId: string) {
  const owner = await world.owner();
  const { items } = await owner.run('readTeaching', placeOf(world));
  return items.find(({ id }) => id === itemId);
}

function ways(beginning: string): string[] {
  const ends = ['milk', 'tea', 'coffee', 'soup', 'water', 'lemon', 'salt', 'sugar', 'bread', 'honey'];
  return ends.map((end) => `${beginning} ${end}`);
}
