import { describe, expect, test } from 'vitest';
import type { WorkspaceEntry } from '../../../src/domain/workspace-document.ts';
import type { StoreHarness } from '../../support/store-harness.ts';
import { connect, conversationOf, monthlyReplies, received, settle, take, workspaceId } from './inbox-steps.ts';
import { importEntries, openWorkspaces } from './open-workspaces.ts';
import { conversationDocument, workspaceEntry } from './workspace-entry.ts';
import { draftWrite } from './writes.ts';

export function describeInboxDocuments(harness: StoreHarness): void {
  describe('connected inboxes: documents and agents', () => {
    test('connections, shares, edits and attachments are exported and imported again, and nothing changes', async () => {
      const entry: WorkspaceEntry = workspaceEntry({
        shares: { inbox: 50 },
        connections: [{ id: 'con_ig', profileId: 'prof_aurora', kind: 'generic', mode: 'ready', replyWindowHours: 24 }],
        conversations: [
          conversationDocument({
            messages: [
              {
                id: 'm1',
                direction: 'inbound',
                body: '',
                sentAt: '2026-03-01T10:00:00Z',
                deletedAt: '2026-03-01T10:01:00Z',
              },
              {
                id: 'm2',
                direction: 'inbound',
                body: '',
                sentAt: '2026-03-01T10:02:00Z',
                attachments: ['image', 'sticker'],
              },
              {
                id: 'm3',
                direction: 'inbound',
                body: 'new',
                sentAt: '2026-03-01T10:03:00Z',
                editedAt: '2026-03-01T10:04:00Z',
              },
            ],
          }),
        ],
      });
      const { store } = await openWorkspaces(harness, entry);
      const exported = await store.exportWorkspace({ workspaceId });
      expect(exported?.shares).toEqual({ inbox: 50 });
      expect(exported?.conversations?.[0]?.messages).toEqual(entry.conversations?.[0]?.messages);
      expect(exported?.connections).toEqual([
        {
          id: 'con_ig',
          profileId: 'prof_aurora',
          kind: 'generic',
          name: 'con_ig',
          channel: 'generic',
          mode: 'ready',
          quietSeconds: 20,
          maxWaitSeconds: 120,
          humanLockSeconds: 900,
          replyWindowHours: 24,
          keepUnreadable: false,
        },
      ]);
      if (exported === null) throw new Error('the export is empty');
      const again = await importEntries(store, exported);
      expect(again.messages).toMatchObject({ created: 0, updated: 0 });
      expect(await store.exportWorkspace({ workspaceId })).toEqual(exported);
      const [connection] = (await store.listConnections({ workspaceId })) ?? [];
      expect(connection).toMatchObject({ state: 'setup', receiverId: null, secrets: [] });
    });

    test('an import keeps omitted values, and rejects changes to fixed fields with their path', async () => {
      const { store } = await openWorkspaces(harness);
      await connect(store, { quietSeconds: 7, maxWaitSeconds: 70 });
      const given = { id: 'con_ig', profileId: 'prof_aurora', kind: 'generic' } as const;
      await importEntries(store, workspaceEntry({ connections: [{ ...given, name: 'Instagram' }] }));
      const [connection] = (await store.listConnections({ workspaceId })) ?? [];
      expect(connection).toMatchObject({
        name: 'Instagram',
        quietSeconds: 7,
        mode: 'ready',
        secrets: [{ sealed: 'sealed' }],
      });
      const second = { id: 'prof_other', displayName: 'Other' };
      const moved = workspaceEntry({
        profiles: [second],
        conversations: [],
        connections: [{ ...given, profileId: 'prof_other' }],
      });
      await expect(importEntries(store, moved)).rejects.toMatchObject({
        faults: [expect.stringContaining('workspaces[0].connections[0].profileId')],
      });
      const short = workspaceEntry({ connections: [{ ...given, maxWaitSeconds: 5 }] });
      await expect(importEntries(store, short)).rejects.toMatchObject({
        faults: [expect.stringContaining('workspaces[0].connections[0].maxWaitSeconds')],
      });
    });

    test('a source that used its share is rejected, whatever is left of the month', async () => {
      const { store } = await openWorkspaces(
        harness,
        workspaceEntry({ conversations: [], shares: { api: 50, inbox: 25 } }),
      );
      await connect(store);
      const replies = { ...monthlyReplies, creator: 4 };
      const draft = (key: string) =>
        store.admitDraft({ ...draftWrite({ idempotencyKey: key }), monthlyReplies: replies });
      expect([(await draft('key-1')).outcome, (await draft('key-2')).outcome, (await draft('key-3')).outcome]).toEqual([
        'admitted',
        'admitted',
        'allowance_used',
      ]);
      await take(store, received('m1', 'hi', 1, 't1'), received('m1', 'hi', 1, 't2'));
      expect(await settle(store, await conversationOf(store, '@maya_t1'), { replies })).toMatchObject({
        outcome: 'stored',
      });
      expect(await settle(store, await conversationOf(store, '@maya_t2'), { replies })).toEqual({ outcome: 'judged' });
      expect((await store.usage({ workspaceId, monthlyReplies: replies }))?.bySource).toEqual({
        api: 2,
        inbox: 1,
        page: 0,
      });
    });

    test("an agent's draft for a stored conversation is stored with the messages and the epoch that it answers", async () => {
      const { store } = await openWorkspaces(harness);
      const conversationId = 'conv_maya';
      const message = {
        conversationId,
        profileId: null,
        channel: null,
        contact: null,
        direction: 'inbound',
        senderType: null,
        sentAt: null,
      } as const;
      await store.appendMessages({
        workspaceId,
        messages: [
          { ...message, messageId: 'm8', body: 'hm' },
          { ...message, messageId: 'm9', body: 'hello?' },
        ],
      });
      const write = { ...draftWrite({ idempotencyKey: 'key-1' }), conversationId, monthlyReplies };
      const prepared = await store.prepareDraft({ ...write, knownRevision: null });
      const decision = {
        intent: 'shipping',
        riskLevel: 'safe',
        confidence: 0.9,
        reply: 'I do.',
        rationale: '',
        requiresCreator: false,
        mediaAssetId: '',
      };
      await store.storeDraft({
        ...write,
        response: JSON.stringify({ ok: true, decision }),
        trace: '{}',
        retentionMs: 60_000,
        tally: { intent: 'shipping', riskLevel: 'safe' },
        conversationEpoch: prepared?.conversation?.epoch ?? null,
      });
      const [draft] = await store.listDrafts({ workspaceId, limit: 5 });
      expect(draft).toMatchObject({
        connectionId: null,
        conversationId,
        state: 'waiting',
        reply: 'I do.',
        messageIds: ['m8', 'm9'],
        epoch: prepared?.conversation?.epoch,
      });
      expect(
        await store.inboxStep({ workspaceId, name: 'approve', input: { draftId: draft?.draftId ?? '', text: null } }),
      ).toEqual({ outcome: 'draft_has_no_outbox' });
      await store.appendMessages({ workspaceId, messages: [{ ...message, messageId: 'm10', body: 'never mind' }] });
      expect((await store.listDrafts({ workspaceId, limit: 5 })).map(({ state }) => state)).toEqual(['superseded']);
    });
  });
}
