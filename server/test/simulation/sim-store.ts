import { StoreUnavailable } from '../../src/lib/errors.ts';
import type { Store } from '../../src/store/port.ts';
import type { WatchedClock } from '../../src/store/sqlite/clock.ts';
import { completeDraft, completeHandoff } from '../../src/store/sqlite/complete-admission.ts';
import { prepareDraft } from '../../src/store/sqlite/prepare-draft.ts';
import type { Transaction } from '../../src/store/sqlite/transaction.ts';
import { type WriteOperations, writeOperations } from '../../src/store/sqlite/write-operations.ts';
import type { History } from './history.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';
import type { SimDatabase } from './sim-database.ts';

/** The operations, unchanged or with a planted bug. */
export type SimOperations = Pick<
  WriteOperations,
  | 'admitDraft'
  | 'admitHandoff'
  | 'claimNotifications'
  | 'deleteExpired'
  | 'releaseWrite'
  | 'renewLease'
  | 'settleDraft'
  | 'settleHandoff'
  | 'settleNotification'
  | 'storeDraft'
  | 'sweepLeases'
>;
export const realOperations: SimOperations = writeOperations;

export interface SimStoreDeps {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly database: SimDatabase;
  readonly history: History;
  readonly operations: SimOperations;
  readonly clock: () => WatchedClock;
  /**
   * Returns the probability that an operation fails before it runs, or after it (with its result lost). Called for each
   * operation.
   */
  readonly faults: () => number;
  /** The process that owns this store. A task that waits in a crashed process never continues. */
  readonly owner: object;
}

export type SimStore = ReturnType<typeof createSimStore>;

/**
 * Creates the store's port over the real operations. Every call takes time, may fail before or after its commit, and
 * may never return.
 */
export function createSimStore(deps: SimStoreDeps) {
  const { scheduler, random, database, history, operations, owner } = deps;
  const delay = () => scheduler.sleep(random.isChance(0.05) ? random.below(20_000) : random.below(20), owner);

  async function call<Result>(work: (tx: Transaction) => Result): Promise<Result> {
    await delay();
    if (random.isChance(deps.faults())) throw new StoreUnavailable('simulated before the commit');
    const result = database.transact(deps.clock(), work);
    history.look(database.db);
    await delay();
    if (random.isChance(deps.faults())) throw new StoreUnavailable('simulated after the commit');
    return result;
  }

  const store = {
    kind: 'sqlite' as const,
    prepareDraft: (input) => call((tx) => prepareDraft(tx, input)),
    storeDraft: (input) =>
      call((tx) => {
        const result = operations.storeDraft(tx, input);
        if (result.outcome === 'stored') history.stored('draft', input.idempotencyKey, input.response);
        return result;
      }),
    async admitDraft(input) {
      const result = await call((tx) => operations.admitDraft(tx, input));
      if (result.outcome !== 'admitted') return result;
      return completeDraft(database.db, input, result) ?? { outcome: 'conversation_not_found' };
    },
    settleDraft: (input) =>
      call((tx) => {
        const result = operations.settleDraft(tx, input);
        if (result.outcome === 'stored') history.stored('draft', input.idempotencyKey, input.response);
        return result;
      }),
    async admitHandoff(input) {
      const result = await call((tx) => operations.admitHandoff(tx, input));
      if (result.outcome !== 'admitted') return result;
      return completeHandoff(database.db, input, result) ?? { outcome: 'conversation_not_found' };
    },
    settleHandoff: (input) =>
      call((tx) => {
        const result = operations.settleHandoff(tx, input);
        if (result.outcome === 'stored') history.stored('handoff', input.idempotencyKey, input.response);
        return result;
      }),
    renewLease: (input) => call((tx) => operations.renewLease(tx, input)),
    releaseWrite: (input) => call((tx) => operations.releaseWrite(tx, input)),
    claimNotifications: (input) => call((tx) => operations.claimNotifications(tx, input)),
    settleNotification: (input) => call((tx) => operations.settleNotification(tx, input)),
    async purge() {
      const leases = await call((tx) => operations.sweepLeases(tx, { workspaceId: null, limit: 500 }));
      const { responses } = await call((tx) => operations.deleteExpired(tx, { limit: 500 }));
      return { leases, responses };
    },
  } satisfies Partial<Store>;
  return store;
}
