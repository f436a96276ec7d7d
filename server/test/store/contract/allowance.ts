import { describe, expect, test } from 'vitest';
import { periodOf } from '../../../src/domain/period.ts';
import type { Store } from '../../../src/store/port.ts';
import type { RecordUsageResult } from '../../../src/store/workspace-port.ts';
import type { StoreHarness } from '../../support/store-harness.ts';
import { unusedUsage } from '../../support/unused-usage.ts';
import { importEntries, openWorkspaces } from './open-workspaces.ts';
import { workspaceEntry } from './workspace-entry.ts';
import { countOutcomes, draftLease, draftSettlement, draftWrite, repeated, replies, usageOf } from './writes.ts';

export function describeAllowance(harness: StoreHarness): void {
  describe('the allowance', () => {
    test('500 simultaneous drafts through three processes on an allowance of 100: exactly 100 are admitted', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const handles = [store, await openAt(0), await openAt(0)];
      const results = await Promise.all(
        Array.from({ length: 500 }, (_, index) =>
          (handles[index % 3] ?? store).admitDraft(draftWrite({ monthlyReplies: replies(100) })),
        ),
      );
      expect(countOutcomes(results)).toEqual({ admitted: 100, allowance_used: 400 });
      expect((await usageOf(store, 100)).used).toBe(100);
    });

    test('drafts, inboxes and pages together never exceed it, and each id is charged once', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const handles = [store, await openAt(0)];
      const from = (index: number) => handles[index % 2] ?? store;
      const [drafts, inbox, page] = await Promise.all([
        Promise.all(upTo(80, (index) => from(index).admitDraft(draftWrite({ monthlyReplies: replies(60) })))),
        Promise.all(upTo(80, (index) => record(from(index), 'inbox', `id-${index % 20}`, 60))),
        Promise.all(upTo(80, (index) => record(from(index >> 1), 'page', `id-${index % 20}`, 60))),
      ]);
      const charged = (results: readonly { outcome: string }[]) => countOutcomes(results)['charged'] ?? 0;
      const admitted = countOutcomes(drafts)['admitted'] ?? 0;
      expect(charged(inbox)).toBeLessThanOrEqual(20);
      expect(charged(page)).toBeLessThanOrEqual(20);
      expect(admitted + charged(inbox) + charged(page)).toBe(60);
      expect(await usageOf(store, 60)).toMatchObject({
        used: 60,
        limit: 60,
        bySource: { api: admitted, inbox: charged(inbox), page: charged(page) },
      });
    });

    test('an id is charged once per source, also in later months, and never while it is rejected', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      expect(await record(store, 'inbox', 'mail 1', 3)).toEqual({ outcome: 'charged' });
      expect(await record(store, 'inbox', 'mail 1', 3)).toEqual({ outcome: 'already_charged' });
      expect(await record(store, 'page', 'mail 1', 3)).toEqual({ outcome: 'charged' });
      expect(await record(store, 'inbox', 'Mail 1', 3)).toEqual({ outcome: 'charged' });
      const renewsAt = periodOf(Date.now()).endsAt;
      expect(await record(store, 'inbox', 'mail 2', 3)).toEqual({ outcome: 'allowance_used', renewsAt });
      expect(await record(store, 'inbox', 'mail 1', 3)).toEqual({ outcome: 'already_charged' });
      expect(await record(store, 'inbox', 'mail 2', 4)).toEqual({ outcome: 'charged' });
      expect(await usageOf(store, 4)).toMatchObject({ used: 4, bySource: { api: 0, inbox: 3, page: 1 } });
      const nextMonth = await openAt(renewsAt - Date.now() + 60_000);
      expect(await record(nextMonth, 'inbox', 'mail 1', 3)).toEqual({ outcome: 'already_charged' });
      expect((await usageOf(nextMonth)).used).toBe(0);
    });

    test('usage of a workspace that does not exist is null, and it cannot be charged', async () => {
      const { store } = await openWorkspaces(harness);
      expect(await store.usage({ workspaceId: 'ws_nowhere', monthlyReplies: replies(5) })).toBeNull();
      const input = {
        workspaceId: 'ws_nowhere',
        source: 'inbox',
        externalId: 'x',
        monthlyReplies: replies(5),
      } as const;
      expect(await store.recordUsage(input)).toEqual({ outcome: 'workspace_not_found' });
    });

    test('an inactive workspace is not charged, not even for an id that was charged before', async () => {
      const { store } = await openWorkspaces(harness);
      expect(await record(store, 'inbox', 'mail 1', 5)).toEqual({ outcome: 'charged' });
      await importEntries(store, workspaceEntry({ status: 'inactive' }));
      for (const id of ['mail 1', 'mail 2'])
        expect(await record(store, 'inbox', id, 5)).toEqual({ outcome: 'workspace_inactive' });
      expect((await usageOf(store)).used).toBe(1);
      await importEntries(store, workspaceEntry({ status: 'active' }));
      expect(await record(store, 'inbox', 'mail 2', 5)).toEqual({ outcome: 'charged' });
    });

    test('a new workspace has its plan, its limit, the current month and nothing used', async () => {
      const { store } = await openWorkspaces(harness, workspaceEntry({ plan: 'studio' }));
      const monthlyReplies = { creator: 1, studio: 2, agency: 3 };
      const { bySource, ...totals } = unusedUsage({ plan: 'studio', limit: 2 }).totals;
      expect(await store.usage({ workspaceId: 'ws_aurora', monthlyReplies })).toEqual({
        plan: 'studio',
        limit: 2,
        used: 0,
        period: periodOf(Date.now()),
        totals,
        bySource,
        model: null,
      });
    });

    test("a workspace's own monthly replies override its plan's, upwards, downwards and to none", async () => {
      const { store } = await openWorkspaces(harness, workspaceEntry({ monthlyReplies: 2 }));
      const tries = async (count: number, planLimit: number) =>
        countOutcomes(
          await Promise.all(upTo(count, () => store.admitDraft(draftWrite({ monthlyReplies: replies(planLimit) })))),
        );
      expect(await tries(3, 1)).toEqual({ admitted: 2, allowance_used: 1 });
      expect((await usageOf(store, 1)).limit).toBe(2);
      await importEntries(store, workspaceEntry({ monthlyReplies: 4 }));
      expect(await tries(5, 1_000)).toEqual({ admitted: 2, allowance_used: 3 });
      await importEntries(store, workspaceEntry({ id: 'ws_none', monthlyReplies: 0 }));
      expect((await store.admitDraft(draftWrite({ workspaceId: 'ws_none' }))).outcome).toBe('allowance_used');
      expect(await usageOf(store, 500, 'ws_none')).toMatchObject({ limit: 0, used: 0 });
    });

    test('a limit lowered below the used amount keeps that amount and admits nothing more', async () => {
      const { store } = await openWorkspaces(harness);
      const held = draftWrite({ monthlyReplies: replies(5) });
      await store.admitDraft(held);
      for (let count = 0; count < 4; count += 1) await store.admitDraft(draftWrite({ monthlyReplies: replies(5) }));
      await importEntries(store, workspaceEntry({ monthlyReplies: 3 }));
      expect(await usageOf(store)).toMatchObject({ limit: 3, used: 5 });
      const next = () => store.admitDraft(draftWrite({ monthlyReplies: replies(500) }));
      expect((await next()).outcome).toBe('allowance_used');
      await store.releaseWrite(draftLease(held));
      expect(await usageOf(store)).toMatchObject({ limit: 3, used: 4 });
      expect((await next()).outcome).toBe('allowance_used');
    });

    test('a released unit can be used again, and a settled one cannot', async () => {
      const { store } = await openWorkspaces(harness);
      const last = draftWrite({ monthlyReplies: replies(1) });
      await store.admitDraft(last);
      const next = draftWrite({ monthlyReplies: replies(1) });
      const renewsAt = periodOf(Date.now()).endsAt;
      expect(await store.admitDraft(next)).toEqual({ outcome: 'allowance_used', renewsAt });
      await store.releaseWrite(draftLease(last));
      const admitted = repeated(next);
      expect((await store.admitDraft(admitted)).outcome).toBe('admitted');
      await store.settleDraft(draftSettlement(admitted));
      expect((await store.admitDraft(repeated(last))).outcome).toBe('allowance_used');
    });

    test('another workspace has its own allowance', async () => {
      const { store } = await openWorkspaces(harness, workspaceEntry(), workspaceEntry({ id: 'ws_borealis' }));
      const limited = { monthlyReplies: replies(1) };
      expect((await store.admitDraft(draftWrite(limited))).outcome).toBe('admitted');
      expect((await store.admitDraft(draftWrite(limited))).outcome).toBe('allowance_used');
      expect((await store.admitDraft(draftWrite({ ...limited, workspaceId: 'ws_borealis' }))).outcome).toBe('admitted');
    });
  });
}

function record(store: Store, source: 'inbox' | 'page', externalId: string, limit: number): Promise<RecordUsageResult> {
  return store.recordUsage({ workspaceId: 'ws_aurora', source, externalId, monthlyReplies: replies(limit) });
}

function upTo<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
