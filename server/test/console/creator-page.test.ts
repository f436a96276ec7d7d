import { expect } from 'vitest';
import { onEachStore } from '../http/support/on-each-store.ts';
import { startConsoleWorld } from './support/console-world.ts';

const profileId = 'prof_aurora';
const slug = 'aurora';

onEachStore('an owner makes a Page, changes one setting of it at a time, and removes it', async (harness) => {
  const world = await startConsoleWorld(harness);
  const { workspaceId } = world;
  const owner = await world.owner();
  const made = await owner.run('createPage', { workspaceId }, { profileId, slug });
  expect(made).toMatchObject({
    url: `${world.url}/p/aurora`,
    embedCode: `<script src="${world.url}/p/page.js" data-page="aurora"></script>`,
    settings: { status: 'active', robots: 'noindex', frameAncestors: [], dailyReplies: null },
    today: { replies: 0, handoffs: 0 },
  });
  expect(made.dailyReplies).toBeGreaterThan(0);
  const frameAncestors = ['https://aurora.example'];
  const changed = await owner.run('changePage', { workspaceId, slug }, { frameAncestors });
  expect(changed).toEqual({ ...made, settings: { ...made.settings, frameAncestors } });
  expect((await owner.run('listPages', { workspaceId })).pages).toEqual([changed]);
  await owner.run('removePage', { workspaceId, slug }, {});
  expect((await owner.run('listPages', { workspaceId })).pages).toEqual([]);
});

onEachStore('the preview shows the Page with the draft, and lists new, changed and removed items', async (harness) => {
  const world = await startConsoleWorld(harness);
  const { workspaceId } = world;
  const owner = await world.owner();
  await owner.run('createPage', { workspaceId }, { profileId, slug });
  const place = { workspaceId, profileId };
  const preview = (source: 'draft' | 'published') => owner.run('previewPage', { workspaceId, slug }, { source });
  expect((await preview('draft')).items).toEqual([]);
  const { version } = await owner.run('readDraft', place);
  const fact = { text: 'Members get the code MOON15.', topic: 'codes', onPage: true };
  const saved = await owner.run('saveItem', place, { version, fact });
  const drafted = await preview('draft');
  expect(drafted.items).toMatchObject([{ title: 'codes', change: 'comes', doubts: ['code', 'members'] }]);
  expect(drafted.html).toContain('Members get the code MOON15.');
  expect((await preview('published')).html).not.toContain('MOON15');

  const { publishedRevision } = await owner.run('readDraft', place);
  const published = await owner.run('publish', place, { version: saved.version, publishedRevision });
  expect((await preview('published')).items).toMatchObject([{ change: 'stays' }]);
  const id = saved.item?.id ?? '';
  const reworded = { ...fact, text: 'Members get the code SUN20.' };
  const changed = await owner.run('saveItem', place, { version: published.version, id, fact: reworded });
  expect((await preview('draft')).items).toMatchObject([{ id, change: 'changes' }]);
  await owner.run('saveItem', place, { version: changed.version, id, fact: { ...fact, onPage: false } });
  expect((await preview('draft')).items).toMatchObject([{ id, change: 'goes' }]);
});
