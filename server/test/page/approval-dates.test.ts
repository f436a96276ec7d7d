import { expect } from 'vitest';
import { startConsoleWorld } from '../console/support/console-world.ts';
import { onEachStore } from '../http/support/on-each-store.ts';
import { openPage, pagePersona } from './support/open-page.ts';
import { ask } from './support/visitor.ts';

const dayMs = 86_400_000;
const shipped = 'I ship worldwide from Lisbon; orders leave the studio every Friday.';
const dayBefore = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);

onEachStore('an answer shows the day on which its item was published, not that of the first visit', async (harness) => {
  const world = await openPage(harness);
  const { facts = [], ...persona } = pagePersona();
  const reworded = facts.map((fact) => (fact.id === 'f_ship' ? { ...fact, text: shipped } : fact));
  const profiles = [{ id: 'prof_aurora', displayName: 'Aurora Lane', persona: { ...persona, facts: reworded } }];
  const workspaces = [{ id: world.workspaceId, name: 'Aurora Lane', plan: 'agency' as const, profiles }];
  const threeDaysAgo = await world.openAt(-3 * dayMs);
  await threeDaysAgo.importDocument({ workspaces }, { forceState: false, dryRun: false });
  const { body } = await ask(world.page, 'do you ship to Brazil?');
  expect(body.parts).toEqual([{ text: shipped, topic: 'shipping', approvedOn: dayBefore(3), url: null }]);
});

onEachStore('the preview shows the days of approval, and today for what is new or changed', async (harness) => {
  const world = await startConsoleWorld(harness);
  const { workspaceId } = world;
  const [slug, profileId] = ['aurora', 'prof_aurora'];
  const profiles = [{ id: profileId, displayName: 'Aurora Lane', persona: pagePersona() }];
  const workspaces = [{ id: workspaceId, name: 'Aurora Lane', plan: 'agency' as const, profiles }];
  const fiveDaysAgo = await world.openAt(-5 * dayMs);
  await fiveDaysAgo.importDocument({ workspaces }, { forceState: false, dryRun: false });
  const owner = await world.owner();
  await owner.run('createPage', { workspaceId }, { profileId, slug });
  const place = { workspaceId, profileId };
  const preview = async (source: 'draft' | 'published') => {
    const { html } = await owner.run('previewPage', { workspaceId, slug }, { source });
    const days = [...html.matchAll(/Approved on (\w+ \d+, \d{4})/g)].map(([, day]) => `${day} UTC`);
    return days.map((day) => new Date(day).toISOString().slice(0, 10));
  };
  expect(new Set(await preview('published'))).toEqual(new Set([dayBefore(5)]));

  const { items, version, publishedRevision } = await owner.run('readDraft', place);
  const fact = items.flatMap((each) => (each.kind === 'fact' && each.item.id === 'f_ship' ? [each.item] : []))[0];
  const { id = '', ...rest } = fact ?? { text: '' };
  const saved = await owner.run('saveItem', place, { version, id, fact: { ...rest, text: shipped } });
  expect(new Set(await preview('draft'))).toEqual(new Set([dayBefore(0), dayBefore(5)]));
  expect(new Set(await preview('published'))).toEqual(new Set([dayBefore(5)]));
  await owner.run('publish', place, { version: saved.version, publishedRevision });
  const noted = await world.store.notedItems(place);
  expect(noted.filter(({ at }) => at > Date.now() - dayMs).map((item) => item.id)).toEqual(['f_ship']);
  expect(new Set(await preview('published'))).toEqual(new Set([dayBefore(0), dayBefore(5)]));
});
