import { describe, expect, test } from 'vitest';
import type { InboxQuery } from '../../../src/store/inbox-page-port.ts';
import type { Store } from '../../../src/store/port.ts';
import type { StoreHarness } from '../../support/store-harness.ts';
import {
  connect,
  conversationOf,
  held,
  monthlyReplies,
  onlyDraft,
  received,
  record,
  safe,
  sent,
  settle,
  take,
  workspaceId,
} from './inbox-steps.ts';
import { openWorkspaces } from './open-workspaces.ts';
import { conversationDocument, inbound, outbound, workspaceEntry } from './workspace-entry.ts';

const everything: InboxQuery = {
  workspaceId,
  tab: 'proposals',
  profileId: null,
  channel: null,
  search: null,
  order: 'newest',
  offset: 0,
  limit: 50,
};
const nowSeconds = 3_600;

export function describeInboxConsole(harness: StoreHarness): void {
  describe('the inbox of the console', () => {
    test('every conversation is in one tab: waiting, a proposal, answered automatically, or done', async () => {
      const { store } = await openWorkspaces(harness, workspaceEntry({ conversations: sixConversations }));
      await connect(store, { mode: 'review' });
      await take(store, received('m1', 'Do you ship to Peru?', 1, 'safe'), received('m2', 'Refund me', 2, 'held'));
      await settle(store, await conversationOf(store, '@maya_safe'), { drafted: safe });
      await settle(store, await conversationOf(store, '@maya_held'), { drafted: held });
      const tabOf = async (tab: InboxQuery['tab']) => {
        const page = await store.inboxPage({ ...everything, tab, order: 'oldest' });
        expect(page.total).toBe(page.conversations.length);
        return page.conversations.map(({ contact }) => contact?.handle ?? '');
      };
      expect(await tabOf('waiting')).toEqual(['@waits', '@maya_held']);
      expect(await tabOf('proposals')).toEqual(['@asks', '@asks_again']);
      expect(await tabOf('automatic')).toEqual(['@maya_safe']);
      expect(await tabOf('done')).toEqual(['@nobody', '@closed', '@answered']);
      const { counts } = await store.inboxPage(everything);
      expect(counts).toEqual({ waiting: 2, proposals: 2, automatic: 1, done: 3 });
    });

    test('a page is filtered by creator, channel and text, ordered, and continued from where it ended', async () => {
      const { store } = await openWorkspaces(harness, workspaceEntry({ conversations: sixConversations }));
      const handles = async (query: Partial<InboxQuery>) =>
        (await store.inboxPage({ ...everything, ...query })).conversations.map(({ contact }) => contact?.handle);
      expect(await handles({})).toEqual(['@asks_again', '@asks']);
      expect(await handles({ order: 'oldest' })).toEqual(['@asks', '@asks_again']);
      expect(await handles({ offset: 1 })).toEqual(['@asks']);
      expect(await handles({ limit: 1 })).toEqual(['@asks_again']);
      expect(await handles({ search: 'TEAPOT' })).toEqual(['@asks_again']);
      expect(await handles({ search: '@ASKS_a' })).toEqual(['@asks_again']);
      expect(await handles({ search: '100%' })).toEqual([]);
      expect(await handles({ channel: 'telegram' })).toEqual(['@asks']);
      expect(await handles({ profileId: 'prof_nobody' })).toEqual([]);
      const page = await store.inboxPage({ ...everything, limit: 1 });
      expect(page).toMatchObject({ total: 2, channels: ['instagram', 'telegram'] });
      expect(page.conversations[0]).toMatchObject({
        latest: { direction: 'inbound', body: 'and a teapot?' },
        draft: null,
        displayName: 'Aurora Lane',
      });
    });

    test('a recorded answer is in the thread, ends the wait and the draft, and locks the inbox', async () => {
      const { store, conversationId } = await waiting();
      const recorded = await record(store, conversationId, 'Yes, to Peru too.');
      expect(recorded).toMatchObject({ before: 'awaiting_owner', after: 'open' });
      const thread = await store.thread({ workspaceId, conversationId, messages: 10 });
      expect(thread?.thread.at(-1)).toMatchObject({
        messageId: recorded.messageId,
        direction: 'outbound',
        senderType: 'creator',
        body: 'Yes, to Peru too.',
        recorded: { by: 'Ada', suggestion: 1, isChanged: false, stateBefore: 'awaiting_owner' },
      });
      expect(thread?.lock?.lockedUntil).toBeGreaterThan(Date.now());
      expect(await onlyDraft(store)).toMatchObject({ state: 'superseded' });
      expect((await store.inboxPage({ ...everything, tab: 'done' })).total).toBe(1);
    });

    test('an echo that equals a recorded answer is the same message, and only the first one is', async () => {
      const { store, conversationId } = await waiting();
      await record(store, conversationId, 'Yes, to Peru too.');
      const lock = (await store.thread({ workspaceId, conversationId, messages: 1 }))?.lock;
      expect(await take(store, sent('m9', ' Yes, to Peru too.\n', nowSeconds))).toEqual(['stored']);
      const once = await store.thread({ workspaceId, conversationId, messages: 10 });
      expect(once?.thread.map(({ messageId, body }) => [messageId, body])).toEqual([
        ['m1', 'Do you ship to Peru?'],
        ['m9', 'Yes, to Peru too.'],
      ]);
      expect(once?.lock).toEqual(lock);
      expect(await take(store, sent('m9', 'Yes, to Peru too.', nowSeconds))).toEqual(['duplicate']);
      expect(await take(store, sent('m10', 'Yes, to Peru too.', nowSeconds))).toEqual(['stored']);
      expect((await store.thread({ workspaceId, conversationId, messages: 10 }))?.thread).toHaveLength(3);
    });

    test('a recorded answer can be taken back until something comes after it or its echo arrived', async () => {
      const { store, conversationId } = await waiting();
      const undo = (messageId: string | null) =>
        store.inboxStep({
          workspaceId,
          name: 'undoAnswer',
          input: { conversationId, messageId, before: 'awaiting_owner' },
        });
      const { messageId } = await record(store, conversationId, 'Yes.');
      expect(await undo('m1')).toEqual({ outcome: 'not_found' });
      expect(await undo(messageId)).toEqual({ outcome: 'done' });
      const back = await store.thread({ workspaceId, conversationId, messages: 10 });
      expect(back?.thread.map(({ body }) => body)).toEqual(['Do you ship to Peru?']);
      expect(back).toMatchObject({
        conversation: { state: 'awaiting_owner', messages: 1 },
        lock: { lockedUntil: null },
      });
      const again = await record(store, conversationId, 'Yes.');
      await take(store, sent('m2', 'Yes.', nowSeconds));
      expect(await undo(again.messageId)).toEqual({ outcome: 'not_found' });
      expect(await undo('m2')).toEqual({ outcome: 'too_late' });
    });

    test('an answer in unknown words also ends the wait, and can be taken back', async () => {
      const { store, conversationId } = await waiting();
      expect(await record(store, conversationId, null)).toMatchObject({ messageId: null, after: 'open' });
      expect((await store.inboxPage({ ...everything, tab: 'done' })).total).toBe(1);
      const input = { conversationId, messageId: null, before: 'awaiting_owner' } as const;
      await store.inboxStep({ workspaceId, name: 'undoAnswer', input });
      expect((await store.inboxPage({ ...everything, tab: 'waiting' })).total).toBe(1);
    });

    test('a pasted message is one conversation with a draft and one unit, until the allowance is used up', async () => {
      const { store } = await openWorkspaces(harness, workspaceEntry({ conversations: [], monthlyReplies: 2 }));
      const verdict = { reason: null, intent: 'shipping', riskLevel: 'review', urgency: 'normal' } as const;
      const paste = (conversationId: string, body: string, drafted: typeof held | null = held) => {
        const input = {
          conversationId,
          profileId: 'prof_aurora',
          contact: { handle: '@ines' },
          body,
          drafted,
          verdict,
        };
        return store.inboxStep({ workspaceId, name: 'pasteMessage', input: { ...input, monthlyReplies } });
      };
      expect(await paste('conv_new', 'Do you ship to Peru?')).toMatchObject({ outcome: 'stored' });
      expect(await paste('conv_new', 'Hello?')).toMatchObject({ outcome: 'stored' });
      expect(await paste('conv_new', 'Anybody?')).toEqual({ outcome: 'allowance_used' });
      expect(await paste('conv_long', 'so long'.repeat(200), null)).toMatchObject({ draftId: null });
      const page = await store.inboxPage(everything);
      expect(page.conversations).toMatchObject([
        { conversationId: 'conv_new', channel: 'pasted', contact: { handle: '@ines' }, messages: 2, state: 'open' },
      ]);
      expect(page.counts).toEqual({ waiting: 1, proposals: 1, automatic: 0, done: 0 });
      expect((await store.usage({ workspaceId, monthlyReplies }))?.bySource).toMatchObject({ inbox: 2 });
    });

    async function waiting(): Promise<{ store: Store; conversationId: string }> {
      const { store } = await openWorkspaces(harness, workspaceEntry({ conversations: [] }));
      await connect(store);
      await take(store, received('m1', 'Do you ship to Peru?', 1));
      const conversationId = await conversationOf(store);
      await settle(store, conversationId, { drafted: held });
      return { store, conversationId };
    }
  });
}

