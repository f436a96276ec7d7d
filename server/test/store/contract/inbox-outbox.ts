import { describe, expect, test } from 'vitest';
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
  sent,
  settle,
  take,
  workspaceId,
} from './inbox-steps.ts';
import { openWorkspaces } from './open-workspaces.ts';
import { workspaceEntry } from './workspace-entry.ts';

export function describeOutbox(harness: StoreHarness): void {
  const open = () => openWorkspaces(harness, workspaceEntry({ conversations: [] }));

  describe('connected inboxes: the outbox', () => {
    async function queued(change = {}) {
      const data = await open();
      const { store } = data;
      await connect(store, change);
      await take(store, sent('b0', 'hello', 0, { sender: 'machine' }), received('m1', 'do you ship?', 1));
      const conversationId = await conversationOf(store);
      await settle(store, conversationId);
      const { outboxId } = await onlyDraft(store);
      return { ...data, conversationId, outboxId: outboxId ?? '' };
    }

    test('of 50 claimers of one item one gets the text, and the same key gets the same text', async () => {
      const { store, outboxId } = await queued();
      const claims = await Promise.all(
        Array.from({ length: 50 }, (_, index) => claimItem(store, outboxId, { claimKey: `claim-${index}00` })),
      );
      const won = claims.findIndex(({ outcome }) => outcome === 'claimed');
      expect(claims.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'outbox_claimed')).toEqual([
        'claimed',
      ]);
      const again = await claimItem(store, outboxId, { claimKey: `claim-${won}00` });
      expect(again).toEqual({ ...claims[won], outcome: 'replay' });
      expect(await claimItem(store, outboxId, { claimKey: `claim-${won}00`, hash: 'h2' })).toEqual({
        outcome: 'reused',
      });
    });

    test('a claim without a result becomes uncertain and is not offered again, and a late result counts', async () => {
      const { store, openAt, outboxId, conversationId } = await queued();
      const claimed = await claimItem(store, outboxId, { claimMs: 1_000 });
      const later = await openAt(2_000);
      await settle(later, conversationId);
      const { items } = await later.listOutbox({ workspaceId, profileId: 'prof_aurora', after: 0, limit: 10 });
      expect(items?.map(({ state }) => state)).toEqual(['uncertain']);
      expect(await claimItem(later, outboxId, { claimKey: 'claim-002' })).toEqual({ outcome: 'outbox_ended' });
      const { claim } = JSON.parse(claimed.outcome === 'claimed' ? claimed.response : '{}');
      const result = {
        profileId: 'prof_aurora',
        outboxId,
        claimId: claim.claimId,
        outcome: 'sent',
        providerMessageId: 'p1',
        reason: null,
      } as const;
      const report = () => later.inboxStep({ workspaceId, name: 'report', input: result });
      expect([await report(), await report()]).toEqual([
        { outcome: 'reported', state: 'sent' },
        { outcome: 'reported', state: 'sent' },
      ]);
      expect(await later.inboxStep({ workspaceId, name: 'report', input: { ...result, outcome: 'failed' } })).toEqual({
        outcome: 'outbox_result_conflict',
      });
      expect(await take(later, sent('p1', 'I ship worldwide from Lisbon.', 9))).toEqual(['duplicate']);
      expect((await onlyDraft(later)).state).toBe('sent');
      const [conversation] = await later.listConversations({ workspaceId, state: null, limit: 5 });
      expect(conversation).toMatchObject({ messages: 3, lockedUntil: null });
    });

    test('an echo of a claimed text ends the claim without a lock, and follows the message that it answers', async () => {
      const { store, outboxId, conversationId } = await queued();
      await claimItem(store, outboxId);
      await take(store, received('m2', 'and to Chile?', 5), sent('p1', 'I ship worldwide from Lisbon.', 9));
      const thread = await store.thread({ workspaceId, conversationId, messages: 10 });
      expect(thread?.thread.map(({ body }) => body)).toEqual([
        'hello',
        'do you ship?',
        'I ship worldwide from Lisbon.',
        'and to Chile?',
      ]);
      const [conversation] = await store.listConversations({ workspaceId, state: null, limit: 5 });
      expect(conversation?.lockedUntil).toBeNull();
      expect(await settle(store, conversationId)).toMatchObject({ outcome: 'stored' });
      expect((await onlyDraft(store)).messageIds).toEqual(['m2']);
    });

    test('a newer message withdraws ready items, and approving the old draft is stale', async () => {
      const { store, outboxId } = await queued();
      const { draftId } = await onlyDraft(store);
      await take(store, received('m2', 'wait', 5));
      expect(await claimItem(store, outboxId)).toEqual({ outcome: 'outbox_withdrawn' });
      expect(await store.inboxStep({ workspaceId, name: 'approve', input: { draftId, text: null } })).toEqual({
        outcome: 'draft_stale',
      });
    });

    test('an appended message makes drafts outdated and withdraws ready items, as an event does', async () => {
      const { store, outboxId, conversationId } = await queued();
      const { draftId } = await onlyDraft(store);
      await store.appendMessages({
        workspaceId,
        messages: [
          {
            conversationId,
            profileId: null,
            channel: null,
            contact: null,
            messageId: 'x1',
            direction: 'inbound',
            senderType: null,
            body: 'by hand',
            sentAt: null,
          },
        ],
      });
      expect((await onlyDraft(store)).state).toBe('superseded');
      expect(await store.wakingThreads({ workspaceId, limit: 5 })).toEqual([conversationId]);
      expect(await claimItem(store, outboxId)).toEqual({ outcome: 'outbox_withdrawn' });
      expect(await store.inboxStep({ workspaceId, name: 'approve', input: { draftId, text: null } })).toEqual({
        outcome: 'draft_stale',
      });
      expect(await settle(store, conversationId)).toMatchObject({ outcome: 'stored' });
    });

    test('nothing is offered after its window', async () => {
      const { store, openAt, outboxId } = await queued({ replyWindowHours: 2 });
      const later = await openAt(7_200_000);
      expect(await claimItem(later, outboxId)).toEqual({ outcome: 'outbox_expired' });
      expect((await onlyDraft(store)).state).toBe('waiting');
    });

    test('a changed persona withdraws items that its guard no longer accepts', async () => {
      const { store, outboxId } = await queued();
      const profile = await store.profile({ workspaceId, profileId: 'prof_aurora' });
      const input = { profileId: 'prof_aurora', outboxId, claimKey: 'claim-001', inputHash: 'h', claimMs: 1_000 };
      expect(await store.inboxStep({ workspaceId, name: 'claim', input: { ...input, guard: null } })).toMatchObject({
        outcome: 'unguarded',
      });
      const guard = { revision: profile?.revision ?? '', isPassed: false };
      expect(await store.inboxStep({ workspaceId, name: 'claim', input: { ...input, guard } })).toEqual({
        outcome: 'outbox_withdrawn',
      });
      expect((await onlyDraft(store)).state).toBe('waiting');
    });

    test('a pause withdraws ready items and holds threads, which are released when it ends', async () => {
      const { store, conversationId } = await queued();
      const set = (action: 'pause' | 'resume') =>
        store.inboxStep({ workspaceId, name: 'setConnectionState', input: { connectionId: 'con_ig', action } });
      expect(await set('pause')).toEqual({ outcome: 'done', before: 'active', after: 'paused' });
      expect((await onlyDraft(store)).state).toBe('waiting');
      await take(store, received('m2', 'still there?', 5));
      expect(await settle(store, conversationId)).toEqual({ outcome: 'judged' });
      expect(await store.wakingThreads({ workspaceId, limit: 5 })).toEqual([]);
      expect((await store.listConversations({ workspaceId, state: null, limit: 5 }))[0]?.held).toBe('paused');
      expect(await store.heldThreads({ workspaceId, limit: 5 })).toEqual([]);
      expect(await set('resume')).toEqual({ outcome: 'done', before: 'paused', after: 'active' });
      const conversationIds = await store.heldThreads({ workspaceId, limit: 5 });
      expect(
        await store.inboxStep({ workspaceId, name: 'release', input: { conversationIds, monthlyReplies } }),
      ).toEqual({ released: 1 });
      expect(await store.wakingThreads({ workspaceId, limit: 5 })).toEqual([conversationId]);
      expect(await settle(store, conversationId)).toMatchObject({ outcome: 'stored' });
    });

    test('items approved by the creator are queued in any mode, in their words', async () => {
      const { store } = await open();
      await connect(store, { mode: 'review' });
      await take(store, received('m1', 'hi', 1));
      await settle(store, await conversationOf(store), { drafted: held });
      const { draftId } = await onlyDraft(store);
      const approved = await store.inboxStep({ workspaceId, name: 'approve', input: { draftId, text: 'Hi Maya!' } });
      expect(approved).toMatchObject({ outcome: 'done', state: 'queued' });
      const claimed = await claimItem(store, approved.outcome === 'done' ? (approved.outboxId ?? '') : '');
      expect(JSON.parse(claimed.outcome === 'claimed' ? claimed.response : '{}').claim).toMatchObject({
        text: 'Hi Maya!',
        origin: 'creator',
        afterMessageId: 'm1',
        contactId: 'u_t1',
      });
    });

    test('"I answered" and creator.active withdraw drafts', async () => {
      const { store, openAt } = await open();
      await connect(store);
      await take(store, received('m1', 'hi', 1));
      const conversationId = await conversationOf(store);
      await settle(store, conversationId, { drafted: held });
      expect(await store.inboxStep({ workspaceId, name: 'answered', input: { conversationId } })).toEqual({
        outcome: 'done',
      });
      expect((await onlyDraft(store)).state).toBe('superseded');
      const later = await openAt(901_000);
      expect(await settle(later, conversationId)).toEqual({ outcome: 'idle' });
      await take(later, received('m2', 'one more', 2), active('a1', 3));
      expect(await settle(later, conversationId)).toEqual({ outcome: 'judged' });
      expect(await settle(await openAt(1_803_000), conversationId)).toMatchObject({ outcome: 'stored' });
    });
  });
}
