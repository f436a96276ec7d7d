import { describe, expect, test } from 'vitest';
import { settings } from '../../../src/settings/settings.ts';
import type { StoreHarness } from '../../support/store-harness.ts';
import { inTime } from './in-time.ts';
import { openWorkspaces } from './open-workspaces.ts';
import {
  countOutcomes,
  draftLease,
  draftSettlement,
  draftWrite,
  handoffLease,
  handoffSettlement,
  handoffWrite,
  hashOf,
  leaseMs,
  repeated,
  replies,
  usageOf,
} from './writes.ts';

export function describeLeases(harness: StoreHarness): void {
  describe('leases', () => {
    test("a dead holder's draft is taken over once its lease has expired, without a second charge, even at the limit", async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const write = draftWrite({ monthlyReplies: replies(1) });
      await store.admitDraft(write);
      const [stillHeld, ranOut] = [await openAt(leaseMs - 10_000), await openAt(leaseMs + 1_000)];
      expect((await stillHeld.admitDraft(repeated(write))).outcome).toBe('in_progress');
      const heir = repeated(write);
      expect((await ranOut.admitDraft(heir)).outcome).toBe('admitted');
      expect((await ranOut.admitDraft(repeated(write))).outcome).toBe('in_progress');
      expect((await usageOf(ranOut)).used).toBe(1);
      expect(await ranOut.settleDraft(draftSettlement(heir))).toEqual({ outcome: 'stored' });
      expect(await usageOf(store)).toMatchObject({ used: 1, totals: { drafts: 1 } });
    });

    test('50 simultaneous repeats of a dead write through two processes: exactly one takes it over', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const write = draftWrite();
      await store.admitDraft(write);
      const handles = [await openAt(leaseMs + 1_000), await openAt(leaseMs + 1_000)];
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, index) => handles[index % 2]?.admitDraft(repeated(write)) ?? Promise.reject()),
      );
      expect(countOutcomes(results)).toEqual({ admitted: 1, in_progress: 49 });
      expect((await usageOf(store)).used).toBe(1);
    });

    test('the longest possible lease stays held when the clock is set back half a minute', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const longestMs = Number(/ to (\d+) \(seconds\)$/.exec(settings.leaseSeconds.bound)?.[1]) * 1_000;
      const [draft, handoff] = [draftWrite({ leaseMs: longestMs }), handoffWrite({ leaseMs: longestMs })];
      const ahead = await openAt(30_000);
      expect((await ahead.admitDraft(draft)).outcome).toBe('admitted');
      expect((await ahead.admitHandoff(handoff)).outcome).toBe('admitted');
      expect((await store.admitDraft(repeated(draft))).outcome).toBe('in_progress');
      expect((await store.admitHandoff(repeated(handoff))).outcome).toBe('in_progress');
    });

    test('a repeat gets a wait of two seconds, or of one second in the last second of a lease', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const nearEnd = await openAt(leaseMs - 900);
      const answers = await inTime(850, async () => {
        const write = draftWrite();
        await store.admitDraft(write);
        return [await nearEnd.admitDraft(repeated(write)), await store.admitDraft(repeated(write))];
      });
      expect(answers).toEqual([1, 2].map((retryAfterSeconds) => ({ outcome: 'in_progress', retryAfterSeconds })));
    });

    test('an expired lease is not taken over with a different input', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const write = draftWrite();
      await store.admitDraft(write);
      const later = await openAt(leaseMs + 1_000);
      expect(await later.admitDraft({ ...repeated(write), inputHash: hashOf('other') })).toEqual({ outcome: 'reused' });
      expect((await later.admitDraft(repeated(write))).outcome).toBe('admitted');
    });

    test("an old holder's settlement answers lost: without a response while its successor works, then with the successor's", async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const write = draftWrite();
      await store.admitDraft(write);
      const later = await openAt(leaseMs + 1_000);
      const heir = repeated(write);
      await later.admitDraft(heir);
      expect(await store.settleDraft(draftSettlement(write, '{"by":"old"}'))).toEqual({
        outcome: 'lost',
        response: null,
      });
      expect(await store.renewLease({ ...draftLease(write), leaseMs })).toBe(false);
      expect(await store.releaseWrite(draftLease(write))).toBe(false);
      expect((await usageOf(later)).used).toBe(1);
      await later.settleDraft(draftSettlement(heir, '{"by":"heir"}'));
      const lost = await store.settleDraft(draftSettlement(write, '{"by":"old"}'));
      expect(lost).toEqual({ outcome: 'lost', response: '{"by":"heir"}' });
      expect(await store.admitDraft(repeated(write))).toEqual({ outcome: 'replay', response: '{"by":"heir"}' });
    });

    test('a holder whose lease expired still settles if no other request took over the write', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const write = draftWrite();
      await store.admitDraft(write);
      const later = await openAt(leaseMs + 5_000);
      expect(await later.settleDraft(draftSettlement(write))).toEqual({ outcome: 'stored' });
      expect((await usageOf(later)).used).toBe(1);
    });

    test('a renewed lease stays with its holder for the new time', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const write = draftWrite();
      await store.admitDraft(write);
      const [at20, at40, at55] = [await openAt(20_000), await openAt(40_000), await openAt(55_000)];
      expect(await at20.renewLease({ ...draftLease(write), leaseMs })).toBe(true);
      expect((await at40.admitDraft(repeated(write))).outcome).toBe('in_progress');
      expect((await at55.admitDraft(repeated(write))).outcome).toBe('admitted');
    });

    test('only the holder of the token settles, renews or releases', async () => {
      const { store } = await openWorkspaces(harness);
      const write = draftWrite();
      await store.admitDraft(write);
      const thief = repeated(write);
      expect(await store.settleDraft(draftSettlement(thief))).toEqual({ outcome: 'lost', response: null });
      expect(await store.renewLease({ ...draftLease(thief), leaseMs })).toBe(false);
      expect(await store.releaseWrite(draftLease(thief))).toBe(false);
      expect(await store.renewLease({ ...draftLease(write), leaseMs })).toBe(true);
      expect(await store.settleDraft(draftSettlement(write))).toEqual({ outcome: 'stored' });
    });

    test.each(['purge', 'usage'] as const)(
      '60 s after a lease expired, %s sweeps it: its unit returns, its holder has lost it, and its hash stays',
      async (sweeper) => {
        const { store, openAt } = await openWorkspaces(harness);
        const write = draftWrite();
        await store.admitDraft(write);
        const [tooEarly, due] = [await openAt(leaseMs + 50_000), await openAt(leaseMs + 61_000)];
        await tooEarly.purge();
        expect((await usageOf(tooEarly)).used).toBe(1);
        if (sweeper === 'purge') expect(await due.purge()).toEqual({ responses: 0, leases: 1 });
        expect((await usageOf(due)).used).toBe(0);
        expect((await usageOf(store)).used).toBe(0);
        expect(await due.settleDraft(draftSettlement(write))).toEqual({ outcome: 'lost', response: null });
        expect(await due.admitDraft({ ...repeated(write), inputHash: hashOf('other') })).toEqual({ outcome: 'reused' });
        expect((await due.admitDraft(repeated(write))).outcome).toBe('admitted');
        expect((await usageOf(due)).used).toBe(1);
      },
    );

    test("a handoff's lease is taken over, renewed, lost and swept in the same way, without any charge", async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const [write, abandoned] = [handoffWrite(), handoffWrite()];
      await store.admitHandoff(write);
      await store.admitHandoff(abandoned);
      expect(await store.renewLease({ ...handoffLease(write), leaseMs })).toBe(true);
      const [ranOut, due] = [await openAt(leaseMs + 1_000), await openAt(leaseMs + 61_000)];
      const heir = repeated(write);
      expect((await ranOut.admitHandoff(heir)).outcome).toBe('admitted');
      expect(await store.settleHandoff(handoffSettlement(write))).toEqual({ outcome: 'lost', response: null });
      expect(await store.renewLease({ ...handoffLease(write), leaseMs })).toBe(false);
      expect(await ranOut.settleHandoff(handoffSettlement(heir, { response: '{"by":"heir"}' }))).toEqual({
        outcome: 'stored',
      });
      const lost = await store.settleHandoff(handoffSettlement(write, { response: '{"by":"old"}' }));
      expect(lost).toEqual({ outcome: 'lost', response: '{"by":"heir"}' });
      expect(await store.listNotifications({ workspaceId: 'ws_aurora', limit: 10 })).toHaveLength(1);

      expect(await due.purge()).toEqual({ responses: 0, leases: 1 });
      expect(await due.settleHandoff(handoffSettlement(abandoned))).toEqual({ outcome: 'lost', response: null });
      expect(await due.listNotifications({ workspaceId: 'ws_aurora', limit: 10 })).toHaveLength(1);
      expect(await usageOf(due)).toMatchObject({ used: 0, totals: { drafts: 0, handoffs: 1 } });
    });
  });
}
