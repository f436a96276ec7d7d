import { expect } from 'vitest';
import { eraseContact } from '../../src/admin/erase-contact.ts';
import { onEachStore } from '../http/support/on-each-store.ts';
import { sampleWorkspace } from '../support/world.ts';

const workspaceId = 'ws_handles';
const people = {
  nina: ['nina', '@Nina ', ' @nina', 'NINA', '@@nina', '@ Nina', '\tnina\n'],
  ünal: ['ünal', '@Ünal', 'ÜNAL', 'u\u0308nal', '@U\u0308NAL ', ' Ünal'],
  νίκη: ['νίκη', '@ΝΊΚΗ', 'νι\u0301κη'],
  others: ['ninah', 'ni na', 'unal', 'nina@aurora.example', ''],
};

onEachStore(
  'a person is found by their handle however it and the stored ones are written: @, spaces, large letters of any script, accents composed or not',
  async (harness) => {
    const { store } = await harness.openFresh();
    const conversations = Object.entries(people).flatMap(([person, handles]) =>
      handles.map((handle, at) => ({
        id: `conv ${person} ${at}`,
        profileId: 'prof_aurora',
        contact: { name: person, handle },
      })),
    );
    await store.importDocument(
      { workspaces: [{ ...sampleWorkspace(workspaceId), conversations }] },
      { forceState: false, dryRun: false },
    );
    const find = async (contact: string) => {
      const found = await eraseContact(store, { workspaceId, contact, conversationIds: [], dryRun: true });
      return found.conversations.map(({ conversationId }) => conversationId);
    };
    for (const [person, handles] of Object.entries(people).slice(0, 3)) {
      const all = conversations.filter(({ contact }) => contact.name === person).map(({ id }) => id);
      for (const handle of handles) expect((await find(handle)).toSorted(), JSON.stringify(handle)).toEqual(all);
    }
    await eraseContact(store, { workspaceId, contact: '@NINA ', conversationIds: [], dryRun: false });
    const left = await store.listConversations({ workspaceId, state: null, limit: 100 });
    expect(left).toHaveLength(conversations.length - people.nina.length);
  },
);

onEachStore('a handle is found beyond the first page of many conversations', async (harness) => {
  const { store } = await harness.openFresh();
  const conversations = Array.from({ length: 10_001 }, (_, at) => ({
    id: `conv_${String(at).padStart(6, '0')}`,
    profileId: 'prof_aurora',
    ...(at % 5_000 === 0 && { contact: { name: 'Nina', handle: '@Nina' } }),
  }));
  await store.importDocument(
    { workspaces: [{ ...sampleWorkspace(workspaceId), conversations }] },
    { forceState: false, dryRun: false },
  );
  const found = await store.contactConversations({ workspaceId, handle: 'nina', conversationIds: ['conv_000001'] });
  expect(found.map(({ conversationId }) => conversationId)).toEqual([
    'conv_000000',
    'conv_000001',
    'conv_005000',
    'conv_010000',
  ]);
});
