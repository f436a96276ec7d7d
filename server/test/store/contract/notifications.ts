import { describe, expect, test } from 'vitest';
import type { ClaimedNotification, SettleNotificationInput } from '../../../src/store/notification-port.ts';
import type { Store } from '../../../src/store/port.ts';
import type { StoreHarness } from '../../support/store-harness.ts';
import { importEntries, openWorkspaces } from './open-workspaces.ts';
import { conversationDocument, inbound, workspaceEntry } from './workspace-entry.ts';
import { handOff } from './writes.ts';

const claimMs = 30_000;

export function describeNotifications(harness: StoreHarness): void {
  describe('notifications', () => {
    test('simultaneous claimers in three processes never share one, and get all of them', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const ids: string[] = [];
      for (let count = 0; count < 30; count += 1) ids.push(await handOff(store));
      const handles = [store, await openAt(0), await openAt(0)];
      const claims = await Promise.all(Array.from({ length: 18 }, (_, index) => claim(handles[index % 3] ?? store, 4)));
      for (const claimed of claims) expect(claimed.length).toBeLessThanOrEqual(4);
      const claimedIds = claims.flat().map(({ notificationId }) => notificationId);
      const rest = (await claim(store, 100)).map(({ notificationId }) => notificationId);
      expect([...claimedIds, ...rest].toSorted()).toEqual(ids.toSorted());
      expect(new Set(claims.flat().map(({ claimToken }) => claimToken)).size).toBeGreaterThan(1);
      expect(await claim(store, 100)).toEqual([]);
    });

    test("a dead claimer's notification is claimable again after the claim's time, and the old claim is lost", async () => {
      const { store, openAt } = await openWorkspaces(harness);
      await handOff(store);
      const [dead] = await claim(store);
      const [during, after] = [await openAt(claimMs - 10_000), await openAt(claimMs + 1_000)];
      expect(await claim(during)).toEqual([]);
      expect(await during.workspacesWithDueNotifications({ limit: 10 })).toEqual([]);
      expect(await after.workspacesWithDueNotifications({ limit: 10 })).toEqual(['ws_aurora']);
      const [heir] = await claim(after);
      expect(heir?.notificationId).toBe(dead?.notificationId);
      expect(heir?.claimToken).not.toBe(dead?.claimToken);
      expect(await settle(store, dead, { kind: 'delivered' })).toBe(false);
      expect(await settle(after, heir, { kind: 'delivered' })).toBe(true);
      expect(await settle(store, heir, { kind: 'failed' })).toBe(false);
      expect(await listed(store)).toMatchObject([{ state: 'delivered' }]);
    });

    test('a late claimer still settles if no process claimed after it', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      await handOff(store);
      const [late] = await claim(store);
      const after = await openAt(claimMs + 1_000);
      expect(await settle(after, late, { kind: 'delivered' })).toBe(true);
      expect(await claim(after)).toEqual([]);
    });

    test('a claim contains who, which conversation, the verdict and where to deliver', async () => {
      const settings = { webhook: { url: 'https://hooks.example/in' }, email: { to: ['owner@example.org'] } };
      const { store } = await openWorkspaces(harness, workspaceEntry({ notifications: settings }));
      await store.setWebhookSecret({ workspaceId: 'ws_aurora', secret: 'whsec_c2VjcmV0' });
      const notificationId = await handOff(store);
      const [claimed] = await claim(store);
      expect(claimed).toMatchObject({
        notificationId,
        conversationId: 'conv_maya',
        state: 'delivering',
        verdict: { reason: 'asks for the creator', intent: 'personal', riskLevel: 'review', urgency: 'normal' },
        deliveredAt: null,
        channels: {},
        workspaceId: 'ws_aurora',
        workspaceName: 'Aurora Lane Studio',
        settings,
        webhookSecret: 'whsec_c2VjcmV0',
        profileId: 'prof_aurora',
        displayName: 'Aurora Lane',
        channel: 'instagram',
        contact: { name: 'Maya', handle: '@maya' },
        message: null,
      });
      expect(claimed?.claimToken).toEqual(expect.any(String));
      expect(await listed(store)).toMatchObject([{ notificationId, state: 'delivering' }]);
    });

    test('the latest inbound message is included only if the settings say so', async () => {
      const including = (include: ('contact' | 'message')[] | undefined) =>
        workspaceEntry({ notifications: { ...(include && { include }) } });
      const { store } = await openWorkspaces(harness, including(['contact', 'message']));
      for (const [settings, message] of [
        [including(['message']), 'hi! do you ship to Brazil?'],
        [including(['contact']), null],
        [including(undefined), null],
      ] as const) {
        await importEntries(store, settings);
        await handOff(store);
        expect((await claim(store))[0]?.message).toBe(message);
      }
    });

    test('a retry is due again after its delay, with its attempts and channels kept, and delivered is final', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      await handOff(store);
      const [before, due] = [await openAt(55_000), await openAt(61_000)];
      const webhook = { deliveredAt: null, attempts: 1, lastError: 'the webhook answered 500', gaveUpAt: null };
      const log = { deliveredAt: 1_780_000_000_123, attempts: 1, lastError: null, gaveUpAt: null };
      expect(await settle(store, (await claim(store))[0], { kind: 'retry', delayMs: 60_000 }, { webhook, log })).toBe(
        true,
      );
      const [waiting] = await listed(store);
      expect(waiting).toMatchObject({ state: 'queued', attempts: 1, deliveredAt: null, channels: { webhook, log } });
      expect(Math.abs((waiting?.nextAttemptAt ?? 0) - Date.now() - 60_000)).toBeLessThan(30_000);
      expect(await claim(store)).toEqual([]);
      expect(await claim(before)).toEqual([]);
      expect(await store.workspacesWithDueNotifications({ limit: 10 })).toEqual([]);

      const [again] = await claim(due);
      expect(again).toMatchObject({ channels: { webhook, log } });
      const done = { webhook: { ...webhook, deliveredAt: 1_780_000_100_000, attempts: 2, lastError: null } };
      expect(await settle(due, again, { kind: 'delivered' }, done)).toBe(true);
      const [delivered] = await listed(store);
      expect(delivered).toMatchObject({
        state: 'delivered',
        attempts: 2,
        deliveredAt: expect.any(Number),
        channels: done,
      });
      expect(await claim(await openAt(7 * 24 * 3_600_000))).toEqual([]);
      expect(
        await store.retryNotification({ workspaceId: 'ws_aurora', notificationId: again?.notificationId ?? '' }),
      ).toBe(false);
    });

    test('a failed notification waits until it is retried, then is due immediately; nothing else can be retried', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const notificationId = await handOff(store);
      const retry = (id = notificationId) => store.retryNotification({ workspaceId: 'ws_aurora', notificationId: id });
      expect(await retry()).toBe(false);
      const [first] = await claim(store);
      expect(await retry()).toBe(false);
      expect(await settle(store, first, { kind: 'failed' })).toBe(true);
      expect(await listed(store)).toMatchObject([{ state: 'failed' }]);
      expect(await claim(await openAt(7 * 24 * 3_600_000))).toEqual([]);
      expect(await retry('ntf_unknown')).toBe(false);
      expect(await retry()).toBe(true);
      expect(await retry()).toBe(false);
      expect(await store.workspacesWithDueNotifications({ limit: 10 })).toEqual(['ws_aurora']);
      expect((await claim(store)).map((claimed) => claimed.notificationId)).toEqual([notificationId]);
    });

    test('workspaces are due only if something is due, each once, up to the requested number', async () => {
      const messages = [inbound('hello?', '2026-03-01T10:00:00Z')];
      const ids = ['ws_1', 'ws_2', 'ws_3', 'ws_idle'];
      const entries = ids.map((id) => workspaceEntry({ id, conversations: [conversationDocument({ messages })] }));
      const { store } = await openWorkspaces(harness, ...entries);
      for (const workspaceId of ['ws_1', 'ws_1', 'ws_2', 'ws_3']) await handOff(store, { workspaceId });
      const due = async (limit: number) => (await store.workspacesWithDueNotifications({ limit })).toSorted();
      expect(await due(10)).toEqual(['ws_1', 'ws_2', 'ws_3']);
      expect(await due(2)).toHaveLength(2);
      await claim(store, 10, 'ws_2');
      expect(await due(10)).toEqual(['ws_1', 'ws_3']);
      await claim(store, 1, 'ws_1');
      expect(await due(10)).toEqual(['ws_1', 'ws_3']);
    });

    test('notifications are listed newest first, up to the requested number', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const [later, latest] = [await openAt(5_000), await openAt(10_000)];
      const [second, first, third] = [await handOff(later), await handOff(latest), await handOff(store)];
      expect((await listed(store)).map(({ notificationId }) => notificationId)).toEqual([first, second, third]);
      const two = await store.listNotifications({ workspaceId: 'ws_aurora', limit: 2 });
      expect(two.map(({ notificationId }) => notificationId)).toEqual([first, second]);
    });

    test('the target of notifications is where they go now; its secret appears nowhere else', async () => {
      const settings = { include: ['risk' as const], webhook: { url: 'https://hooks.example/in' } };
      const { store } = await openWorkspaces(harness);
      const target = () => store.notificationTarget({ workspaceId: 'ws_aurora' });
      expect(await target()).toEqual({
        workspaceName: 'Aurora Lane Studio',
        settings: null,
        webhookSecret: null,
        previousWebhookSecret: null,
        isPushed: false,
      });
      expect(await store.setWebhookSecret({ workspaceId: 'ws_aurora', secret: 'whsec_T25l' })).toBe(true);
      await importEntries(store, workspaceEntry({ name: 'Renamed', notifications: settings }));
      expect(await target()).toEqual({
        workspaceName: 'Renamed',
        settings,
        webhookSecret: 'whsec_T25l',
        previousWebhookSecret: null,
        isPushed: false,
      });
      expect(await store.setWebhookSecret({ workspaceId: 'ws_nowhere', secret: 'whsec_T25l' })).toBe(false);
      expect(await store.notificationTarget({ workspaceId: 'ws_nowhere' })).toBeNull();
      const told = [
        await store.exportWorkspace({ workspaceId: 'ws_aurora' }),
        await store.listWorkspaces(),
        await listed(store),
      ];
      expect(JSON.stringify(told)).not.toContain('whsec_');
    });
  });
}

function claim(store: Store, limit = 10, workspaceId = 'ws_aurora'): Promise<ClaimedNotification[]> {
  return store.claimNotifications({ workspaceId, limit, claimMs });
}

function settle(
  store: Store,
  claimed: ClaimedNotification | undefined,
  result: SettleNotificationInput['result'],
  channels: SettleNotificationInput['channels'] = {},
): Promise<boolean> {
  if (claimed === undefined) throw new Error('nothing was claimed');
  const { workspaceId, notificationId, claimToken } = claimed;
  return store.settleNotification({ workspaceId, notificationId, claimToken, channels, result });
}

function listed(store: Store) {
  return store.listNotifications({ workspaceId: 'ws_aurora', limit: 100 });
}
