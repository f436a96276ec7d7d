import { describe, expect, test } from 'vitest';
import type { MessageDocument } from '../../../src/domain/conversation.ts';
import type { Store } from '../../../src/store/port.ts';
import type { ConversationContext } from '../../../src/store/workspace-port.ts';
import type { AdmitDraftInput } from '../../../src/store/write-port.ts';
import type { StoreHarness } from '../../support/store-harness.ts';
import { importEntries, openWorkspaces } from './open-workspaces.ts';
import { conversationDocument, inbound, outbound, profileDocument, workspaceEntry } from './workspace-entry.ts';
import { draftWrite, handoffWrite } from './writes.ts';

export function describeDraftContext(harness: StoreHarness): void {
  describe('the data that an admitted write gets', () => {
    test("the store's time, the profile whole, and no conversation if none was named", async () => {
      const { openAt } = await openWorkspaces(harness);
      const store = await openAt(3_600_000);
      const admitted = await admit(store);
      expect(Math.abs(admitted.now - (Date.now() + 3_600_000))).toBeLessThan(30_000);
      expect(admitted.profile).toEqual({
        profileId: 'prof_aurora',
        displayName: 'Aurora Lane',
        revision: admitted.revision,
        persona: profileDocument().persona,
      });
      expect(admitted.conversation).toBeNull();
    });

    test('a conversation comes with its state, channel, contact, relationship and messages, oldest first', async () => {
      const { store } = await openWorkspaces(harness);
      const { conversation } = await admit(store, { conversationId: 'conv_maya' });
      const expected: ConversationContext = {
        conversationId: 'conv_maya',
        state: 'open',
        epoch: expect.any(Number),
        channel: 'instagram',
        contact: { name: 'Maya', handle: '@maya' },
        relationship: { since: '2024-03-01', tags: ['repeat buyer'], notes: 'bought a mug in March' },
        messages: [
          {
            direction: 'inbound',
            senderType: 'contact',
            body: 'hi! do you ship to Brazil?',
            sentAt: Date.UTC(2026, 2, 1, 10),
          },
          {
            direction: 'outbound',
            senderType: null,
            body: 'I do, every Tuesday.',
            sentAt: Date.UTC(2026, 2, 1, 10, 5),
          },
        ],
        latestInbound: null,
      };
      expect(conversation).toEqual(expected);
    });

    test('a conversation with only a profile comes with nulls and no messages', async () => {
      const bare = { id: 'conv_bare', profileId: 'prof_aurora' };
      const { store } = await openWorkspaces(harness, workspaceEntry({ conversations: [bare] }));
      const { conversation } = await admit(store, { conversationId: 'conv_bare' });
      expect(conversation).toEqual({
        conversationId: 'conv_bare',
        state: 'open',
        // The draft's answer is stored with it; nothing has changed the conversation yet.
        epoch: 0,
        channel: null,
        contact: null,
        relationship: null,
        messages: [],
        latestInbound: null,
      });
    });

    test('only the last 40 messages by time are included, oldest first, no matter in which order they arrived', async () => {
      const messages = Array.from({ length: 60 }, (_, minute) => outbound(`message ${minute}`, at(minute)));
      const shuffled = messages.toSorted((one, other) => one.body.localeCompare(other.body));
      const { store } = await openWorkspaces(harness, withMessages(shuffled.slice(0, 30)));
      await importEntries(store, withMessages(shuffled.slice(30)));
      expect(await bodies(store)).toEqual(messages.slice(20).map(({ body }) => body));
    });

    test('messages of one instant stay in the order in which they were inserted, even where the last 40 begin', async () => {
      const together = Array.from({ length: 45 }, (_, index) => inbound(`same instant ${index}`, at(10)));
      const { store } = await openWorkspaces(harness, withMessages([outbound('later', at(11)), ...together]));
      await append(store, 'appended to the same instant', Date.parse(at(10)));
      await append(store, 'appended long before', Date.parse(at(1)));
      const expected = [...together.slice(7).map(({ body }) => body), 'appended to the same instant', 'later'];
      expect(await bodies(store)).toEqual(expected);
    });

    test('times are compared as instants, whatever their offset and fraction', async () => {
      const messages = [
        inbound('third', '2026-05-01T12:00:00.250Z'),
        inbound('first', '2026-05-01T13:59:59+02:00'),
        inbound('second', '2026-05-01T06:00:00.2-06:00'),
      ];
      const { store } = await openWorkspaces(harness, withMessages(messages));
      const { conversation } = await admit(store, { conversationId: 'conv_maya' });
      expect(conversation?.messages.map(({ body, sentAt }) => [body, sentAt])).toEqual([
        ['first', Date.UTC(2026, 4, 1, 11, 59, 59)],
        ['second', Date.UTC(2026, 4, 1, 12, 0, 0, 200)],
        ['third', Date.UTC(2026, 4, 1, 12, 0, 0, 250)],
      ]);
    });

    test('a profile is not sent again to a caller that knows its revision', async () => {
      const { store } = await openWorkspaces(harness);
      const { revision } = await admit(store);
      expect(await admit(store, { knownRevision: revision })).toMatchObject({ revision, profile: null });
      expect((await admit(store, { knownRevision: 'older' })).profile?.revision).toBe(revision);
    });

    test("a profile's revision changes with its display name, status and persona, and with nothing else", async () => {
      const { store } = await openWorkspaces(harness);
      const seen = new Set<string>();
      const revisionWith = async (profile: Parameters<typeof profileDocument>[0], name = 'Aurora Lane Studio') => {
        await importEntries(
          store,
          workspaceEntry({ name, profiles: [profileDocument({ ...profile, status: 'inactive' })] }),
        );
        await importEntries(store, workspaceEntry({ name, profiles: [profileDocument(profile)] }));
        return (await store.profile({ workspaceId: 'ws_aurora', profileId: 'prof_aurora' }))?.revision ?? 'none';
      };
      const first = await revisionWith({});
      expect(await revisionWith({}, 'Another name of the workspace')).toBe(first);
      for (const changed of [{}, { displayName: 'Aurora L.' }, { persona: {} }, { persona: { about: 'x' } }]) {
        seen.add(await revisionWith(changed));
      }
      expect(seen.size).toBe(4);
      expect(seen).toContain(first);
      const inactive = await importAndHandOff(store, profileDocument({ status: 'inactive' }));
      expect(inactive).not.toBe(first);
    });

    test('an active profile can be read, an inactive or unknown one is null', async () => {
      const profiles = [profileDocument(), profileDocument({ id: 'prof_resting', status: 'inactive' })];
      const { store } = await openWorkspaces(harness, workspaceEntry({ profiles }));
      const read = (profileId: string) => store.profile({ workspaceId: 'ws_aurora', profileId });
      const { profile } = await admit(store);
      expect(await read('prof_aurora')).toEqual(profile);
      expect(await read('prof_resting')).toBeNull();
      expect(await read('prof_nobody')).toBeNull();
    });

    test('a profile without a persona has an empty one', async () => {
      const { store } = await openWorkspaces(
        harness,
        workspaceEntry({ profiles: [{ id: 'prof_aurora', displayName: 'A' }] }),
      );
      expect((await admit(store)).profile).toMatchObject({ displayName: 'A', persona: {} });
    });
  });
}

