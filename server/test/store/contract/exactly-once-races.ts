import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createId } from '../../../src/lib/ids.ts';
import type { Store } from '../../../src/store/port.ts';
import type { AdmitDraftInput } from '../../../src/store/write-port.ts';
import type { StoreHarness } from '../../support/store-harness.ts';
import { importEntries } from './open-workspaces.ts';
import { propertyRuns } from './property-runs.ts';
import { workspaceEntry } from './workspace-entry.ts';
import { draftLease, draftSettlement, draftWrite, replies, usageOf } from './writes.ts';

type End = 'optimistic' | 'settle' | 'release' | 'die' | 'settle twice' | 'release and settle';
interface Worker {
  readonly key: number;
  readonly handle: number;
  readonly end: End;
  readonly startsAfterMs: number;
  readonly worksMs: number;
}
interface Seen {
  readonly admitted: Map<number, number>;
  readonly ended: Map<number, number>;
  readonly stored: Map<number, string[]>;
  readonly replayed: Map<number, Set<string>>;
}

const workers: fc.Arbitrary<Worker[]> = fc.array(
  fc.record({
    key: fc.nat({ max: 7 }),
    handle: fc.nat({ max: 2 }),
    end: fc.constantFrom<End[]>(
      'optimistic',
      'optimistic',
      'settle',
      'settle',
      'release',
      'release',
      'die',
      'settle twice',
      'release and settle',
    ),
    startsAfterMs: fc.nat({ max: 15 }),
    worksMs: fc.nat({ max: 5 }),
  }),
  { minLength: 20, maxLength: 60, size: 'max' },
);

export function describeExactlyOnceRaces(harness: StoreHarness): void {
  describe('exactly once, in races', { timeout: 600_000 }, () => {
    test('in any race for the same keys through three processes, charges equal the stored, the reserved and the recorded', async () => {
      const { store, openAt } = await harness.openFresh();
      const handles = [store, await openAt(0), await openAt(0)];
      const counts = { cases: 0, workers: 0 };
      const property = fc.asyncProperty(workers, fc.integer({ min: 1, max: 9 }), async (crowd, limit) => {
        counts.cases += 1;
        counts.workers += crowd.length;
        await race(handles, crowd, limit, `ws_${counts.cases}`);
      });
      await fc.assert(property, { numRuns: propertyRuns(25) });
      console.info(`${harness.kind}: ${counts.cases} races of ${counts.workers} workers ended as the contract says`);
    });
  });
}

async function race(
  handles: readonly Store[],
  crowd: readonly Worker[],
  limit: number,
  workspaceId: string,
): Promise<void> {
  const [store] = handles;
  if (store === undefined) throw new Error('a race needs a store');
  await importEntries(store, workspaceEntry({ id: workspaceId, conversations: [] }));
  const seen: Seen = { admitted: new Map(), ended: new Map(), stored: new Map(), replayed: new Map() };
  const watch = { isOver: false, highest: 0 };
  const watching = (async () => {
    while (!watch.isOver) {
      watch.highest = Math.max(watch.highest, (await usageOf(store, limit, workspaceId)).used);
      await delay(1);
    }
  })();
  const recorded = Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      (handles[index % 3] ?? store).recordUsage({
        workspaceId,
        source: 'page',
        externalId: `id ${index % 3}`,
        monthlyReplies: replies(limit),
      }),
    ),
  );
  const working = crowd.map((worker) => work(handles[worker.handle] ?? store, worker, limit, workspaceId, seen));
  const settled = await Promise.allSettled([recorded, ...working]);
  watch.isOver = true;
  await watching;
  for (const each of settled) if (each.status === 'rejected') throw each.reason;
  const charged = (await recorded).filter(({ outcome }) => outcome === 'charged').length;

  const stored = [...seen.stored.values()];
  for (const responses of stored) expect(responses).toHaveLength(1);
  for (const [key, replayed] of seen.replayed) expect([...replayed]).toEqual(seen.stored.get(key));
  const held = [...seen.admitted].map(([key, admitted]) => admitted - (seen.ended.get(key) ?? 0));
  for (const count of held) expect(count === 0 || count === 1).toBe(true);
  const usage = await usageOf(store, limit, workspaceId);
  expect(usage.used).toBe(stored.length + held.filter((count) => count === 1).length + charged);
  expect(usage.totals.drafts).toBeGreaterThanOrEqual(stored.length);
  expect(usage.totals.drafts).toBeLessThanOrEqual(usage.bySource.api);
  expect(usage.bySource.page).toBe(charged);
  expect(Math.max(watch.highest, usage.used)).toBeLessThanOrEqual(limit);
}

