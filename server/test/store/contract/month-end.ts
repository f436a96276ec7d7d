import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { periodOf } from '../../../src/domain/period.ts';
import type { Store } from '../../../src/store/port.ts';
import type { StoreHarness } from '../../support/store-harness.ts';
import { openWorkspaces } from './open-workspaces.ts';
import { draftLease, draftSettlement, draftWrite, leaseMs, repeated, replies, usageOf } from './writes.ts';

export function describeMonthEnd(harness: StoreHarness): void {
  describe('the end of the month', () => {
    test('at the first instant of the next month in UTC the allowance is full again, and the old month keeps its count', async () => {
      const { openAt } = await openWorkspaces(harness);
      const { startsAt, endsAt } = periodOf(Date.now());
      const toEndMs = () => endsAt - Date.now();
      const [before, after] = [await openAt(toEndMs() - 20_000), await openAt(toEndMs() + 10)];
      const limited = () => draftWrite({ monthlyReplies: replies(2) });
      for (let count = 0; count < 2; count += 1) expect((await before.admitDraft(limited())).outcome).toBe('admitted');
      expect(await before.admitDraft(limited())).toEqual({ outcome: 'allowance_used', renewsAt: endsAt });
      expect((await usageOf(after, 2)).used).toBe(0);
      expect((await after.admitDraft(limited())).outcome).toBe('admitted');

      const next = periodOf(endsAt);
      expect(await usageOf(after, 2)).toMatchObject({ used: 1, period: next });
      expect(await usageOf(before, 2)).toMatchObject({ used: 2, period: { startsAt, endsAt } });
      expect(next.startsAt).toBe(endsAt);
    });

    test('every draft that crosses the boundary is charged to the month of its own instant, to the millisecond', async () => {
      const { openAt } = await openWorkspaces(harness);
      const { endsAt } = periodOf(Date.now());
      const instants: number[] = [];
      const draftOn = async (store: Store) => {
        const burst = await Promise.all(
          Array.from({ length: 8 }, () => store.admitDraft(draftWrite({ monthlyReplies: replies(1e6) }))),
        );
        for (const result of burst) if (result.outcome === 'admitted') instants.push(result.now);
      };
      const inOldMonth = () => instants.filter((now) => now < endsAt).length;
      const lastMonth = await openAt(endsAt - Date.now() - 600_000);
      let nextMonth = lastMonth;
      // A busy machine opens a store so slowly that the boundary is behind it.
      for (let leadMs = 700; inOldMonth() <= 8; leadMs *= 2) {
        nextMonth = await openAt(endsAt - Date.now() - leadMs);
        do {
          await draftOn(nextMonth);
          await delay(1);
        } while ((instants.at(-1) ?? 0) < endsAt + 300);
      }
      expect((await usageOf(lastMonth)).used).toBe(inOldMonth());
      expect((await usageOf(nextMonth)).used).toBe(instants.length - inOldMonth());
    });

    test('a write taken over in the next month stays on the charge and period of its first admission', async () => {
      const { openAt } = await openWorkspaces(harness);
      const toEndMs = periodOf(Date.now()).endsAt - Date.now();
      const before = await openAt(toEndMs - 20_000);
      const write = draftWrite({ monthlyReplies: replies(1) });
      await before.admitDraft(write);
      const after = await openAt(toEndMs - 20_000 + leaseMs + 1_000);
      const heir = { ...repeated(write), monthlyReplies: replies(0) };
      expect((await after.admitDraft(heir)).outcome).toBe('admitted');
      expect((await usageOf(after)).used).toBe(0);
      expect((await usageOf(before)).used).toBe(1);
      expect(await after.settleDraft(draftSettlement(heir))).toEqual({ outcome: 'stored' });
      expect((await usageOf(after)).used).toBe(0);
      expect((await usageOf(before)).used).toBe(1);
    });

    test('a unit returned in the next month, by release or sweep, goes back to the month it came from', async () => {
      const { openAt } = await openWorkspaces(harness);
      const toEndMs = periodOf(Date.now()).endsAt - Date.now();
      const [before, after, sweeping] = [
        await openAt(toEndMs - 20_000),
        await openAt(toEndMs + 5_000),
        await openAt(toEndMs - 20_000 + leaseMs + 61_000),
      ];
      const [released, takenOver, swept] = [draftWrite(), draftWrite(), draftWrite()];
      for (const write of [released, takenOver, swept]) await before.admitDraft(write);
      for (let count = 0; count < 4; count += 1) await after.admitDraft(draftWrite());
      expect(await after.releaseWrite(draftLease(released))).toBe(true);
      expect([(await usageOf(before)).used, (await usageOf(after)).used]).toEqual([2, 4]);

      const ranOut = await openAt(toEndMs - 20_000 + leaseMs + 1_000);
      const heir = repeated(takenOver);
      await ranOut.admitDraft(heir);
      expect(await ranOut.releaseWrite(draftLease(heir))).toBe(true);
      expect([(await usageOf(before)).used, (await usageOf(after)).used]).toEqual([1, 4]);

      await sweeping.purge();
      expect([(await usageOf(before)).used, (await usageOf(after)).used]).toEqual([0, 4]);
    });
  });
}
