import { expect } from 'vitest';
import { eraseContact } from '../../src/admin/erase-contact.ts';
import { onEachStore } from '../http/support/on-each-store.ts';
import { startConsoleWorld } from './support/console-world.ts';

onEachStore('the teaching of an item is saved, shown, exported and imported unchanged', async (harness) => {
  const world = await startConsoleWorld(harness);
  const owner = await world.owner();
  const place = { workspaceId: world.workspaceId, profileId: 'prof_aurora' };
  const taught = { aliases: ['how much', 'how much'], nearMisses: ['is it dear?', '  '], automatic: false };
  const fact = { text: 'Mugs cost €38.', ...taught };
  const offer = { name: 'Mug', text: 'The mug is €38.', ...taught };
  await owner.run('saveItem', place, { version: 0, fact });
  await owner.run('saveItem', place, { version: 1, offer });
  const { publishedRevision, items } = await owner.run('readDraft', place);
  expect(items.filter(({ status }) => status === 'new').map(({ item }) => item)).toMatchObject([fact, offer]);
  for (const format of ['yaml', 'json'] as const) {
    const { text } = await owner.run('exportPersona', place, { format });
    const again = await owner.run('importPersona', place, { version: 2, text, mode: 'replace', dryRun: true });
    expect(again).toEqual({ version: 2, added: 0, changed: 0, removed: 0 });
  }
  await owner.run('publish', place, { version: 2, publishedRevision });
  const entry = await world.store.exportWorkspace({ workspaceId: world.workspaceId });
  const { facts, offers } = entry?.profiles?.find(({ id }) => id === 'prof_aurora')?.persona ?? {};
  expect([facts?.at(-1), offers?.at(-1)]).toMatchObject([taught, taught]);
});

onEachStore(
  'a profile with more than 20,000 training phrases is neither saved, imported nor published',
  async (harness) => {
    const world = await startConsoleWorld(harness);
    const owner = await world.owner();
    const place = { workspaceId: world.workspaceId, profileId: 'prof_aurora' };
    const path = `/workspaces/${world.workspaceId}/profiles/prof_aurora/draft`;
    const aliases = Array.from({ length: 100 }, (_, index) => `way ${index}`);
    const full = Array.from({ length: 200 }, (_, index) => ({ id: `f${index}`, text: 'a', aliases }));
    const text = JSON.stringify({ facts: full });
    await owner.run('importPersona', place, { version: 0, text, mode: 'replace', dryRun: false });
    const message =
      'The profile "Aurora Lane" has 20,001 training phrases (aliases and near misses together), but a profile may have at most 20,000. Remove at least 1 from the items that have the most.';
    const refusal = { status: 400, body: { error: 'console_input_invalid', message } };
    const fact = { text: 'One more.', nearMisses: ['x'] };
    expect(await owner.ask('POST', `${path}/items`, { version: 1, fact })).toMatchObject(refusal);
    const more = {
      version: 1,
      text: JSON.stringify({ facts: [{ id: 'more', ...fact }] }),
      mode: 'merge',
      dryRun: true,
    };
    expect(await owner.ask('POST', `${path}/import`, more)).toMatchObject(refusal);
    // A draft may be older than the limit.
    const { publishedRevision } = await owner.run('readDraft', place);
    const change = {
      accountId: null,
      by: 'test',
      action: 'import' as const,
      itemKind: null,
      itemId: null,
      title: 'Older',
      before: null,
      after: null,
      conversationId: null,
    };
    const draft = { facts: [...full, { id: 'more', ...fact }] };
    await world.store.saveDraft({
      ...place,
      version: 1,
      draft,
      baseRevision: publishedRevision,
      unpublished: 1,
      change,
    });
    expect(await owner.ask('POST', `${path}/publish`, { version: 2, publishedRevision })).toMatchObject(refusal);
  },
);

onEachStore(
  "a fact made from a conversation keeps the fan's words to itself, and loses them with the fan",
  async (harness) => {
    const world = await startConsoleWorld(harness);
    const owner = await world.owner();
    const place = { workspaceId: world.workspaceId, profileId: 'prof_aurora' };
    const conversationId = 'conv_maya';
    const fact = { text: 'The kiln fires at 1280 degrees.', aliases: ['how hot is ur kiln', 'kiln'] };
    const late = { version: 9, fact, conversationId };
    const path = `/workspaces/${world.workspaceId}/profiles/prof_aurora/draft/items`;
    expect(await owner.ask('POST', path, late)).toMatchObject({ body: { error: 'console_version_conflict' } });
    expect(await world.store.taughtPhrases(place)).toEqual([]);

    const made = await owner.run('saveItem', place, { version: 0, fact, conversationId });
    const id = made.item?.id ?? '';
    await owner.run('saveItem', place, {
      version: 1,
      id,
      fact: { ...fact, aliases: [...fact.aliases, 'my own words'] },
    });
    const words = { itemId: id, kind: 'alias', source: 'inbox', state: 'accepted', conversationId };
    expect(await world.store.taughtPhrases(place)).toMatchObject(fact.aliases.map((text) => ({ ...words, text })));
    const { version, publishedRevision } = await owner.run('readDraft', place);
    await owner.run('publish', place, { version, publishedRevision });
    const shown = (await world.persona()).body.persona.facts.at(-1);
    expect(shown).toMatchObject({ id, aliases: ['my own words'] });

    const erased = { workspaceId: world.workspaceId, contact: '@maya', conversationIds: [], dryRun: false };
    expect((await eraseContact(world.store, erased)).removed).toMatchObject({ conversations: 1, phrases: 2 });
    const left = await owner.run('exportPersona', place, { of: 'published' });
    expect(left.text).toContain('my own words');
    expect(left.text).not.toContain('kiln\n');
    const { changes } = await owner.run('listChanges', place);
    expect(JSON.stringify(changes)).not.toContain('how hot');
  },
);
