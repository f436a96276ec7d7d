import { expect } from 'vitest';
import { onEachStore } from '../http/support/on-each-store.ts';
import { taughtAtOnce } from '../support/taught-at-once.ts';
import { startConsoleWorld } from './support/console-world.ts';

onEachStore('an explanation names what a reply rests on in its own words, and never by an id', async (harness) => {
  const message = 'do you ship to Brazil?';
  const messages = [{ direction: 'inbound' as const, body: message, sentAt: '2026-01-01T10:00:00Z' }];
  const conversations = [{ id: 'conv_maya', profileId: 'prof_aurora', messages }];
  const world = await startConsoleWorld(harness, { classifiers: taughtAtOnce, workspace: { conversations } });
  const owner = await world.owner();
  const { workspaceId } = world;
  const read = async () => {
    const { draft } = await owner.run('readThread', { workspaceId, conversationId: 'conv_maya' });
    expect(draft?.decision.itemsUsed).toContain('f_ship');
    return draft?.decision.rationale ?? '';
  };
  const fresh = await read();
  expect(fresh).toContain('; the reply rests on ');
  expect(fresh).toContain('“shipping”');
  expect(fresh).not.toMatch(/\w_\w/);

  const drafted = await world.draft({ conversationId: 'conv_maya', message });
  expect(drafted.body.decision.rationale).toContain('f_ship');
  expect(await read()).toBe(fresh);

  const place = { workspaceId, profileId: 'prof_aurora' };
  const { publishedRevision } = await owner.run('readDraft', place);
  await owner.run('removeItem', { ...place, itemId: 'f_ship' }, { version: 0 });
  await owner.run('publish', place, { version: 1, publishedRevision });
  expect(await read()).toContain('an item that is gone');
});
