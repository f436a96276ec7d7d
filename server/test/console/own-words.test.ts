import { expect } from 'vitest';
import { onEachStore } from '../http/support/on-each-store.ts';
import { taughtAtOnce } from '../support/taught-at-once.ts';
import { startConsoleWorld } from './support/console-world.ts';

onEachStore('an explanation names the items of a reply by their text, and never by an id', async (harness) => {
  const message = 'do you ship to Brazil?';
  const world = await startConsoleWorld(harness, { classifiers: taughtAtOnce });
  const owner = await world.owner();
  const { workspaceId } = world;
  const tried = { profileId: 'prof_aurora', message, persona: 'published' } as const;
  const { decision } = await owner.run('tryMessage', { workspaceId }, tried);
  expect(decision.itemsUsed).toContain('f_ship');
  expect(decision.rationale).toContain('reply uses approved text from ');
  expect(decision.rationale).toContain('“shipping”');
  expect(decision.rationale).not.toMatch(/\w_\w/);
  expect((await world.draft({ message })).body.decision.rationale).toContain('f_ship');
});
