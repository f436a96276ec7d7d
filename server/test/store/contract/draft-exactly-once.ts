import { describe, expect, test } from 'vitest';
import type { StoreHarness } from '../../support/store-harness.ts';
import { importEntries, openWorkspaces } from './open-workspaces.ts';
import { conversationDocument, profileDocument, workspaceEntry } from './workspace-entry.ts';
import {
  countOutcomes,
  draftLease,
  draftSettlement,
  draftWrite,
  hashOf,
  repeated,
  replies,
  retentionMs,
  usageOf,
} from './writes.ts';

const awkwardResponse = '{ "b" : 1,"a":"\\u00e9 é \\ud83d\\ude00 😀 \\u0000", "b":2, "nested":{"z":[1.0,1e3,-0]}}\n ';

export function describeDraftExactlyOnce(harness: StoreHarness): void {
  describe('a draft happens exactly once', () => {
    test('200 simultaneous requests with one key through three processes: exactly one is admitted, and charged once', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const handles = [store, await openAt(0), await openAt(0)];
      const write = draftWrite();
      const results = await Promise.all(
        Array.from({ length: 200 }, (_, index) => handles[index % 3]?.admitDraft(repeated(write)) ?? Promise.reject()),
      );
      expect(countOutcomes(results)).toEqual({ admitted: 1, in_progress: 199 });
      expect((await usageOf(store)).used).toBe(1);
    });

    test('a repeat of a settled draft gets the stored response byte for byte, from every process, without a charge', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const write = draftWrite();
      await store.admitDraft(write);
      expect(await store.settleDraft(draftSettlement(write, awkwardResponse))).toEqual({ outcome: 'stored' });
      const replay = { outcome: 'replay', response: awkwardResponse };
      expect(await store.admitDraft(repeated(write))).toEqual(replay);
      expect(await (await openAt(0)).admitDraft(repeated(write))).toEqual(replay);
      const usage = await usageOf(store);
      expect(usage).toMatchObject({ used: 1, totals: { drafts: 1, replays: 2, handoffs: 0 } });
      expect(usage.bySource).toEqual({ api: 1, inbox: 0, page: 0 });
    });

    test('a response of 64 KiB is replayed completely', async () => {
      const { store } = await openWorkspaces(harness);
      const write = draftWrite();
      const response = JSON.stringify({ reply: 'ü🌙'.repeat(11_000) });
      await store.admitDraft(write);
      await store.settleDraft(draftSettlement(write, response));
      expect(await store.admitDraft(repeated(write))).toEqual({ outcome: 'replay', response });
    });

    test('a replay no longer needs the profile, the conversation or the allowance', async () => {
      const { store } = await openWorkspaces(harness);
      const write = draftWrite({ monthlyReplies: replies(1) });
      await store.admitDraft(write);
      await store.settleDraft(draftSettlement(write));
      await importEntries(store, workspaceEntry({ profiles: [profileDocument({ status: 'inactive' })] }));
      expect((await store.admitDraft({ ...repeated(write), monthlyReplies: replies(0) })).outcome).toBe('replay');
    });

    test('one key with a different input is reused: while it is in progress, once it is stored, and after a failure', async () => {
      const { store } = await openWorkspaces(harness);
      const write = draftWrite();
      const different = () => store.admitDraft({ ...repeated(write), inputHash: hashOf('input two') });
      await store.admitDraft(write);
      expect(await different()).toEqual({ outcome: 'reused' });
      await store.releaseWrite(draftLease(write));
      expect(await different()).toEqual({ outcome: 'reused' });
      const again = repeated(write);
      await store.admitDraft(again);
      await store.settleDraft(draftSettlement(again));
      expect(await different()).toEqual({ outcome: 'reused' });
      expect((await usageOf(store)).used).toBe(1);
    });

    test('a repeat while the first is in progress is asked to wait for whole seconds within the lease', async () => {
      const { store } = await openWorkspaces(harness);
      const write = draftWrite();
      await store.admitDraft(write);
      const result = await store.admitDraft(repeated(write));
      if (result.outcome !== 'in_progress') throw new Error(`not in progress but ${result.outcome}`);
      expect(result.retryAfterSeconds).toSatisfy(Number.isInteger);
      expect(result.retryAfterSeconds).toBeGreaterThanOrEqual(1);
      expect(result.retryAfterSeconds).toBeLessThanOrEqual(30);
    });

    test('a write that began while the clock was hours ahead is taken over once the clock is set back', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const ahead = await openAt(12 * 3_600_000);
      const write = draftWrite();
      expect((await ahead.admitDraft(write)).outcome).toBe('admitted');
      const again = repeated(write);
      expect((await store.admitDraft(again)).outcome).toBe('admitted');
      expect(await ahead.settleDraft(draftSettlement(write, '{"late":true}'))).toEqual({
        outcome: 'lost',
        response: null,
      });
      expect(await store.settleDraft(draftSettlement(again, '{"first":true}'))).toEqual({ outcome: 'stored' });
      expect(await store.admitDraft(repeated(write))).toEqual({ outcome: 'replay', response: '{"first":true}' });
    });

    test('after a failure the same input runs again on a new charge', async () => {
      const { store } = await openWorkspaces(harness);
      const write = draftWrite();
      await store.admitDraft(write);
      expect((await usageOf(store)).used).toBe(1);
      expect(await store.releaseWrite(draftLease(write))).toBe(true);
      expect((await usageOf(store)).used).toBe(0);
      const again = repeated(write);
      expect((await store.admitDraft(again)).outcome).toBe('admitted');
      expect((await usageOf(store)).used).toBe(1);
      await store.settleDraft(draftSettlement(again, '{"second":true}'));
      expect(await store.admitDraft(repeated(write))).toEqual({ outcome: 'replay', response: '{"second":true}' });
      expect(await usageOf(store)).toMatchObject({ used: 1, totals: { drafts: 1 } });
    });

    test('a released write can neither be settled, renewed nor released by its old holder', async () => {
      const { store } = await openWorkspaces(harness);
      const write = draftWrite();
      await store.admitDraft(write);
      await store.releaseWrite(draftLease(write));
      expect(await store.settleDraft(draftSettlement(write))).toEqual({ outcome: 'lost', response: null });
      expect(await store.renewLease({ ...draftLease(write), leaseMs: 30_000 })).toBe(false);
      expect(await store.releaseWrite(draftLease(write))).toBe(false);
      expect(await usageOf(store)).toMatchObject({ used: 0, totals: { drafts: 0 } });
    });

    test('a write that never existed can neither be settled, renewed nor released', async () => {
      const { store } = await openWorkspaces(harness);
      const write = draftWrite();
      expect(await store.settleDraft(draftSettlement(write))).toEqual({ outcome: 'lost', response: null });
      expect(await store.renewLease({ ...draftLease(write), leaseMs: 30_000 })).toBe(false);
      expect(await store.releaseWrite(draftLease(write))).toBe(false);
      expect((await store.admitDraft(write)).outcome).toBe('admitted');
    });

    test('a second settlement by the same holder never changes the stored response, nor counts twice', async () => {
      const { store } = await openWorkspaces(harness);
      const write = draftWrite();
      await store.admitDraft(write);
      await store.settleDraft(draftSettlement(write, '{"first":true}'));
      await store.settleDraft(draftSettlement(write, '{"second":true}'));
      expect(await store.releaseWrite(draftLease(write))).toBe(false);
      expect(await store.admitDraft(repeated(write))).toEqual({ outcome: 'replay', response: '{"first":true}' });
      expect(await usageOf(store)).toMatchObject({ used: 1, totals: { drafts: 1 } });
    });

    test.each([
      ['an unknown profile', 'profile_not_found', { profileId: 'prof_nobody' }],
      ['an inactive profile', 'profile_not_found', { profileId: 'prof_resting' }],
      ['an unknown conversation', 'conversation_not_found', { conversationId: 'conv_nobody' }],
      ["another profile's conversation", 'conversation_not_found', { conversationId: 'conv_other' }],
      ['a used-up allowance', 'allowance_used', { monthlyReplies: replies(0) }],
    ] as const)('%s keeps only the hash of the input, and charges nothing', async (_, outcome, overrides) => {
      const entry = workspaceEntry({
        profiles: [
          profileDocument(),
          profileDocument({ id: 'prof_other' }),
          profileDocument({ id: 'prof_resting', status: 'inactive' }),
        ],
        conversations: [conversationDocument(), conversationDocument({ id: 'conv_other', profileId: 'prof_other' })],
      });
      const { store } = await openWorkspaces(harness, entry);
      const write = draftWrite(overrides);
      expect((await store.admitDraft(write)).outcome).toBe(outcome);
      expect((await usageOf(store)).used).toBe(0);
      expect((await store.admitDraft(repeated(write))).outcome).toBe(outcome);
      const different = {
        ...repeated(write),
        profileId: 'prof_aurora',
        conversationId: null,
        inputHash: hashOf('other input'),
      };
      expect(await store.admitDraft({ ...different, monthlyReplies: replies(9) })).toEqual({ outcome: 'reused' });
      expect(await store.settleDraft(draftSettlement(write))).toEqual({ outcome: 'lost', response: null });
      expect(await store.renewLease({ ...draftLease(write), leaseMs: 30_000 })).toBe(false);
      expect((await usageOf(store)).used).toBe(0);
      const mended = { ...repeated(write), profileId: 'prof_aurora', conversationId: null, monthlyReplies: replies(9) };
      expect((await store.admitDraft(mended)).outcome).toBe('admitted');
      expect((await usageOf(store)).used).toBe(1);
    });

    test('the profile is checked before the conversation, and the conversation before the allowance', async () => {
      const { store } = await openWorkspaces(harness);
      const wrong = { conversationId: 'conv_nobody', monthlyReplies: replies(0) };
      expect((await store.admitDraft(draftWrite({ ...wrong, profileId: 'prof_nobody' }))).outcome).toBe(
        'profile_not_found',
      );
      expect((await store.admitDraft(draftWrite(wrong))).outcome).toBe('conversation_not_found');
    });

    test('the trace of a stored draft can be read as long as its response, and not before', async () => {
      const { store } = await openWorkspaces(harness);
      const write = draftWrite();
      const trace = () => store.draftTrace({ workspaceId: 'ws_aurora', idempotencyKey: write.idempotencyKey });
      expect(await trace()).toBeNull();
      await store.admitDraft(write);
      expect(await trace()).toBeNull();
      await store.settleDraft({ ...draftSettlement(write), trace: '{"scores":[0.25,1],"item":"f_ship"}', retentionMs });
      expect(JSON.parse((await trace()) ?? 'null')).toEqual({ scores: [0.25, 1], item: 'f_ship' });
      expect(await store.draftTrace({ workspaceId: 'ws_aurora', idempotencyKey: 'another-key' })).toBeNull();
    });
  });
}
