import { describe, expect, test } from 'vitest';
import type { ConversationState } from '../../../src/domain/conversation.ts';
import type { Store } from '../../../src/store/port.ts';
import type { StoreHarness } from '../../support/store-harness.ts';
import { append, message, noon } from './appended-message.ts';
import { openWorkspaces } from './open-workspaces.ts';
import { conversationDocument, inbound, workspaceEntry } from './workspace-entry.ts';
import { handOff } from './writes.ts';

export function describeConversations(harness: StoreHarness): void {
  describe('conversations', () => {
    test.each([
      ['closed', 'inbound', 'open'],
      ['closed', 'outbound', 'closed'],
      ['open', 'inbound', 'open'],
      ['awaiting_owner', 'inbound', 'awaiting_owner'],
      ['awaiting_owner', 'outbound', 'awaiting_owner'],
    ] as const)('a conversation that is %s and gets an %s message is %s', async (state, direction, after) => {
      const { store } = await openWorkspaces(
        harness,
        workspaceEntry({ conversations: [conversationDocument({ state })] }),
      );
      await append(store, [message({ direction, body: 'news' })]);
      expect(await stateOf(store)).toBe(after);
    });

    test('a duplicate message reopens nothing', async () => {
      const { store } = await openWorkspaces(harness, workspaceEntry({ conversations: [conversationDocument()] }));
      await append(store, [message({ body: 'once' })]);
      await change(store, 'close');
      expect(await append(store, [message({ body: 'once' })])).toEqual(['duplicate']);
      expect(await stateOf(store)).toBe('closed');
    });

    test.each([
      ['resolve', 'awaiting_owner', 'open'],
      ['resolve', 'open', 'open'],
      ['resolve', 'closed', 'open'],
      ['close', 'awaiting_owner', 'closed'],
      ['close', 'open', 'closed'],
      ['close', 'closed', 'closed'],
    ] as const)('%s on a conversation that is %s leaves it %s', async (action, before, after) => {
      const { store } = await openWorkspaces(
        harness,
        workspaceEntry({ conversations: [conversationDocument({ state: before })] }),
      );
      expect(await change(store, action)).toEqual({ before, after });
      expect(await stateOf(store)).toBe(after);
    });

    test('the state of an unknown conversation is null, and a resolved one can be handed off again', async () => {
      const { store } = await openWorkspaces(harness);
      expect(await change(store, 'close', 'conv_nobody')).toBeNull();
      await handOff(store);
      expect(await change(store, 'resolve')).toEqual({ before: 'awaiting_owner', after: 'open' });
      await handOff(store);
      expect(await stateOf(store)).toBe('awaiting_owner');
    });

    test('conversations are listed by their newest message, of one state or all, up to the requested number', async () => {
      const minute = (number: number) => [inbound(`at ${number}`, new Date(noon + number * 60_000).toISOString())];
      const conversations = [
        conversationDocument({ id: 'conv_old', messages: minute(1) }),
        conversationDocument({ id: 'conv_silent', messages: [] }),
        conversationDocument({ id: 'conv_new', state: 'closed', messages: [...minute(0), ...minute(9)] }),
        { id: 'conv_middle', profileId: 'prof_aurora', messages: minute(5) },
      ];
      const { store } = await openWorkspaces(harness, workspaceEntry({ conversations }));
      const list = (state: ConversationState | null, limit: number) =>
        store.listConversations({ workspaceId: 'ws_aurora', state, limit });
      const ids = async (state: ConversationState | null, limit = 10) =>
        (await list(state, limit)).map(({ conversationId }) => conversationId);
      expect((await ids(null)).slice(0, 3)).toEqual(['conv_new', 'conv_middle', 'conv_old']);
      expect(await ids(null)).toHaveLength(4);
      expect(await ids(null, 2)).toEqual(['conv_new', 'conv_middle']);
      expect(await ids('closed')).toEqual(['conv_new']);
      expect(await ids('awaiting_owner')).toEqual([]);
      await append(store, [message({ conversationId: 'conv_old', sentAt: noon + 600_000, body: 'newest' })]);
      expect((await ids(null))[0]).toBe('conv_old');
      const middle = (await list('open', 10)).find(({ conversationId }) => conversationId === 'conv_middle');
      expect(middle).toEqual({
        conversationId: 'conv_middle',
        profileId: 'prof_aurora',
        state: 'open',
        channel: null,
        contact: null,
        messages: 1,
        lastMessageAt: noon + 300_000,
        // `conversations list` shows these fields for every conversation; a conversation without an inbox has no thread
        // to lock or hold.
        connectionId: null,
        threadId: null,
        epoch: 1,
        lockedUntil: null,
        held: null,
      });
      expect(await list('open', 10)).toContainEqual(
        expect.objectContaining({
          conversationId: 'conv_silent',
          messages: 0,
          lastMessageAt: null,
          contact: { name: 'Maya', handle: '@maya' },
        }),
      );
    });
  });
}

function change(store: Store, action: 'resolve' | 'close', conversationId = 'conv_maya') {
  return store.setConversationState({ workspaceId: 'ws_aurora', conversationId, action });
}

async function stateOf(store: Store): Promise<string | undefined> {
  const conversations = await store.listConversations({ workspaceId: 'ws_aurora', state: null, limit: 10 });
  return conversations.find(({ conversationId }) => conversationId === 'conv_maya')?.state;
}
