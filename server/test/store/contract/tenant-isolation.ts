import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Store } from '../../../src/store/port.ts';
import type { FreshData, StoreHarness } from '../../support/store-harness.ts';
import { accountOperationNames } from './console-operations.ts';
import { propertyRuns } from './property-runs.ts';
import { entryOf, type Picks, type Tenant } from './tenant.ts';
import { type OperationName, tenantOperations } from './tenant-operations.ts';

type Name = 'one' | 'two';
interface Step {
  readonly by: Name;
  readonly operation: OperationName;
  readonly picks: Picks;
  /** True for a step 100 s later, when leases, claims and short retentions have expired. */
  readonly isLater: boolean;
}

const operationNames = Object.keys(tenantOperations).filter(isOperation);
const frequent: OperationName[] = [
  'admitDraft',
  'settleDraft',
  'storeDraft',
  'admitHandoff',
  'settleHandoff',
  'appendMessages',
  'importDocument',
  'inboxStep',
  'inboxStep',
];
const alsoFrequent: OperationName[] = [
  'claimNotifications',
  'settleNotification',
  'createKey',
  'authenticate',
  'admitHandoff',
  'settleHandoff',
];
/**
 * These operations compare the clock with windows that every workspace's clock moves, so both tenants use one clock.
 */
const onOneClock: readonly OperationName[] = ['authenticate'];
const finalReads: readonly OperationName[] = [
  'exportWorkspace',
  'listKeys',
  'listWorkspaces',
  'listConversations',
  'listNotifications',
  'notificationTarget',
  'usage',
  'profile',
  'draftTrace',
  'personaDraft',
  'personaChanges',
  'thread',
  'reviewQueue',
  'listTestCases',
  'classifier',
  'taughtPhrases',
  'listConnections',
  'listDrafts',
  'listOutbox',
];

const pick = fc.nat({ max: 5 });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    by: fc.constantFrom('one' as const, 'two' as const),
    operation: fc.constantFrom(
      ...operationNames,
      ...frequent,
      ...frequent,
      ...frequent,
      ...alsoFrequent,
      ...alsoFrequent,
    ),
    picks: fc.tuple(pick, pick, pick),
    isLater: fc.nat({ max: 3 }).map((part) => part === 0),
  }),
  { minLength: 30, maxLength: 90, size: 'max' },
);

export function describeTenantIsolation(harness: StoreHarness): void {
  describe('tenant isolation', { timeout: 600_000 }, () => {
    test('the property covers every operation of the port', async () => {
      const { store } = await harness.openFresh();
      const operations = Object.entries(store).filter(([, value]) => typeof value === 'function');
      expect(operations.map(([name]) => name).toSorted()).toEqual(
        [...operationNames, ...accountOperationNames].toSorted(),
      );
    });

    test('two workspaces with identical ids each see and have exactly what they would have alone', async () => {
      const [together, oneAlone, twoAlone] = await Promise.all([openRun(harness), openRun(harness), openRun(harness)]);
      const ran = new Map<OperationName, number>();
      let cases = 0;
      await fc.assert(
        fc.asyncProperty(steps, async (sequence) => {
          cases += 1;
          const [both, one, two] = await Promise.all([
            run(together, ['one', 'two'], sequence, cases),
            run(oneAlone, ['one'], sequence, cases),
            run(twoAlone, ['two'], sequence, cases),
          ]);
          for (const { operation } of sequence) ran.set(operation, (ran.get(operation) ?? 0) + 1);
          expect(both.seen.one).toEqual(one.seen.one);
          expect(both.seen.two).toEqual(two.seen.two);
          expect(both.purged).toEqual(sumOf(one.purged, two.purged));
        }),
        { numRuns: propertyRuns(30) },
      );
      const count = [...ran.values()].reduce((sum, times) => sum + times, 0);
      expect([...ran.keys()].toSorted()).toEqual(operationNames.toSorted());
      console.info(
        `${harness.kind}: tenant isolation held in ${cases} cases of ${count} operations over ${ran.size} kinds`,
      );
    });
  });
}

interface Run {
  readonly data: FreshData;
  readonly later: Store;
  /** A handle whose clock is two days ahead. A purge with it removes everything before the next case. */
  readonly afterwards: Store;
}