async function admit(store: Store, overrides: Partial<AdmitDraftInput> = {}) {
  const result = await store.admitDraft(draftWrite(overrides));
  if (result.outcome !== 'admitted') throw new Error(`not admitted but ${result.outcome}`);
  return result;
}

async function bodies(store: Store): Promise<string[]> {
  const { conversation } = await admit(store, { conversationId: 'conv_maya' });
  return conversation?.messages.map(({ body }) => body) ?? [];
}

async function importAndHandOff(store: Store, profile: ReturnType<typeof profileDocument>): Promise<string> {
  await importEntries(store, workspaceEntry({ profiles: [profile] }));
  const result = await store.admitHandoff(handoffWrite());
  return result.outcome === 'admitted' ? result.profile.revision : result.outcome;
}

function append(store: Store, body: string, sentAt: number) {
  const message = {
    conversationId: 'conv_maya',
    profileId: null,
    channel: null,
    contact: null,
    messageId: null,
    senderType: null,
  };
  return store.appendMessages({
    workspaceId: 'ws_aurora',
    messages: [{ ...message, direction: 'inbound', body, sentAt }],
  });
}

function withMessages(messages: MessageDocument[]) {
  return workspaceEntry({ conversations: [conversationDocument({ messages })] });
}

/** Returns the time this many minutes into a certain day. */
function at(minute: number): string {
  return new Date(Date.UTC(2026, 1, 3, 0, minute)).toISOString();
}
