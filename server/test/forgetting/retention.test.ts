import { expect } from 'vitest';
import { onEachStore } from '../http/support/on-each-store.ts';
import { sampleWorkspace } from '../support/world.ts';

const dayMs = 86_400_000;
const workspaceId = 'ws_kept';
const monthlyReplies = { creator: 9, studio: 9, agency: 9 };

onEachStore(
  'messages older than they are kept go, and with the last of them the conversation; what is younger stays',
  async (harness) => {
    const { store } = await harness.openFresh();
    const now = Date.now();
    const message = (days: number, number = 0) => ({
      direction: 'inbound' as const,
      body: `${days} days ago, ${number}`,
      sentAt: new Date(now - days * dayMs - number).toISOString(),
    });
    const many = Array.from({ length: 1_200 }, (_, number) => message(50, number));
    const conversation = (id: string, messages: ReturnType<typeof message>[]) => ({
      id,
      profileId: 'prof_aurora',
      messages,
    });
    await store.importDocument(
      {
        workspaces: [
          {
            ...sampleWorkspace(workspaceId),
            conversations: [
              conversation('conv_old', [...many, message(31)]),
              conversation('conv_living', [...many, message(31), message(29), message(1)]),
              conversation('conv_young', [message(2)]),
              conversation('conv_empty', []),
            ],
          },
        ],
      },
      { forceState: false, dryRun: false },
    );
    const nothing = { messages: 0, conversations: 0, notifications: 0, charges: 0 };
    expect(await store.expire({ conversationMs: null })).toEqual(nothing);
    expect(await store.expire({ conversationMs: 30 * dayMs })).toEqual({
      ...nothing,
      messages: 2_402,
      conversations: 1,
    });
    expect(await store.expire({ conversationMs: 30 * dayMs })).toEqual(nothing);
    const left = await store.listConversations({ workspaceId, state: null, limit: 10 });
    expect(left.map(({ conversationId, messages }) => [conversationId, messages]).toSorted()).toEqual([
      ['conv_empty', 0],
      ['conv_living', 2],
      ['conv_young', 1],
    ]);
    const fed = { profileId: null, channel: null, contact: null, senderType: null, sentAt: null, messageId: null };
    const appended = await store.appendMessages({
      workspaceId,
      messages: [{ ...fed, conversationId: 'conv_living', direction: 'inbound', body: 'and again' }],
    });
    expect(appended).toEqual(['appended']);
    const exported = await store.exportWorkspace({ workspaceId });
    const living = exported?.conversations?.find(({ id }) => id === 'conv_living');
    expect(living?.messages?.map(({ body }) => body)).toEqual(['29 days ago, 0', '1 days ago, 0', 'and again']);
  },
);

onEachStore(
  'finished notifications go after 90 days and ids of charges after 13 months; what they were counted in stays',
  async (harness) => {
    const { store, openAt } = await harness.openFresh();
    await store.importDocument({ workspaces: [sampleWorkspace(workspaceId)] }, { forceState: false, dryRun: false });
    const lease = { workspaceId, operation: 'handoff', idempotencyKey: 'handoff-1', leaseToken: 'l' } as const;
    const times = { leaseMs: 30_000, retentionMs: 60_000 };
    await store.admitHandoff({ ...lease, ...times, inputHash: 'e'.repeat(64), conversationId: 'conv_maya' });
    const verdict = { riskLevel: 'review', intent: 'other', reason: null } as const;
    await store.settleHandoff({
      ...lease,
      ...times,
      conversationId: 'conv_maya',
      notificationId: 'ntf_1',
      verdict: { ...verdict, urgency: 'normal' } as never,
      response: '{}',
    });
    const use = { workspaceId, source: 'inbox', externalId: 'mail-1', monthlyReplies } as const;
    await store.recordUsage(use);
    const later = await openAt(91 * dayMs);
    expect(await later.expire({ conversationMs: null })).toMatchObject({ notifications: 0, charges: 0 });
    const [claimed] = await store.claimNotifications({ workspaceId, limit: 1, claimMs: 60_000 });
    await store.settleNotification({
      workspaceId,
      notificationId: 'ntf_1',
      claimToken: claimed?.claimToken ?? '',
      channels: {},
      result: { kind: 'delivered' },
    });
    expect(await (await openAt(89 * dayMs)).expire({ conversationMs: null })).toMatchObject({ notifications: 0 });
    expect(await later.expire({ conversationMs: null })).toMatchObject({ notifications: 1, charges: 0 });
    expect(await (await openAt(13 * 28 * dayMs)).expire({ conversationMs: null })).toMatchObject({ charges: 0 });
    expect(await store.recordUsage(use)).toEqual({ outcome: 'already_charged' });
    expect(await (await openAt(14 * 31 * dayMs)).expire({ conversationMs: null })).toMatchObject({ charges: 1 });
    expect(await store.usage({ workspaceId, monthlyReplies })).toMatchObject({ used: 1, totals: { handoffs: 1 } });
  },
);
