import { expect } from 'vitest';
import { onEachStore } from '../http/support/on-each-store.ts';
import { startConsoleWorld } from './support/console-world.ts';

onEachStore('a fact is written, rehearsed and published, and only then changes a draft', async (harness) => {
  const world = await startConsoleWorld(harness);
  const owner = await world.owner();
  const place = { workspaceId: world.workspaceId, profileId: 'prof_aurora' };
  const message = 'do you ship to Brazil?';
  const before = (await world.draft({ message })).body.decision;
  const studio = await owner.run('readDraft', place);
  expect(studio).toMatchObject({ version: 0, unpublishedChanges: 0, isBehind: false });
  expect(studio.items.map(({ id, status, usability }) => [id, status, usability])).toEqual([
    ['f_ship', 'live', 'usable'],
    ['f_secret', 'live', 'unapproved'],
    ['o_mug', 'live', 'usable'],
    ['ph_hi', 'live', 'usable'],
    ['ph_hold', 'live', 'usable'],
  ]);
  const text = 'I ship worldwide from Lisbon; orders leave the studio every Friday.';
  const fact = { topic: 'shipping', text, aliases: ['delivery', 'do you post abroad'] };
  const saved = await owner.run('saveItem', place, { version: 0, id: 'f_ship', fact });
  expect(saved).toMatchObject({ version: 1, unpublishedChanges: 1, item: { id: 'f_ship', status: 'changed' } });
  expect(saved.change).toMatchObject({ action: 'change', by: { name: 'Ada Owner' }, canUndo: true, after: { text } });
  expect((await world.draft({ message })).body.decision.reply).toBe(before.reply);

  const rehearsal = await owner.run('rehearse', place, {});
  expect(rehearsal).toMatchObject({ version: 1, drafted: 1, unchanged: 0 });
  expect(rehearsal.changed[0]?.id).toBe('conv_maya');
  // This persona has no training phrases, so the new words may also make an answer less certain.
  expect(rehearsal.changed[0]?.differs).toContain('reply');
  expect(rehearsal.changed[0]?.before.reply).toContain('Tuesday');
  expect(rehearsal.changed[0]?.after.reply).toContain('Friday');

  const { version, publishedRevision } = rehearsal;
  const stale = await owner.ask('POST', `/workspaces/${world.workspaceId}/profiles/prof_aurora/draft/publish`, {
    version: 0,
    publishedRevision,
  });
  expect(stale).toMatchObject({ status: 409, body: { error: 'console_version_conflict' } });
  await owner.run('publish', place, { version, publishedRevision });
  expect((await world.draft({ message })).body.decision.reply).toContain('Friday');
  const after = await owner.run('readDraft', place);
  expect(after).toMatchObject({ unpublishedChanges: 0, version: 2 });
  const { changes } = await owner.run('listChanges', place);
  expect(changes.map(({ action, title }) => [action, title])).toEqual([
    ['publish', 'Published one change'],
    ['change', 'shipping'],
  ]);
});

onEachStore('each change can be undone while its result is unmodified', async (harness) => {
  const world = await startConsoleWorld(harness);
  const owner = await world.owner();
  const place = { workspaceId: world.workspaceId, profileId: 'prof_aurora' };
  const added = await owner.run('saveItem', place, { version: 0, fact: { text: 'The kiln fires at 1280 degrees.' } });
  const itemId = added.item?.id ?? '';
  const removed = await owner.run('removeItem', { ...place, itemId: 'o_mug' }, { version: 1 });
  expect(removed).toMatchObject({ version: 2, unpublishedChanges: 2, item: { id: 'o_mug', status: 'removed' } });
  const about = { about: 'Ceramics.', voice: { emoji: 'none' as const }, rules: { neverSay: ['cheap'] } };
  await owner.run('saveAbout', place, { version: 2, about });
  const back = await owner.run('undoChange', { ...place, changeId: '2' }, { version: 3 });
  expect(back.item).toMatchObject({ id: 'o_mug', status: 'live' });
  await owner.run('undoChange', { ...place, changeId: '3' }, { version: 4 });
  expect((await owner.run('readDraft', place)).about).toMatchObject({ about: 'Ceramic artist in Lisbon.' });
  await owner.run('saveItem', place, { version: 5, id: itemId, fact: { text: 'The kiln fires at 1300 degrees.' } });
  const undoAdd = await owner.ask(
    'POST',
    `/workspaces/${world.workspaceId}/profiles/prof_aurora/draft/changes/1/undo`,
    {
      version: 6,
    },
  );
  expect(undoAdd).toMatchObject({ status: 409, body: { error: 'console_not_possible' } });
  const discarded = await owner.run('discardDraft', place, { version: 6 });
  expect(discarded.unpublishedChanges).toBe(0);
  const { changes } = await owner.run('listChanges', place);
  expect(changes[0]).toMatchObject({ action: 'discard', canUndo: true, before: null });
  const undone = await owner.run('undoChange', { ...place, changeId: changes[0]?.id ?? '' }, { version: 7 });
  expect(undone.unpublishedChanges).toBe(1);
});

