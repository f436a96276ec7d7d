import { describe, expect, test } from 'vitest';
import type { Store } from '../../../src/store/port.ts';
import type { StoreHarness } from '../../support/store-harness.ts';
import { openWorkspaces } from './open-workspaces.ts';
import { conversationDocument, inbound, outbound, profileDocument, workspaceEntry } from './workspace-entry.ts';
import {
  countOutcomes,
  handOff,
  handoffLease,
  handoffSettlement,
  handoffWrite,
  hashOf,
  repeated,
  usageOf,
} from './writes.ts';

export function describeHandoffs(harness: StoreHarness): void {
  describe('handoffs', () => {
    test('a settled handoff has its state, exactly one notification and its response, and an unsettled handoff has none of them', async () => {
      const { store } = await openWorkspaces(harness);
      const write = handoffWrite();
      await store.admitHandoff(write);
      expect(await stateOf(store)).toBe('open');
      expect(await notificationsOf(store)).toEqual([]);
      const settlement = handoffSettlement(write, { response: '{ "ok":true, "state":"awaiting_owner" }' });
      expect(await store.settleHandoff(settlement)).toEqual({ outcome: 'stored' });
      expect(await stateOf(store)).toBe('awaiting_owner');
      expect(await notificationsOf(store)).toEqual([
        {
          notificationId: settlement.notificationId,
          // `notifications list` shows the type; only a notification about more than its conversation has further ids.
          type: 'handoff.created',
          about: null,
          conversationId: 'conv_maya',
          state: 'queued',
          verdict: settlement.verdict,
          createdAt: expect.any(Number),
          attempts: 0,
          nextAttemptAt: expect.any(Number),
          deliveredAt: null,
          channels: {},
        },
      ]);
      expect(await store.admitHandoff(repeated(write))).toEqual({ outcome: 'replay', response: settlement.response });
      expect(await notificationsOf(store)).toHaveLength(1);
      expect(await usageOf(store)).toMatchObject({ used: 0, totals: { drafts: 0, handoffs: 1 } });
    });

    test('state, notification and response appear together to every other process', async () => {
      const conversations = Array.from({ length: 40 }, (_, index) =>
        conversationDocument({ id: `conv_${index}`, messages: [inbound('hello?', '2026-03-01T10:00:00Z')] }),
      );
      const { store, openAt } = await openWorkspaces(harness, workspaceEntry({ conversations }));
      const observer = await openAt(0);
      let isWorking = true;
      const working = Promise.all(conversations.map(({ id }) => handOff(store, { conversationId: id }))).finally(() => {
        isWorking = false;
      });
      do {
        // State and notification appear together, so each later read must contain everything that an earlier read
        // showed.
        const notified = (await notificationsOf(observer)).map(({ conversationId }) => conversationId);
        const awaiting = await awaitingOf(observer);
        const notifiedLater = (await notificationsOf(observer)).map(({ conversationId }) => conversationId);
        expect(awaiting).toEqual(expect.arrayContaining(notified));
        expect(notifiedLater).toEqual(expect.arrayContaining(awaiting));
      } while (isWorking);
      await working;
      expect(await awaitingOf(observer)).toHaveLength(40);
    });

    test('50 simultaneous handoffs with one key through two processes: one is admitted, one notification is queued', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const handles = [store, await openAt(0)];
      const write = handoffWrite();
      const results = await Promise.all(
        Array.from({ length: 50 }, async (_, index) => {
          const handle = handles[index % 2] ?? store;
          const own = repeated(write);
          const admitted = await handle.admitHandoff(own);
          if (admitted.outcome === 'admitted') await handle.settleHandoff(handoffSettlement(own));
          return admitted;
        }),
      );
      const { admitted, in_progress: inProgress = 0, replay = 0 } = countOutcomes(results);
      expect([admitted, inProgress + replay]).toEqual([1, 49]);
      expect(await notificationsOf(store)).toHaveLength(1);
    });

    test('a conversation that already awaits its creator gets exactly one more notification for each new key', async () => {
      const { store } = await openWorkspaces(harness);
      const ids = [await handOff(store), await handOff(store), await handOff(store)];
      expect(new Set((await notificationsOf(store)).map(({ notificationId }) => notificationId))).toEqual(new Set(ids));
      expect(await stateOf(store)).toBe('awaiting_owner');
    });

    test.each(['closed', 'awaiting_owner'] as const)('a conversation that is %s can be handed off', async (state) => {
      const messages = [inbound('hello?', '2026-03-01T10:00:00Z')];
      const { store } = await openWorkspaces(
        harness,
        workspaceEntry({ conversations: [conversationDocument({ state, messages })] }),
      );
      await handOff(store);
      expect(await stateOf(store)).toBe('awaiting_owner');
    });

    test('a conversation without an inbound message, or unknown, or of another workspace, is not found', async () => {
      const silent = conversationDocument({
        id: 'conv_silent',
        messages: [outbound('hello!', '2026-03-01T10:00:00Z')],
      });
      const elsewhere = conversationDocument({
        id: 'conv_elsewhere',
        messages: [inbound('hi', '2026-03-01T10:00:00Z')],
      });
      const { store } = await openWorkspaces(
        harness,
        workspaceEntry({ conversations: [silent, conversationDocument({ id: 'conv_empty' })] }),
        workspaceEntry({ id: 'ws_borealis', conversations: [elsewhere] }),
      );
      for (const conversationId of ['conv_silent', 'conv_empty', 'conv_nobody', 'conv_elsewhere']) {
        const write = handoffWrite({ conversationId });
        expect(await store.admitHandoff(write)).toEqual({ outcome: 'conversation_not_found' });
        expect(await store.settleHandoff(handoffSettlement(write))).toEqual({ outcome: 'lost', response: null });
        expect(await store.admitHandoff({ ...repeated(write), inputHash: hashOf('other') })).toEqual({
          outcome: 'reused',
        });
      }
      expect(await notificationsOf(store)).toEqual([]);
    });

    test('a handoff gets the latest inbound message, even if it is older than the last 40', async () => {
      const day = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString();
      const messages = [
        inbound('the last word of the contact', day(3)),
        inbound('an earlier one', day(2)),
        ...Array.from({ length: 45 }, (_, index) => outbound(`still there? ${index}`, day(10 + index))),
      ];
      const { store } = await openWorkspaces(
        harness,
        workspaceEntry({ conversations: [conversationDocument({ messages })] }),
      );
      const admitted = await store.admitHandoff(handoffWrite());
      if (admitted.outcome !== 'admitted') throw new Error(`not admitted but ${admitted.outcome}`);
      expect(admitted.conversation.messages).toHaveLength(40);
      expect(admitted.conversation.latestInbound).toEqual({
        direction: 'inbound',
        senderType: 'contact',
        body: 'the last word of the contact',
        sentAt: Date.parse(day(3)),
      });
      expect(admitted.conversation.state).toBe('open');
    });

    test('a handoff is possible while its profile is inactive', async () => {
      const entry = workspaceEntry({ profiles: [profileDocument({ status: 'inactive' })] });
      const { store } = await openWorkspaces(harness, entry);
      const admitted = await store.admitHandoff(handoffWrite());
      expect(admitted).toMatchObject({
        outcome: 'admitted',
        profile: { profileId: 'prof_aurora', displayName: 'Aurora Lane' },
      });
    });

    test('a handoff in progress, failed, or with another input is answered like a draft', async () => {
      const { store } = await openWorkspaces(harness);
      const write = handoffWrite();
      await store.admitHandoff(write);
      expect((await store.admitHandoff(repeated(write))).outcome).toBe('in_progress');
      expect(await store.admitHandoff({ ...repeated(write), inputHash: hashOf('other') })).toEqual({
        outcome: 'reused',
      });
      expect(await store.releaseWrite(handoffLease(write))).toBe(true);
      expect(await store.admitHandoff({ ...repeated(write), inputHash: hashOf('other') })).toEqual({
        outcome: 'reused',
      });
      expect((await store.admitHandoff(repeated(write))).outcome).toBe('admitted');
      expect((await usageOf(store)).used).toBe(0);
    });

    test('a handoff whose notification cannot be queued changes nothing, and its holder may try again', async () => {
      const { store } = await openWorkspaces(harness);
      const taken = await handOff(store);
      await store.setConversationState({ workspaceId: 'ws_aurora', conversationId: 'conv_maya', action: 'resolve' });
      const write = handoffWrite();
      await store.admitHandoff(write);
      await expect(store.settleHandoff(handoffSettlement(write, { notificationId: taken }))).rejects.toThrow();
      expect(await stateOf(store)).toBe('open');
      expect(await notificationsOf(store)).toHaveLength(1);
      expect((await store.admitHandoff(repeated(write))).outcome).toBe('in_progress');
      expect(await store.settleHandoff(handoffSettlement(write))).toEqual({ outcome: 'stored' });
      expect(await notificationsOf(store)).toHaveLength(2);
      expect(await stateOf(store)).toBe('awaiting_owner');
    });
  });
}

function notificationsOf(store: Store) {
  return store.listNotifications({ workspaceId: 'ws_aurora', limit: 100 });
}

async function awaitingOf(store: Store): Promise<string[]> {
  const awaiting = await store.listConversations({ workspaceId: 'ws_aurora', state: 'awaiting_owner', limit: 100 });
  return awaiting.map(({ conversationId }) => conversationId);
}

async function stateOf(store: Store): Promise<string | undefined> {
  const conversations = await store.listConversations({ workspaceId: 'ws_aurora', state: null, limit: 10 });
  return conversations.find(({ conversationId }) => conversationId === 'conv_maya')?.state;
}