const sixConversations = [
  conversationDocument({ id: 'c0', contact: { handle: '@nobody' }, messages: [] }),
  conversationDocument({
    id: 'c1',
    contact: { handle: '@waits' },
    state: 'awaiting_owner',
    messages: [inbound('help', '2026-03-01T10:00:00Z')],
  }),
  conversationDocument({
    id: 'c2',
    channel: 'telegram',
    contact: { handle: '@asks' },
    messages: [inbound('how much is a mug?', '2026-03-01T11:00:00Z')],
  }),
  conversationDocument({
    id: 'c3',
    contact: { handle: '@asks_again' },
    messages: [
      inbound('how much is a mug?', '2026-03-01T12:00:00Z'),
      outbound('It is 38.', '2026-03-01T12:01:00Z'),
      inbound('and a teapot?', '2026-03-01T12:02:00Z'),
    ],
  }),
  conversationDocument({
    id: 'c4',
    contact: { handle: '@closed' },
    state: 'closed',
    messages: [inbound('bye', '2026-03-01T13:00:00Z')],
  }),
  conversationDocument({
    id: 'c5',
    contact: { handle: '@answered' },
    messages: [inbound('hi', '2026-03-01T14:00:00Z'), outbound('hello', '2026-03-01T14:01:00Z')],
  }),
];
