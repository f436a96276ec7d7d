import { describe, expect, test } from 'vitest';
import type { PrepareDraftInput, StoreDraftInput } from '../../../src/store/write-port.ts';
import type { StoreHarness } from '../../support/store-harness.ts';
import { importEntries, openWorkspaces } from './open-workspaces.ts';
import { profileDocument, workspaceEntry } from './workspace-entry.ts';
import {
  countOutcomes,
  draftLease,
  draftSettlement,
  draftWrite,
  hashOf,
  optimisticDraft,
  replies,
  retentionMs,
  usageOf,
} from './writes.ts';

const awkwardResponse = '{ "b" : 1,"a":"\\u00e9 é \\ud83d\\ude00 😀 \\u0000", "b":2, "nested":{"z":[1.0,1e3,-0]}}\n ';

export function describeOptimisticDrafts(harness: StoreHarness): void {
  describe('a draft without a lease happens exactly once', () => {
    test('200 simultaneous drafts of one key through three processes: one is stored and charged, all others get it', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const handles = [store, await openAt(0), await openAt(0)];
      const draft = optimisticDraft();
      const results = await Promise.all(
        Array.from({ length: 200 }, async (_, index) => {
          const response = `{"by":${index}}`;
          const result = await handles[index % 3]?.storeDraft({ ...draft, response });
          return {
            outcome: result?.outcome ?? '',
            response: result?.outcome === 'replay' ? result.response : response,
          };
        }),
      );
      expect(countOutcomes(results)).toEqual({ stored: 1, replay: 199 });
      expect(new Set(results.map(({ response }) => response)).size).toBe(1);
      expect(await usageOf(store)).toMatchObject({ used: 1, totals: { drafts: 1, replays: 199 } });
    });

    test('the allowance is never exceeded by drafts of many keys through three processes, and is used up exactly', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const handles = [store, await openAt(0), await openAt(0)];
      const results = await Promise.all(
        Array.from(
          { length: 300 },
          async (_, index) =>
            (await handles[index % 3]?.storeDraft(optimisticDraft({ monthlyReplies: replies(100) }))) ??
            Promise.reject(),
        ),
      );
      expect(countOutcomes(results)).toEqual({ stored: 100, allowance_used: 200 });
      expect((await usageOf(store, 100)).used).toBe(100);
    });

    test('drafts with a lease and without one share one allowance', async () => {
      const { store } = await openWorkspaces(harness);
      const monthlyReplies = replies(20);
      const results = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          index % 2 === 0
            ? store.storeDraft(optimisticDraft({ monthlyReplies }))
            : store.admitDraft(draftWrite({ monthlyReplies })),
        ),
      );
      const { stored = 0, admitted = 0 } = countOutcomes(results);
      expect(stored + admitted).toBe(20);
      expect((await usageOf(store, 20)).used).toBe(20);
    });

    test('a stored draft is replayed byte for byte in either protocol, with its trace and its count, and reused by another input', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const draft = optimisticDraft({ response: awkwardResponse, trace: '{"rule":"kept"}' });
      expect(await store.storeDraft(draft)).toEqual({ outcome: 'stored' });
      const replay = { outcome: 'replay', response: awkwardResponse };
      expect(await (await openAt(0)).storeDraft({ ...draft, response: '{}' })).toEqual(replay);
      expect(await store.admitDraft(draftWrite({ idempotencyKey: draft.idempotencyKey }))).toEqual(replay);
      expect(await store.storeDraft({ ...draft, inputHash: hashOf('another') })).toEqual({ outcome: 'reused' });
      expect(await store.draftTrace(draft)).toBe('{"rule":"kept"}');
      expect(await usageOf(store)).toMatchObject({ used: 1, totals: { drafts: 1, replays: 2 } });
      const { counts } = await store.activity({ workspaceId: draft.workspaceId, days: 2 });
      expect(counts).toEqual([
        expect.objectContaining({ source: 'api', intent: 'shipping', riskLevel: 'safe', count: 1 }),
      ]);
      const later = await openAt(retentionMs + 1_000);
      expect(await later.storeDraft({ ...draft, response: '{"anew":true}' })).toEqual({ outcome: 'stored' });
    });

    test('a write under a lease is in progress, and an abandoned one is taken over on its charge', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const write = draftWrite({ leaseMs: 30_000 });
      await store.admitDraft(write);
      const draft = optimisticDraft({ idempotencyKey: write.idempotencyKey });
      expect((await store.storeDraft(draft)).outcome).toBe('in_progress');
      const later = await openAt(40_000);
      expect(await later.storeDraft({ ...draft, response: '{"later":true}' })).toEqual({ outcome: 'stored' });
      expect(await store.settleDraft(draftSettlement(write))).toEqual({ outcome: 'lost', response: '{"later":true}' });
      expect(await store.releaseWrite(draftLease(write))).toBe(false);
      expect(await usageOf(store)).toMatchObject({ used: 1, totals: { drafts: 1 } });
    });

    test('it is rejected as under a lease: no such profile, no such conversation, none left, and only the hash is stored', async () => {
      const { store } = await openWorkspaces(harness);
      const refused: [Partial<StoreDraftInput>, string][] = [
        [{ profileId: 'prof_nobody' }, 'profile_not_found'],
        [{ conversationId: 'conv_none' }, 'conversation_not_found'],
        [{ monthlyReplies: replies(0) }, 'allowance_used'],
      ];
      for (const [overrides, outcome] of refused) {
        const draft = optimisticDraft(overrides);
        expect(await store.prepareDraft(preparing(draft))).toBeNull();
        expect((await store.storeDraft(draft)).outcome).toBe(outcome);
        const another = optimisticDraft({ idempotencyKey: draft.idempotencyKey, inputHash: hashOf('another') });
        expect((await store.storeDraft(another)).outcome).toBe('reused');
        const valid = optimisticDraft({ idempotencyKey: draft.idempotencyKey });
        expect((await store.storeDraft(valid)).outcome).toBe('stored');
      }
      expect((await usageOf(store)).used).toBe(3);
    });

    test('one rejected draft affects no other that arrives together with it', async () => {
      const { store } = await openWorkspaces(harness);
      const drafts = Array.from({ length: 40 }, (_, index) =>
        optimisticDraft(
          index % 4 === 0 ? { profileId: 'prof_nobody' } : index % 4 === 1 ? { conversationId: 'conv_maya' } : {},
        ),
      );
      const results = await Promise.all(drafts.map((draft) => store.storeDraft(draft)));
      expect(countOutcomes(results)).toEqual({ stored: 30, profile_not_found: 10 });
      expect((await usageOf(store)).used).toBe(30);
    });

    test('preparing returns the same data as an admission, and leaves no trace', async () => {
      const { store } = await openWorkspaces(harness);
      const draft = optimisticDraft({ conversationId: 'conv_maya' });
      const prepared = await store.prepareDraft(preparing(draft));
      const again = await store.prepareDraft({ ...preparing(draft), knownRevision: prepared?.revision ?? null });
      expect(again?.profile).toBeNull();
      expect(await usageOf(store)).toMatchObject({ used: 0, totals: { drafts: 0, replays: 0 } });
      const admitted = await store.admitDraft(draftWrite({ conversationId: 'conv_maya' }));
      if (admitted.outcome !== 'admitted') throw new Error(admitted.outcome);
      const { profile, conversation, revision } = admitted;
      expect(prepared).toMatchObject({ profile, conversation, revision });
      expect(Math.abs((prepared?.now ?? 0) - admitted.now)).toBeLessThan(60_000);
    });

    test('nothing is prepared under a used key, beyond the allowance, for an inactive profile, or if a model may word it', async () => {
      const { store } = await openWorkspaces(harness);
      const stored = optimisticDraft();
      await store.storeDraft(stored);
      expect(await store.prepareDraft(preparing(stored))).toBeNull();
      const fresh = optimisticDraft({ monthlyReplies: replies(1) });
      expect(await store.prepareDraft(preparing(fresh))).toBeNull();
      const ready = preparing(optimisticDraft());
      expect(await store.prepareDraft(ready)).not.toBeNull();
      await importEntries(store, workspaceEntry({ drafting: { model: true } }));
      expect(await store.prepareDraft(ready)).toBeNull();
      await importEntries(store, workspaceEntry({ drafting: {}, profiles: [profileDocument({ status: 'inactive' })] }));
      expect(await store.prepareDraft(ready)).toBeNull();
    });

    test('nothing about a conversation that is erased meanwhile is stored', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const other = await openAt(0);
      const drafts = Array.from({ length: 40 }, () => optimisticDraft({ conversationId: 'conv_maya' }));
      const storing = drafts.map((draft, index) => (index % 2 === 0 ? store : other).storeDraft(draft));
      const forgetting = store.forgetConversations({ workspaceId: 'ws_aurora', conversationIds: ['conv_maya'] });
      const results = await Promise.all(storing);
      await forgetting;
      const stored = results.filter(({ outcome }) => outcome === 'stored').length;
      expect(countOutcomes(results)).toEqual({
        ...(stored > 0 && { stored }),
        ...(stored < 40 && { conversation_not_found: 40 - stored }),
      });
      const traces = await Promise.all(drafts.map((draft) => store.draftTrace(draft)));
      expect(traces.filter((trace) => trace !== null)).toEqual([]);
    });
  });
}

function preparing(draft: StoreDraftInput): PrepareDraftInput {
  const { workspaceId, idempotencyKey, profileId, conversationId, monthlyReplies } = draft;
  return { workspaceId, idempotencyKey, profileId, conversationId, monthlyReplies, knownRevision: null };
}