onEachStore('an invalid item is refused next to its field, and nothing of it is stored', async (harness) => {
  const world = await startConsoleWorld(harness);
  const owner = await world.owner();
  const path = `/workspaces/${world.workspaceId}/profiles/prof_aurora/draft`;
  const fact = { text: 'Open in May.', validFrom: '2026-06-01T00:00:00Z', validUntil: '2026-05-01T00:00:00Z' };
  const answer = await owner.ask('POST', `${path}/items`, { version: 0, fact });
  expect(answer).toMatchObject({ status: 400, body: { fields: [{ path: 'fact.validUntil' }] } });
  const empty = await owner.ask('POST', `${path}/items`, { version: 0, fact: { text: '' } });
  expect(empty.body.fields[0].path).toBe('fact.text');
  const both = await owner.ask('POST', `${path}/items`, {
    version: 0,
    fact: { text: 'a' },
    offer: { name: 'b', text: 'c' },
  });
  expect(both.status).toBe(400);
  expect((await owner.ask('GET', path)).body.version).toBe(0);
});

onEachStore('a persona goes out as text and comes back the same, merged or in place of the draft', async (harness) => {
  const world = await startConsoleWorld(harness);
  const owner = await world.owner();
  const place = { workspaceId: world.workspaceId, profileId: 'prof_aurora' };
  const { text } = await owner.run('exportPersona', place, {});
  expect(text).toContain('text: I ship worldwide');
  const same = await owner.run('importPersona', place, { version: 0, text, mode: 'replace', dryRun: true });
  expect(same).toEqual({ version: 0, added: 0, changed: 0, removed: 0 });
  const more = JSON.stringify({ facts: [{ id: 'f_new', text: 'Visits are on Mondays.' }] });
  const merged = await owner.run('importPersona', place, { version: 0, text: more, mode: 'merge', dryRun: false });
  expect(merged).toEqual({ version: 1, added: 1, changed: 0, removed: 0 });
  const replaced = await owner.run('importPersona', place, { version: 1, text: more, mode: 'replace', dryRun: false });
  expect(replaced).toMatchObject({ removed: 5 });
  const wrong = await owner.ask('POST', `/workspaces/${world.workspaceId}/profiles/prof_aurora/draft/import`, {
    version: 2,
    text: 'facts:\n  - id: x\n',
    mode: 'merge',
    dryRun: true,
  });
  expect(wrong).toMatchObject({ status: 400, body: { error: 'console_input_invalid' } });
});

onEachStore('a draft that began before an import reports it, and can be published over it', async (harness) => {
  const world = await startConsoleWorld(harness);
  const owner = await world.owner();
  const place = { workspaceId: world.workspaceId, profileId: 'prof_aurora' };
  const { publishedRevision } = await owner.run('readDraft', place);
  await owner.run('saveItem', place, { version: 0, fact: { text: 'New.' } });
  const profiles = [{ id: 'prof_aurora', displayName: 'Aurora Lane', persona: { about: 'Imported.' } }];
  await world.importDocument({ workspaces: [{ id: world.workspaceId, name: 'A', plan: 'agency', profiles }] });
  const behind = await owner.run('readDraft', place);
  expect(behind.isBehind).toBe(true);
  const path = `/workspaces/${world.workspaceId}/profiles/prof_aurora/draft/publish`;
  expect((await owner.ask('POST', path, { version: 1, publishedRevision })).status).toBe(409);
  await owner.run('publish', place, { version: 1, publishedRevision: behind.publishedRevision });
});

onEachStore(
  'the studio warns of items that contradict, are over, or that their own aliases do not find',
  async (harness) => {
    const world = await startConsoleWorld(harness);
    const owner = await world.owner();
    const place = { workspaceId: world.workspaceId, profileId: 'prof_aurora' };
    const facts = [
      { text: 'The studio tour takes 45 minutes and costs €12.', aliases: ['studio tour'] },
      { text: 'The studio tour takes 45 minutes and costs €15.', aliases: ['can I visit the studio'] },
      { text: 'Open in spring.', aliases: ['spring'], validUntil: '2026-01-01T00:00:00Z' },
      { topic: 'glazes', text: 'Every glaze is lead free.', aliases: ['do you post abroad'] },
    ];
    for (const [version, fact] of facts.entries()) await owner.run('saveItem', place, { version, fact });
    const { warnings } = await owner.run('readWarnings', place);
    const kinds = warnings.map(({ kind }) => kind);
    expect(kinds).toContain('contradiction');
    expect(kinds).toContain('out_of_date');
    expect(kinds).toContain('not_found_by_alias');
    expect(warnings.find(({ kind }) => kind === 'contradiction')?.message).toContain('price');
  },
);