async function openRun(harness: StoreHarness): Promise<Run> {
  const data = await harness.openFresh();
  return { data, later: await data.openAt(100_000), afterwards: await data.openAt(2 * 86_400_000) };
}

/**
 * Runs the named tenants' steps on workspaces that only this case uses, and returns the answers that each tenant got.
 */
async function run(
  { data, later, afterwards }: Run,
  names: readonly Name[],
  sequence: readonly Step[],
  testCase: number,
) {
  const tenants = { one: tenantOf(data, 'one', testCase), two: tenantOf(data, 'two', testCase) };
  const seen: Record<Name, unknown[]> = { one: [], two: [] };
  const purged: unknown[] = [];
  const ask = async (name: Name, operation: OperationName, picks: Picks, isLater: boolean) => {
    const stranger = tenants[name === 'one' ? 'two' : 'one'];
    const tenant: Tenant = Object.assign(tenants[name], {
      store: isLater && !onOneClock.includes(operation) ? later : data.store,
      strangersClaims: stranger.claims,
    });
    const answer = await tenantOperations[operation](tenant, picks).then(comparable, (error: unknown) => ({
      threw: nameOf(error),
    }));
    expect(JSON.stringify(answer) ?? '').not.toContain(stranger.canary);
    seen[name].push([operation, picks, answer]);
  };

  for (const name of names)
    await data.store.importDocument({ workspaces: [entryOf(tenants[name], 0)] }, { forceState: false, dryRun: false });
  for (const { by, operation, picks, isLater } of sequence) {
    // A purge belongs to no tenant. It is part of every run, and removes the same data from a workspace as in a run
    // with only that workspace.
    const store = isLater ? later : data.store;
    if (operation === 'purge') purged.push(await store.purge());
    else if (operation === 'expire') purged.push(await store.expire({ conversationMs: 365 * 86_400_000 }));
    else if (names.includes(by)) await ask(by, operation, picks, isLater);
  }
  for (const name of names) for (const read of finalReads) await ask(name, read, [0, 0, 0], false);
  await afterwards.purge();
  return { seen, purged };
}

function tenantOf(data: FreshData, name: Name, testCase: number): Tenant {
  const named = (each: Name) => ({ workspaceId: `ws-canary${each}${testCase}`, canary: `canary${each}${testCase}` });
  return {
    ...named(name),
    address: `10.${name === 'one' ? 1 : 2}.${testCase >> 8}.${testCase & 255}`,
    stranger: named(name === 'one' ? 'two' : 'one'),
    claims: [],
    strangersClaims: [],
    keys: 0,
    store: data.store,
    open: () => data.openAt(0),
  };
}

/**
 * Returns an answer without the parts that differ between runs: times, waits, random tokens, positions in a table that
 * all workspaces share, and the order of simultaneous rows.
 */
function comparable(answer: unknown): unknown {
  if (Array.isArray(answer)) {
    const items = answer.map(comparable);
    return items.every((item) => typeof item === 'object') ? items.toSorted(byText) : items;
  }
  if (typeof answer === 'object' && answer !== null) {
    return Object.fromEntries(
      Object.entries(answer).map(([key, value]) => [key, volatile.has(key) ? typeof value : comparable(value)]),
    );
  }
  if (typeof answer === 'number' && answer > 1e11) return 'an instant';
  if (typeof answer === 'string' && madeId.test(answer)) return 'an id';
  return typeof answer === 'string' && /^\d{4}-\d\d-\d\dT/.test(answer) ? 'an instant' : answer;
}

/** The format of ids that a step itself creates. */
const madeId = /^(conv|drf|out|clm|m|ntf)_[0-9a-z]{20}$/;

const volatile = new Set(['retryAfterSeconds', 'claimToken', 'position']);

function byText(one: unknown, other: unknown): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}

function sumOf(one: readonly unknown[], two: readonly unknown[]): unknown[] {
  return one.map((purge, index) => addTallies(purge, two[index]));
}

function addTallies(one: unknown, other: unknown): unknown {
  const left = new Map(Object.entries(one ?? {}));
  return Object.fromEntries(
    Object.entries(other ?? {}).map(([key, count]) => [key, Number(left.get(key)) + Number(count)]),
  );
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'not an error';
}

function isOperation(name: string): name is OperationName {
  return name in tenantOperations;
}
