import { describe, expect, test } from 'vitest';
import type { WorkspaceEntry } from '../../../src/domain/workspace-document.ts';
import { OperatorError } from '../../../src/lib/errors.ts';
import type { StoreHarness } from '../../support/store-harness.ts';
import { importEntries, openWorkspaces } from './open-workspaces.ts';
import { conversationDocument, inbound, outbound, profileDocument, workspaceEntry } from './workspace-entry.ts';
import { draftWrite, handOff } from './writes.ts';

const tally = (created: number, updated: number, unchanged: number) => ({ created, updated, unchanged });

export function describeImports(harness: StoreHarness): void {
  describe('imports', () => {
    test('new records are created, equal ones skipped, different ones updated, and each is counted', async () => {
      const { store } = await harness.openFresh();
      expect(await importEntries(store, workspaceEntry(), workspaceEntry({ id: 'ws_borealis' }))).toEqual({
        workspaces: tally(2, 0, 0),
        profiles: tally(2, 0, 0),
        conversations: tally(2, 0, 0),
        messages: tally(4, 0, 0),
        keptAwaiting: [],
      });
      expect(await importEntries(store, workspaceEntry())).toEqual({
        workspaces: tally(0, 0, 1),
        profiles: tally(0, 0, 1),
        conversations: tally(0, 0, 1),
        messages: tally(0, 0, 2),
        keptAwaiting: [],
      });
      const changed = workspaceEntry({
        plan: 'agency',
        profiles: [profileDocument({ displayName: 'Aurora L.' }), profileDocument({ id: 'prof_two' })],
        conversations: [
          conversationDocument({ channel: 'sms', messages: [inbound('a new one', '2026-03-02T10:00:00Z')] }),
          conversationDocument({ id: 'conv_two', messages: [inbound('x', '2026-03-02T10:00:00Z')] }),
        ],
      });
      expect(await importEntries(store, changed)).toEqual({
        workspaces: tally(0, 1, 0),
        profiles: tally(1, 1, 0),
        conversations: tally(1, 1, 0),
        messages: tally(2, 0, 0),
        keptAwaiting: [],
      });
      expect(await importEntries(store, changed)).toMatchObject({
        workspaces: tally(0, 0, 1),
        messages: tally(0, 0, 2),
      });
    });

    test('omitted records stay', async () => {
      const { store } = await openWorkspaces(harness);
      const before = await store.exportWorkspace({ workspaceId: 'ws_aurora' });
      await importEntries(store, workspaceEntry({ profiles: undefined, conversations: undefined }));
      await importEntries(
        store,
        workspaceEntry({ profiles: [], conversations: [conversationDocument({ messages: [] })] }),
      );
      await importEntries(store, workspaceEntry({ id: 'ws_borealis' }));
      expect(await store.exportWorkspace({ workspaceId: 'ws_aurora' })).toEqual(before);
    });

    test('null clears the overrides of a workspace, [] clears its origins, and omitted fields stay', async () => {
      const settings = { webhook: { url: 'https://hooks.example/in' } };
      const { store } = await openWorkspaces(harness, workspaceEntry({ monthlyReplies: 7, notifications: settings }));
      const settingsNow = async () => {
        const [listed] = await store.listWorkspaces();
        return [listed?.monthlyReplies, listed?.notifications, listed?.allowedOrigins];
      };
      const bare = { id: 'ws_aurora', name: 'Aurora Lane Studio', plan: 'creator' } as const;
      expect((await importEntries(store, bare)).workspaces).toEqual(tally(0, 0, 1));
      expect(await settingsNow()).toEqual([7, settings, ['https://desk.aurora.example']]);
      const cleared = { ...bare, monthlyReplies: null, notifications: null, allowedOrigins: [] };
      expect((await importEntries(store, cleared)).workspaces).toEqual(tally(0, 1, 0));
      expect(await settingsNow()).toEqual([null, null, []]);
      expect((await importEntries(store, cleared)).workspaces).toEqual(tally(0, 0, 1));
      const exported = await store.exportWorkspace({ workspaceId: 'ws_aurora' });
      expect(exported).not.toHaveProperty('monthlyReplies');
      expect(exported).not.toHaveProperty('notifications');
      await importEntries(store, { ...cleared, id: 'ws_new' });
      expect(await store.exportWorkspace({ workspaceId: 'ws_new' })).toMatchObject({ allowedOrigins: [] });
    });

    test('a profile without a persona in the document keeps its own, whatever else changes', async () => {
      const { store } = await openWorkspaces(harness);
      const before = await store.profile({ workspaceId: 'ws_aurora', profileId: 'prof_aurora' });
      const named = (more: object) =>
        workspaceEntry({
          profiles: [{ id: 'prof_aurora', displayName: 'Aurora Lane', ...more }],
          conversations: undefined,
        });
      expect((await importEntries(store, named({}))).profiles).toEqual(tally(0, 0, 1));
      expect(await store.profile({ workspaceId: 'ws_aurora', profileId: 'prof_aurora' })).toEqual(before);
      expect((await importEntries(store, named({ displayName: 'Aurora L.' }))).profiles).toEqual(tally(0, 1, 0));
      const renamed = await store.profile({ workspaceId: 'ws_aurora', profileId: 'prof_aurora' });
      expect(renamed).toMatchObject({ displayName: 'Aurora L.', persona: before?.persona });
      expect(renamed?.revision).not.toBe(before?.revision);
      await importEntries(store, named({ displayName: 'Aurora L.', persona: {} }));
      expect((await store.profile({ workspaceId: 'ws_aurora', profileId: 'prof_aurora' }))?.persona).toEqual({});
      const unknown = workspaceEntry({ id: 'ws_new', profiles: [{ id: 'p', displayName: 'P' }], conversations: [] });
      expect((await importEntries(store, unknown)).profiles).toEqual(tally(1, 0, 0));
      expect((await store.profile({ workspaceId: 'ws_new', profileId: 'p' }))?.persona).toEqual({});
    });

    test('the profiles of a workspace are returned, active or not, and none of another', async () => {
      const { store } = await openWorkspaces(
        harness,
        workspaceEntry({ profiles: [profileDocument(), profileDocument({ id: 'prof_off', status: 'inactive' })] }),
        workspaceEntry({ id: 'ws_borealis', profiles: [profileDocument({ id: 'prof_theirs' })], conversations: [] }),
      );
      const known = (workspaceId: string, ...profileIds: string[]) => store.knownProfiles({ workspaceId, profileIds });
      const asked = ['prof_off', 'prof_theirs', 'prof_aurora', '"', ''];
      expect((await known('ws_aurora', ...asked)).toSorted()).toEqual(['prof_aurora', 'prof_off']);
      expect(await known('ws_borealis', ...asked)).toEqual(['prof_theirs']);
      expect(await known('ws_nowhere', ...asked)).toEqual([]);
      expect(await known('ws_aurora')).toEqual([]);
    });

    test('a given persona replaces the stored one entirely, so that a deleted price is gone', async () => {
      const offer = { id: 'o_mug', name: 'Moon mug', text: 'The Moon mug is €38.', price: '€38' };
      const { store } = await openWorkspaces(
        harness,
        workspaceEntry({ profiles: [profileDocument({ persona: { offers: [offer] } })] }),
      );
      const persona = { facts: [{ id: 'f_only', text: 'I make mugs.' }] };
      await importEntries(store, workspaceEntry({ profiles: [profileDocument({ persona })] }));
      expect((await store.profile({ workspaceId: 'ws_aurora', profileId: 'prof_aurora' }))?.persona).toEqual(persona);
    });

    test('a message with a known id is updated, and never duplicated', async () => {
      const withMessages = (...messages: ReturnType<typeof inbound>[]) =>
        workspaceEntry({ conversations: [conversationDocument({ messages })] });
      const { store } = await openWorkspaces(harness, withMessages(inbound('tpyo', '2026-03-01T10:00:00Z', 'm-1')));
      const mended = withMessages(
        inbound('typo', '2026-03-01T10:00:00Z', 'm-1'),
        outbound('new', '2026-03-01T10:00:00Z'),
      );
      expect((await importEntries(store, mended)).messages).toEqual(tally(1, 1, 0));
      const entry = await store.exportWorkspace({ workspaceId: 'ws_aurora' });
      expect(entry?.conversations?.[0]?.messages?.map(({ body }) => body)).toEqual(['typo', 'new']);
    });

    test('a message that occurs twice in a document is stored once', async () => {
      const twice = [inbound('again', '2026-03-01T10:00:00Z'), inbound('again', '2026-03-01T11:00:00+01:00')];
      const { store } = await openWorkspaces(
        harness,
        workspaceEntry({ conversations: [conversationDocument({ messages: twice })] }),
      );
      const [summary] = await store.listConversations({ workspaceId: 'ws_aurora', state: null, limit: 1 });
      expect(summary?.messages).toBe(1);
    });

    test('a conversation keeps awaiting its creator whatever the document says, and is reported, unless forced', async () => {
      const { store } = await openWorkspaces(harness);
      await handOff(store);
      const stateAfter = async (entry: WorkspaceEntry, forceState = false) => {
        const summary = await store.importDocument({ workspaces: [entry] }, { forceState, dryRun: false });
        const exported = await store.exportWorkspace({ workspaceId: 'ws_aurora' });
        return [
          exported?.conversations?.[0]?.state,
          summary.keptAwaiting.length,
          summary.keptAwaiting.join().includes('conv_maya'),
        ];
      };
      const said = (state: 'open' | 'closed' | 'awaiting_owner') =>
        workspaceEntry({ conversations: [conversationDocument({ state })] });
      expect(await stateAfter(said('open'))).toEqual(['awaiting_owner', 1, true]);
      expect(await stateAfter(said('closed'))).toEqual(['awaiting_owner', 1, true]);
      expect(await stateAfter(said('awaiting_owner'))).toEqual(['awaiting_owner', 0, false]);
      const unsaid = workspaceEntry({ conversations: [{ id: 'conv_maya', profileId: 'prof_aurora' }] });
      expect((await stateAfter(unsaid))[0]).toBe('awaiting_owner');
      expect(await stateAfter(said('closed'), true)).toEqual(['closed', 0, false]);
      expect(await stateAfter(said('open'))).toEqual(['open', 0, false]);
    });

    test('a dry run shows what would happen and changes nothing', async () => {
      const { store } = await openWorkspaces(harness);
      const before = await store.exportWorkspace({ workspaceId: 'ws_aurora' });
      const workspaces = [
        workspaceEntry({
          name: 'Changed',
          conversations: [conversationDocument({ id: 'conv_new', messages: [inbound('x', '2026-03-01T10:00:00Z')] })],
        }),
        workspaceEntry({ id: 'ws_new' }),
      ];
      const dry = await store.importDocument({ workspaces }, { forceState: false, dryRun: true });
      expect(await store.exportWorkspace({ workspaceId: 'ws_aurora' })).toEqual(before);
      expect(await store.exportWorkspace({ workspaceId: 'ws_new' })).toBeNull();
      expect((await store.listWorkspaces()).map(({ workspaceId }) => workspaceId)).toEqual(['ws_aurora']);
      expect(await store.importDocument({ workspaces }, { forceState: false, dryRun: false })).toEqual(dry);
      expect(dry).toMatchObject({ workspaces: tally(1, 1, 0), messages: tally(3, 0, 0) });
    });

    test('conversations of unknown profiles are rejected, each with its path, and nothing in the document is stored', async () => {
      const { store } = await openWorkspaces(harness);
      const before = await store.exportWorkspace({ workspaceId: 'ws_aurora' });
      const workspaces = [
        workspaceEntry({ name: 'Changed', conversations: [conversationDocument({ profileId: 'prof_aurora' })] }),
        workspaceEntry({
          id: 'ws_new',
          conversations: [
            conversationDocument(),
            conversationDocument({ id: 'conv_lost', profileId: 'prof_nobody' }),
            conversationDocument({ id: 'conv_lost_too', profileId: 'prof_no_one' }),
          ],
        }),
      ];
      const refusal: unknown = await store
        .importDocument({ workspaces }, { forceState: false, dryRun: false })
        .catch((error: unknown) => error);
      if (!(refusal instanceof OperatorError)) throw new Error(`not an operator error but ${String(refusal)}`);
      expect(refusal.faults).toHaveLength(2);
      expect(refusal.faults[0]).toMatch(/workspaces\W+1\W+conversations\W+1\W+profileId.*prof_nobody/s);
      expect(refusal.faults[1]).toMatch(/workspaces\W+1\W+conversations\W+2\W+profileId.*prof_no_one/s);
      expect(await store.exportWorkspace({ workspaceId: 'ws_aurora' })).toEqual(before);
      expect(await store.exportWorkspace({ workspaceId: 'ws_new' })).toBeNull();
    });

    test('a conversation may refer to a stored profile, but only to one in its own workspace', async () => {
      const { store } = await openWorkspaces(harness);
      const added = [conversationDocument({ id: 'conv_added' })];
      expect(await importEntries(store, workspaceEntry({ profiles: undefined, conversations: added }))).toMatchObject({
        conversations: tally(1, 0, 0),
      });
      const foreign = workspaceEntry({ id: 'ws_borealis', profiles: undefined, conversations: added });
      await expect(importEntries(store, foreign)).rejects.toThrow(OperatorError);
      expect(await store.exportWorkspace({ workspaceId: 'ws_borealis' })).toBeNull();
    });

    test('20 000 messages are imported with progress reports, and a draft still loads the last 40', async () => {
      const { store } = await harness.openFresh();
      const first = Date.UTC(2025, 0, 1);
      const messages = Array.from({ length: 20_000 }, (_, index) =>
        (index % 2 === 0 ? inbound : outbound)(`message ${index}`, new Date(first + index * 1_000).toISOString()),
      );
      const workspaces = [workspaceEntry({ conversations: [conversationDocument({ messages })] })];
      const told: [number, number][] = [];
      const options = { forceState: false, dryRun: false };
      const summary = await store.importDocument({ workspaces }, options, (done, total) => told.push([done, total]));
      expect(summary.messages).toEqual(tally(20_000, 0, 0));
      expect(told.length).toBeGreaterThan(1);
      expect(told.at(-1)).toEqual([20_000, 20_000]);
      expect(told).toEqual(told.toSorted(([one], [other]) => one - other));
      const admitted = await store.admitDraft(draftWrite({ conversationId: 'conv_maya' }));
      if (admitted.outcome !== 'admitted') throw new Error(admitted.outcome);
      expect(admitted.conversation?.messages).toHaveLength(40);
      expect(admitted.conversation?.messages.at(-1)?.body).toBe('message 19999');
      expect((await store.exportWorkspace({ workspaceId: 'ws_aurora' }))?.conversations?.[0]?.messages).toHaveLength(
        20_000,
      );
    });
  });
}
