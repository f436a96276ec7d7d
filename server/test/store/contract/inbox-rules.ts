import { describe, expect, test } from 'vitest';
import type { Drafted } from '../../../src/domain/inbox/settle-thread.ts';
import type { StoreHarness } from '../../support/store-harness.ts';
import {
  active,
  claimItem,
  connect,
  conversationOf,
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
import { openAsked, openQueued, threadOf } from './open-threads.ts';
import { importEntries, openWorkspaces } from './open-workspaces.ts';
import { workspaceEntry } from './workspace-entry.ts';

const hello = sent('b0', 'hello', 0, { sender: 'machine' });

export function describeInboxRules(harness: StoreHarness): void {
  describe('connected inboxes: a draft is stored only for the state that it was made for', () => {
    async function task() {
      const data = await openAsked(harness);
      const { store, conversationId } = data;
      const input = { conversationId, isForced: false, monthlyReplies };
      const tick = await store.inboxStep({ workspaceId, name: 'tick', input });
      if (tick.outcome !== 'task') throw new Error(tick.outcome);
      const { epoch, messageIds } = tick.task;
      const commit = (isForced = false, drafted: Drafted = safe, replies = monthlyReplies) =>
        store.inboxStep({
          workspaceId,
          name: 'commitDraft',
          input: { conversationId, epoch, messageIds, drafted, isForced, monthlyReplies: replies },
        });
      return { ...data, commit };
    }

    test('not twice', async () => {
      const { store, commit } = await task();
      expect(await commit()).toMatchObject({ outcome: 'stored', state: 'queued' });
      expect(await commit()).toEqual({ outcome: 'changed' });
      expect(await commit(true)).toEqual({ outcome: 'changed' });
      expect((await store.usage({ workspaceId, monthlyReplies }))?.bySource.inbox).toBe(1);
    });

    test('not while the creator is active, unless the creator asks for it', async () => {
      const { store, commit } = await task();
      await take(store, active('a1', 3));
      expect(await commit()).toEqual({ outcome: 'changed' });
      expect(await commit(true)).toMatchObject({ outcome: 'stored' });
    });

    test('not while the connection is paused, unless the creator asks for it', async () => {
      const { store, commit } = await task();
      const pause = { connectionId: 'con_ig', action: 'pause' } as const;
      await store.inboxStep({ workspaceId, name: 'setConnectionState', input: pause });
      expect(await commit()).toEqual({ outcome: 'changed' });
      expect(await commit(true)).toMatchObject({ outcome: 'stored' });
    });

    test('not in a workspace that is not active', async () => {
      const { store, commit } = await task();
      await importEntries(store, workspaceEntry({ status: 'inactive', conversations: [] }));
      expect(await commit()).toEqual({ outcome: 'changed' });
      expect(await commit(true)).toEqual({ outcome: 'changed' });
    });

    test('not beyond the allowance, which holds the thread unless the creator asked', async () => {
      const none = { ...monthlyReplies, creator: 0 };
      const { store, commit } = await task();
      expect(await commit(true, safe, none)).toEqual({ outcome: 'allowance_used' });
      expect((await threadOf(store)).conversation?.held).toBeNull();
      expect(await commit(false, safe, none)).toEqual({ outcome: 'allowance_used' });
      expect((await threadOf(store)).conversation?.held).toBe('allowance');
      expect((await store.usage({ workspaceId, monthlyReplies }))?.bySource.inbox).toBe(0);
    });

    test('a task that was classified is not classified again, and its hazard goes to the creator once', async () => {
      const { store, conversationId } = await openAsked(harness);
      await take(store, active('a1', 3));
      const tick = () =>
        store.inboxStep({ workspaceId, name: 'tick', input: { conversationId, isForced: false, monthlyReplies } });
      const first = await tick();
      if (first.outcome !== 'task') throw new Error(first.outcome);
      expect(first.task.purpose).toBe('hazards');
      const verdict = { reason: null, intent: 'threat', riskLevel: 'blocked', urgency: 'urgent' } as const;
      const input = { conversationId, epoch: first.task.epoch, purpose: 'hazards', verdict } as const;
      const judge = () => store.inboxStep({ workspaceId, name: 'commitJudged', input });
      expect([await judge(), await judge()]).toEqual([{ outcome: 'judged' }, { outcome: 'changed' }]);
      const notifications = await store.listNotifications({ workspaceId, limit: 5 });
      expect(notifications.map(({ verdict: told }) => told)).toEqual([{ ...verdict, reason: 'hazard' }]);
      expect((await threadOf(store)).conversation?.state).toBe('awaiting_owner');
      expect(await tick()).toEqual({ outcome: 'idle' });
    });
  });

  describe('connected inboxes: what is sent automatically', () => {
    test.each<[string, object, Drafted, boolean]>([
      ['a safe draft of a connection that is ready and whose echoes arrive is queued', {}, safe, true],
      ['a draft of a connection in review waits', { mode: 'review' }, safe, false],
      ['a draft that requires the creator waits', {}, held, false],
      ['a draft that is not safe waits', {}, { ...safe, riskLevel: 'review' }, false],
    ])('%s', async (_, change, drafted, isQueued) => {
      const { store, conversationId } = await openAsked(harness, change);
      const stored = await settle(store, conversationId, { drafted });
      expect(stored).toMatchObject({ outcome: 'stored', state: isQueued ? 'queued' : 'waiting' });
      const { state, outboxId } = await onlyDraft(store);
      expect([state, outboxId !== null]).toEqual([isQueued ? 'queued' : 'waiting', isQueued]);
      expect((await threadOf(store)).items).toEqual(isQueued ? ['ready'] : []);
    });

    test('a draft of a connection whose echoes were never seen waits', async () => {
      const { store } = await openWorkspaces(harness, workspaceEntry({ conversations: [] }));
      await connect(store);
      await take(store, received('m1', 'do you ship?', 1));
      expect(await settle(store, await conversationOf(store))).toMatchObject({ outcome: 'stored', state: 'waiting' });
    });

    test('a draft whose window has passed waits', async () => {
      const { store, openAt } = await openWorkspaces(harness, workspaceEntry({ conversations: [] }));
      await connect(store, { replyWindowHours: 2 });
      await take(store, hello, received('m1', 'do you ship?', 1));
      const later = await openAt(3 * 3_600_000);
      expect(await settle(later, await conversationOf(store))).toMatchObject({ outcome: 'stored', state: 'waiting' });
      expect((await onlyDraft(store)).outboxId).toBeNull();
    });

    test("the creator's activity neither shortens nor extends the wait of an open message", async () => {
      const { store, openAt } = await openWorkspaces(harness, workspaceEntry({ conversations: [] }));
      await connect(store, { quietSeconds: 200, maxWaitSeconds: 900, humanLockSeconds: 0 });
      await take(store, received('m1', 'do you ship?', 1));
      const conversationId = await conversationOf(store);
      await take(await openAt(100_000), active('a1', 3));
      expect(await settle(await openAt(190_000), conversationId)).toMatchObject({ outcome: 'idle' });
      expect(await settle(await openAt(210_000), conversationId)).toMatchObject({ outcome: 'stored' });
    });

    test('with a webhook, an item that is ready and one that is withdrawn are announced, each once', async () => {
      const { store, outboxId, conversationId } = await openQueued(
        harness,
        {},
        {
          notifications: { webhook: { url: 'https://hooks.example/in' } },
        },
      );
      const { draftId } = await onlyDraft(store);
      const told = async () =>
        (await store.listNotifications({ workspaceId, limit: 9 })).map(({ type, about }) => [type, about]);
      const about = { profileId: 'prof_aurora', connectionId: 'con_ig', draftId, outboxId };
      expect(await told()).toEqual([['draft.ready', about]]);
      await take(store, received('m2', 'wait', 5));
      expect((await told()).toSorted()).toEqual([
        ['draft.ready', about],
        ['draft.withdrawn', about],
      ]);
      expect(await store.wakingThreads({ workspaceId, limit: 5 })).toEqual([conversationId]);
      const quiet = await openQueued(harness);
      expect(await quiet.store.listNotifications({ workspaceId, limit: 9 })).toEqual([]);
    });

    test('a thread wakes when its claim lapses and when its window ends, and waits while a text is being sent', async () => {
      const { store, openAt, outboxId, conversationId } = await openQueued(harness, { replyWindowHours: 2 });
      const waking = async (aheadMs: number) => (await openAt(aheadMs)).wakingThreads({ workspaceId, limit: 5 });
      expect(await waking(0)).toEqual([]);
      expect(await waking(7_200_000)).toEqual([conversationId]);
      await claimItem(store, outboxId, { claimMs: 100_000 });
      await take(store, received('m2', 'and to Chile?', 5));
      expect(await settle(store, conversationId)).toEqual({ outcome: 'idle' });
      expect(await waking(50_000)).toEqual([]);
      expect(await waking(101_000)).toEqual([conversationId]);
    });
  });
}
