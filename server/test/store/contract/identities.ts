import { describe, expect, test } from 'vitest';
import type { StoreHarness } from '../../support/store-harness.ts';
import { openWorkspaces } from './open-workspaces.ts';
import { workspaceEntry } from './workspace-entry.ts';
import {
  draftLease,
  draftSettlement,
  draftWrite,
  handoffLease,
  handoffSettlement,
  handoffWrite,
  hashOf,
  repeated,
  retentionMs,
  usageOf,
} from './writes.ts';

const minuteMs = 60_000;

export function describeIdentities(harness: StoreHarness): void {
  describe('the identity of a write, and its retention', () => {
    test('a draft and a handoff under one key are two writes', async () => {
      const { store } = await openWorkspaces(harness);
      const shared = { idempotencyKey: 'one-key-for-both', leaseToken: 'lease_shared' };
      const [draft, handoff] = [draftWrite(shared), handoffWrite(shared)];
      expect((await store.admitDraft(draft)).outcome).toBe('admitted');
      expect((await store.admitHandoff(handoff)).outcome).toBe('admitted');
      expect(await store.releaseWrite(draftLease(draft))).toBe(true);
      expect(await store.renewLease({ ...handoffLease(handoff), leaseMs: 30_000 })).toBe(true);
      expect(await store.settleHandoff(handoffSettlement(handoff, { response: '{"handoff":1}' }))).toEqual({
        outcome: 'stored',
      });
      expect((await store.admitDraft(draft)).outcome).toBe('admitted');
      await store.settleDraft(draftSettlement(draft, '{"draft":1}'));
      expect(await store.admitDraft(repeated(draft))).toEqual({ outcome: 'replay', response: '{"draft":1}' });
      expect(await store.admitHandoff(repeated(handoff))).toEqual({ outcome: 'replay', response: '{"handoff":1}' });
    });

    test('keys differ by every character and by case', async () => {
      const { store } = await openWorkspaces(harness);
      for (const idempotencyKey of [
        'order.1:abc',
        'order.1:abC',
        'order-1:abc',
        'order.1:abc.',
        `a${'b'.repeat(119)}`,
      ]) {
        expect((await store.admitDraft(draftWrite({ idempotencyKey }))).outcome).toBe('admitted');
      }
      expect((await usageOf(store)).used).toBe(5);
    });

    test('two workspaces use the same key, with the same token, independently', async () => {
      const { store } = await openWorkspaces(harness, workspaceEntry(), workspaceEntry({ id: 'ws_borealis' }));
      const aurora = draftWrite({ idempotencyKey: 'the-same-key', leaseToken: 'lease_same' });
      const borealis = { ...aurora, workspaceId: 'ws_borealis', inputHash: hashOf('another input') };
      expect((await store.admitDraft(aurora)).outcome).toBe('admitted');
      expect((await store.admitDraft(borealis)).outcome).toBe('admitted');
      await store.settleDraft(draftSettlement(aurora, '{"of":"aurora"}'));
      expect(await store.releaseWrite(draftLease(borealis))).toBe(true);
      expect(await store.admitDraft(repeated(aurora))).toEqual({ outcome: 'replay', response: '{"of":"aurora"}' });
      expect((await store.admitDraft(borealis)).outcome).toBe('admitted');
      expect((await usageOf(store, 500, 'ws_borealis')).used).toBe(1);
      expect(await store.draftTrace({ workspaceId: 'ws_borealis', idempotencyKey: 'the-same-key' })).toBeNull();
    });

    test.each([true, false])(
      'a stored response is replayed for 24 hours, and then its key is free (purged: %s)',
      async (isPurged) => {
        const { store, openAt } = await openWorkspaces(harness);
        const write = draftWrite();
        await store.admitDraft(write);
        await store.settleDraft(draftSettlement(write));
        const [before, after] = [await openAt(retentionMs - minuteMs), await openAt(retentionMs + 1_000)];
        expect(await before.purge()).toEqual({ responses: 0, leases: 0 });
        expect((await before.admitDraft(repeated(write))).outcome).toBe('replay');
        const trace = () => after.draftTrace({ workspaceId: 'ws_aurora', idempotencyKey: write.idempotencyKey });
        if (isPurged) expect(await after.purge()).toEqual({ responses: 1, leases: 0 });
        expect(await trace()).toBeNull();
        const different = { ...repeated(write), inputHash: hashOf('a new input') };
        expect((await after.admitDraft(different)).outcome).toBe('admitted');
        expect(await trace()).toBeNull();
        await after.settleDraft(draftSettlement(different, '{"new":true}'));
        expect(await after.admitDraft(repeated(different))).toEqual({ outcome: 'replay', response: '{"new":true}' });
      },
    );

    test("a handoff's stored response is replayed for 24 hours; then its key queues a new notification", async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const write = handoffWrite();
      await store.admitHandoff(write);
      await store.settleHandoff(handoffSettlement(write));
      const [before, after] = [await openAt(retentionMs - minuteMs), await openAt(retentionMs + 1_000)];
      expect((await before.admitHandoff(repeated(write))).outcome).toBe('replay');
      const again = repeated(write);
      expect((await after.admitHandoff(again)).outcome).toBe('admitted');
      await after.settleHandoff(handoffSettlement(again));
      expect(await after.listNotifications({ workspaceId: 'ws_aurora', limit: 10 })).toHaveLength(2);
    });

    test.each([true, false])(
      'the hash of a failed write is kept for 24 hours, then its key is free (purged: %s)',
      async (isPurged) => {
        const { store, openAt } = await openWorkspaces(harness);
        const [released, refused] = [draftWrite(), draftWrite({ profileId: 'prof_nobody' })];
        await store.admitDraft(released);
        await store.releaseWrite(draftLease(released));
        await store.admitDraft(refused);
        const [before, after] = [await openAt(retentionMs - minuteMs), await openAt(retentionMs + 1_000)];
        const different = [released, refused].map((write) => ({
          ...repeated(write),
          profileId: 'prof_aurora',
          inputHash: hashOf('a new input'),
        }));
        for (const write of different) expect((await before.admitDraft(write)).outcome).toBe('reused');
        if (isPurged) await after.purge();
        for (const write of different) expect((await after.admitDraft(write)).outcome).toBe('admitted');
      },
    );

    test('purging a stored response returns nothing to the allowance', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const writes = [draftWrite(), draftWrite(), draftWrite()];
      for (const write of writes) {
        await store.admitDraft(write);
        await store.settleDraft({ ...draftSettlement(write), retentionMs: 60_000 });
      }
      const later = await openAt(61_000);
      expect(await later.purge()).toEqual({ responses: 3, leases: 0 });
      expect(await usageOf(store)).toMatchObject({ used: 3, totals: { drafts: 3 } });
    });
  });
}
