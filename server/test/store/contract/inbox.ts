import { describe, expect, test } from 'vitest';
import type { InboxEvent } from '../../../src/domain/inbox/event.ts';
import type { StoreHarness } from '../../support/store-harness.ts';
import {
  at,
  connect,
  conversationOf,
  deleted,
  edited,
  held,
  monthlyReplies,
  onlyDraft,
  received,
  safe,
  sent,
  settle,
  take,
  workspaceId,
} from './inbox-steps.ts';
import { openWorkspaces } from './open-workspaces.ts';
import { workspaceEntry } from './workspace-entry.ts';

export function describeInbox(harness: StoreHarness): void {
  const open = () => openWorkspaces(harness, workspaceEntry({ conversations: [] }));

  describe('connected inboxes: events', () => {
    test('an event is stored once, and identified by its id and by its message', async () => {
      const { store } = await open();
      await connect(store);
      const first = received('m1', 'Do you ship to Peru?', 1);
      expect(await take(store, first, first, { ...first, id: 'other' })).toEqual(['stored', 'duplicate', 'duplicate']);
      expect(await take(store, first)).toEqual(['duplicate']);
      const [conversation] = await store.listConversations({ workspaceId, state: null, limit: 5 });
      expect(conversation).toMatchObject({
        messages: 1,
        channel: 'instagram',
        contact: { name: 'Maya', handle: '@maya_t1' },
        connectionId: 'con_ig',
        threadId: 't1',
        lockedUntil: null,
        held: null,
      });
    });

    test('200 simultaneous deliveries of one event create one message', async () => {
      const { store } = await open();
      await connect(store);
      const event = received('m1', 'Do you ship to Peru?', 1);
      const outcomes = (await Promise.all(Array.from({ length: 200 }, () => take(store, event)))).flat();
      expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'duplicate')).toHaveLength(199);
      expect(
        (await store.listConversations({ workspaceId, state: null, limit: 5 })).map(({ messages }) => messages),
      ).toEqual([1]);
    });

    test('an edit or a deletion may overtake its message, and the newest wins', async () => {
      const { store } = await open();
      await connect(store);
      await take(store, edited('m1', 'second words', 20), edited('m1', 'first words', 10), received('m1', 'words', 1));
      await take(store, received('m2', 'never mind', 2), deleted('m2', 30), edited('m2', 'too late', 25));
      const thread = await store.thread({ workspaceId, conversationId: await conversationOf(store), messages: 10 });
      expect(thread?.thread.map(({ body }) => body)).toEqual(['second words', '']);
    });

    test('messages older than 8 days are stored and never drafted, and those older than the retention are rejected', async () => {
      const { store } = await open();
      await connect(store);
      expect(await take(store, received('m1', 'long ago', -9 * 86_400))).toEqual(['history']);
      expect(await settle(store, await conversationOf(store))).toEqual({ outcome: 'idle' });
      const input = {
        connectionId: 'con_ig',
        events: [received('m0', 'older', -31 * 86_400)],
        refused: [],
        retentionMs: 30 * 86_400_000,
      };
      expect(await store.inboxStep({ workspaceId, name: 'takeEvents', input })).toMatchObject({
        results: [{ outcome: 'refused' }],
      });
    });
  });

  describe('connected inboxes: settling', () => {
    test('a burst is one draft and one unit, with the earlier messages as history', async () => {
      const { store } = await open();
      await connect(store);
      await take(store, received('m1', 'hi', 1), received('m2', 'do you ship', 2), received('m3', 'to Peru?', 3));
      const conversationId = await conversationOf(store);
      const input = { conversationId, isForced: false, monthlyReplies };
      const tick = await store.inboxStep({ workspaceId, name: 'tick', input });
      expect(tick).toMatchObject({
        task: { purpose: 'draft', text: 'hi\ndo you ship\nto Peru?', messageIds: ['m1', 'm2', 'm3'], history: [] },
      });
      expect(await settle(store, conversationId)).toMatchObject({ outcome: 'stored', state: 'waiting' });
      expect(await settle(store, conversationId)).toEqual({ outcome: 'idle' });
      expect((await store.usage({ workspaceId, monthlyReplies }))?.bySource).toEqual({ api: 0, inbox: 1, page: 0 });
    });

    test('the first draft after a gap knows that messages may be missing, in each thread and once', async () => {
      const { store } = await openWorkspaces(harness, workspaceEntry({ conversations: [] }));
      await connect(store, { mode: 'review' });
      const gapAt = Date.now();
      const afterGap = async (messageId: string, seconds: number, threadId: string) => {
        await take(store, { ...received(messageId, 'Do you ship?', seconds, threadId), gapAt } as InboxEvent);
        const conversationId = await conversationOf(store, `@maya_${threadId}`);
        const tick = await store.inboxStep({
          workspaceId,
          name: 'tick',
          input: { conversationId, isForced: false, monthlyReplies },
        });
        await settle(store, conversationId);
        return tick.outcome === 'task' ? tick.task.isAfterGap : null;
      };
      expect(await afterGap('m1', 1, 't1')).toBe(true);
      expect(await afterGap('m2', 2, 't1')).toBe(false);
      expect(await afterGap('m1', 3, 't2')).toBe(true);
    });

    test('a thread waits until it is quiet, up to a maximum', async () => {
      const { store, openAt } = await open();
      await connect(store, { quietSeconds: 20, maxWaitSeconds: 30 });
      await take(store, received('m1', 'hi', 1));
      const conversationId = await conversationOf(store);
      expect(await settle(store, conversationId)).toEqual({ outcome: 'idle' });
      const soon = await openAt(15_000);
      await take(soon, received('m2', 'there', 2));
      expect(await settle(await openAt(25_000), conversationId)).toEqual({ outcome: 'idle' });
      expect(await (await openAt(31_000)).wakingThreads({ workspaceId, limit: 5 })).toEqual([conversationId]);
      expect(await settle(await openAt(31_000), conversationId)).toMatchObject({ outcome: 'stored' });
    });

    test('a message during drafting leaves the draft unstored and uncharged', async () => {
      const { store } = await open();
      await connect(store);
      await take(store, received('m1', 'hi', 1));
      const conversationId = await conversationOf(store);
      const input = { conversationId, isForced: false, monthlyReplies };
      const tick = await store.inboxStep({ workspaceId, name: 'tick', input });
      if (tick.outcome !== 'task') throw new Error(tick.outcome);
      await take(store, received('m2', 'wait', 2));
      const { epoch, messageIds } = tick.task;
      const commit = { ...input, epoch, messageIds, drafted: safe };
      expect(await store.inboxStep({ workspaceId, name: 'commitDraft', input: commit })).toEqual({
        outcome: 'changed',
      });
      expect((await store.usage({ workspaceId, monthlyReplies }))?.used).toBe(0);
    });

    test("the creator's own message supersedes drafts and locks the thread; a machine's does not", async () => {
      const { store, openAt } = await open();
      await connect(store);
      await take(store, received('m1', 'hi', 1));
      const conversationId = await conversationOf(store);
      await settle(store, conversationId, { drafted: held });
      await take(store, sent('b1', 'Thanks, we will be back.', 2, { sender: 'machine' }), received('m2', 'hello?', 3));
      const [open1] = await store.listConversations({ workspaceId, state: null, limit: 5 });
      expect(open1).toMatchObject({ lockedUntil: null, state: 'awaiting_owner' });
      await take(store, sent('h1', 'I am here', 4), received('m3', 'great', 5));
      const [locked] = await store.listConversations({ workspaceId, state: null, limit: 5 });
      expect(locked?.lockedUntil).toBeGreaterThan(Date.now());
      expect(locked?.state).toBe('open');
      expect((await store.listDrafts({ workspaceId, limit: 5 })).map(({ state }) => state)).toEqual(['superseded']);
      expect(await settle(store, conversationId)).toEqual({ outcome: 'judged' });
      expect(await settle(await openAt(901_000), conversationId)).toMatchObject({ outcome: 'stored' });
      expect((await onlyDraft(store)).messageIds).toEqual(['m3']);
    });

    test('there is one notification per wait, and another only when urgency rises', async () => {
      const { store } = await open();
      await connect(store);
      await take(store, received('m1', 'hi', 1));
      const conversationId = await conversationOf(store);
      await settle(store, conversationId, { drafted: held });
      await take(store, received('m2', 'again', 2));
      await settle(store, conversationId, { drafted: held });
      await take(store, received('m3', 'now!', 3));
      await settle(store, conversationId, { drafted: { ...held, urgency: 'urgent' } });
      const all = await store.listNotifications({ workspaceId, limit: 10 });
      expect(all.map(({ type, verdict }) => [type, verdict?.urgency])).toEqual([
        ['handoff.created', 'urgent'],
        ['handoff.created', 'normal'],
      ]);
    });

    test.each([
      ['too_long', [received('m1', 'x'.repeat(801), 1)]],
      ['too_long', Array.from({ length: 11 }, (_, index) => received(`m${index}`, 'hm', index))],
      ['media_only', [{ ...received('m1', '', 1), attachments: ['image'] } as ReturnType<typeof received>]],
    ] as const)('%s goes to the creator without a draft and without a charge', async (reason, events) => {
      const { store } = await open();
      await connect(store);
      await take(store, ...events);
      expect(await settle(store, await conversationOf(store))).toEqual({ outcome: 'judged' });
      const [notification] = await store.listNotifications({ workspaceId, limit: 10 });
      expect(notification?.verdict?.reason).toBe(reason);
      expect((await store.usage({ workspaceId, monthlyReplies }))?.used).toBe(0);
    });

    test('the allowance of the inbox is never exceeded, and threads are held when it is used', async () => {
      const { store } = await open();
      await connect(store);
      const replies = { ...monthlyReplies, creator: 3 };
      const threads = ['t1', 't2', 't3', 't4', 't5'];
      await take(store, ...threads.map((thread) => received('m1', 'hi', 1, thread)));
      const ids = await Promise.all(threads.map((thread) => conversationOf(store, `@maya_${thread}`)));
      await Promise.all(ids.map((id) => settle(store, id, { replies })));
      expect((await store.usage({ workspaceId, monthlyReplies: replies }))?.bySource.inbox).toBe(3);
      const conversations = await store.listConversations({ workspaceId, state: null, limit: 10 });
      expect(conversations.filter((each) => each.held === 'allowance')).toHaveLength(2);
      expect(await store.heldThreads({ workspaceId, limit: 10 })).toHaveLength(2);
      const types = (await store.listNotifications({ workspaceId, limit: 10 })).map(({ type }) => type);
      expect(types.toSorted()).toEqual(['allowance.low', 'allowance.used']);
    });
  });

  test("a person's data is removed with their conversation, and known events are still recognised", async () => {
    const { store } = await open();
    await connect(store);
    const event = received('m1', 'a canary sings', 1);
    await take(store, event, edited('m9', 'an early canary', 2));
    const conversationId = await conversationOf(store);
    await settle(store, conversationId);
    await store.forgetConversations({ workspaceId, conversationIds: [conversationId] });
    expect(await store.listDrafts({ workspaceId, limit: 5 })).toEqual([]);
    expect(await take(store, event)).toEqual(['duplicate']);
    expect((await store.usage({ workspaceId, monthlyReplies }))?.bySource.inbox).toBe(1);
    expect(at(0)).toContain('T');
  });
}