/** Runs one request from its admission to its end, whatever the outcome. A worker that dies leaves its lease. */
async function work(store: Store, worker: Worker, limit: number, workspaceId: string, seen: Seen): Promise<void> {
  await delay(worker.startsAfterMs);
  const write = draftWrite({ workspaceId, idempotencyKey: `key-${worker.key}-long`, monthlyReplies: replies(limit) });
  if (worker.end === 'optimistic') return workOptimistic(store, worker, write, seen);
  const result = await store.admitDraft(write);
  if (result.outcome === 'replay')
    seen.replayed.set(worker.key, new Set([...(seen.replayed.get(worker.key) ?? []), result.response]));
  if (result.outcome !== 'admitted') return;
  seen.admitted.set(worker.key, (seen.admitted.get(worker.key) ?? 0) + 1);
  await delay(worker.worksMs);
  if (worker.end === 'die') return;
  const response = JSON.stringify({ by: createId('worker') });
  const settle = async (text: string) => {
    const settled = await store.settleDraft(draftSettlement(write, text));
    return settled.outcome === 'stored';
  };
  const release = () => store.releaseWrite(draftLease(write));
  if (await endsStored(worker.end, release, () => settle(response))) {
    seen.stored.set(worker.key, [...(seen.stored.get(worker.key) ?? []), response]);
  }
  seen.ended.set(worker.key, (seen.ended.get(worker.key) ?? 0) + 1);
}

/**
 * Runs one optimistic request: it prepares, works, and is stored or answered with the response that another request
 * stored.
 */
async function workOptimistic(store: Store, worker: Worker, write: AdmitDraftInput, seen: Seen): Promise<void> {
  const { leaseToken: _token, leaseMs: _leaseMs, knownRevision, ...draft } = write;
  if ((await store.prepareDraft({ ...draft, knownRevision })) === null) return;
  await delay(worker.worksMs);
  const response = JSON.stringify({ by: createId('worker') });
  const tally = { intent: 'shipping', riskLevel: 'safe' };
  const result = await store.storeDraft({ ...draft, response, trace: '{}', tally });
  if (result.outcome === 'replay')
    seen.replayed.set(worker.key, new Set([...(seen.replayed.get(worker.key) ?? []), result.response]));
  if (result.outcome !== 'stored') return;
  seen.admitted.set(worker.key, (seen.admitted.get(worker.key) ?? 0) + 1);
  seen.ended.set(worker.key, (seen.ended.get(worker.key) ?? 0) + 1);
  seen.stored.set(worker.key, [...(seen.stored.get(worker.key) ?? []), response]);
}

async function endsStored(
  end: Exclude<End, 'die' | 'optimistic'>,
  release: () => Promise<boolean>,
  settle: () => Promise<boolean>,
): Promise<boolean> {
  if (end === 'release') expect(await release()).toBe(true);
  if (end === 'settle') expect(await settle()).toBe(true);
  if (end === 'settle twice') expect(await Promise.all([settle(), settle()])).toContain(true);
  if (end !== 'release and settle') return end !== 'release';
  const [isReleased, isStored] = await Promise.all([release(), settle()]);
  expect(isReleased).toBe(!isStored);
  return isStored;
}
