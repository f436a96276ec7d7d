import { noMeasures } from '../../domain/measures.ts';
import { StoreUnavailable } from '../../lib/errors.ts';
import type { OpenOptions, StoreLocation } from '../location.ts';
import type { Store } from '../port.ts';
import type { LeaseRef } from '../write-port.ts';
import { createAccountStore } from './account-store.ts';
import { readUsage } from './allowance.ts';
import { authenticate, shareRateWindows } from './authentication.ts';
import { instantAt } from './clock.ts';
import { completeDraft, completeHandoff } from './complete-admission.ts';
import type { Connection } from './connection.ts';
import { readProfile } from './conversation-context.ts';
import { expire, forgetConversations } from './expiry.ts';
import { exportWorkspace } from './export-workspace.ts';
import { createFairTurns } from './fair-turns.ts';
import { createInboxStore } from './inbox-store.ts';
import { hasLeasesToSweep } from './leases.ts';
import { openDatabase } from './open-database.ts';
import { createPageStore } from './page-store.ts';
import { portReads } from './port-reads.ts';
import { portWrites } from './port-writes.ts';
import { closeToOthers, openingError, prepareFolder } from './prepare-folder.ts';
import { purge } from './purge.ts';
import { createReceiverStore } from './receivers.ts';
import { scrub } from './scrub.ts';
import { sendDocument } from './send-document.ts';
import { takeServeLock } from './serve-lock.ts';
import { orUnavailable } from './sqlite-failure.ts';
import { createTeachingStore } from './teaching-store.ts';
import type { Moment } from './transaction.ts';
import { createWriteThread } from './write-thread.ts';

/** How long a write waits for another process. An import of 100,000 messages holds the lock for a shorter time. */
const writeWaitMs = 5_000;

/** How long a successful check is reused, so that polling for readiness does not cause a write each time. */
const checkedForMs = 1_000;

/**
 * Opens the store in a data folder. One connection on this thread reads, and a separate thread writes.
 * @throws OperatorError if another server uses the folder, if it cannot be written, or if its data is from a newer
 * version; StoreUnavailable if it is locked for too long
 */
export async function openSqliteStore(
  { dataDir }: Extract<StoreLocation, { kind: 'sqlite' }>,
  options: OpenOptions,
): Promise<Store> {
  const { role, clockOffsetMs = 0, clockStep = null, measures = noMeasures } = options;
  const clock = { clockOffsetMs, clockStep };
  const files = prepareFolder(dataDir);
  const { lock, db, clockBase } = openFiles();
  const thread = createWriteThread(
    { path: files.database, ...clock, clockBase, watches: role === 'serve', waitMs: writeWaitMs },
    measures,
  );
  measures.watchQueue('writes', thread.waiting);
  if (role === 'serve') thread.start();
  const shared = shareRateWindows(dataDir);
  const nextRead = createFairTurns(64);

  let closed: Promise<void> | null = null;
  let importing: Promise<unknown> = Promise.resolve();
  let checkedAt = Number.NEGATIVE_INFINITY;

  function openFiles() {
    try {
      const lock = role === 'serve' ? takeServeLock(files.serveLock, dataDir) : null;
      try {
        const opened = openDatabase(files.database, dataDir, { role, ...clock });
        closeToOthers(dataDir);
        return { lock, ...opened };
      } catch (error) {
        lock?.release();
        throw error;
      }
    } catch (error) {
      throw openingError(error, dataDir);
    }
  }

  /** Returns the current moment, for a read. */
  function moment(): Moment {
    return { db, ...instantAt(clockBase, clock) };
  }

  /** Reads a state that includes every write that was acknowledged before the call. */
  async function read<Result>(from: (db: Connection, moment: Moment) => Result): Promise<Result> {
    await nextRead();
    refuseWhenClosed();
    return orUnavailable(() => from(db, moment()));
  }

  /**
   * Completes an admission. If its conversation was erased in the meantime, releases the lease and returns
   * `conversation_not_found`.
   */
  async function completeOrRelease<Admission>(
    complete: () => Admission | null,
    lease: LeaseRef,
  ): Promise<Admission | { outcome: 'conversation_not_found' }> {
    try {
      const admission = await read(complete);
      if (admission !== null) return admission;
    } catch (error) {
      await thread.write('releaseWrite', lease);
      throw error;
    }
    await thread.write('releaseWrite', lease);
    return { outcome: 'conversation_not_found' };
  }

  function refuseWhenClosed(): void {
    if (closed !== null) throw new StoreUnavailable('the store is closed');
  }

  async function close(): Promise<void> {
    await importing.catch(() => undefined);
    await thread.close();
    db.close();
    shared.release();
    lock?.release();
  }

  return {
    kind: 'sqlite',
    ...portWrites(thread),
    ...portReads((from) => read((_, at) => from(at))),
    ...createTeachingStore({ thread, read }),
    ...createInboxStore({ thread }),
    ...createReceiverStore({ thread, read }),
    ...createPageStore({ thread }),
    ...createAccountStore({
      thread,
      read,
      attempts: shared.windows.ofSignIns,
      windowNowMs: () => performance.now() + clockOffsetMs,
    }),

    async check() {
      refuseWhenClosed();
      if (performance.now() - checkedAt < checkedForMs) return;
      await thread.write('touchHealth', undefined);
      checkedAt = performance.now();
    },
    close() {
      closed ??= close();
      return closed;
    },

    authenticate: (input) =>
      read((_, { now }) =>
        authenticate({ db, now, windows: shared.windows, windowNowMs: performance.now() + clockOffsetMs }, input),
      ),
    touchKeys: (uses) => thread.write('touchKeys', { uses }),

    async admitDraft(input) {
      const result = await thread.write('admitDraft', input);
      if (result.outcome !== 'admitted') return result;
      const { workspaceId, idempotencyKey, leaseToken } = input;
      return completeOrRelease(() => completeDraft(db, input, result), {
        workspaceId,
        operation: 'draft',
        idempotencyKey,
        leaseToken,
      });
    },
    async admitHandoff(input) {
      const result = await thread.write('admitHandoff', input);
      if (result.outcome !== 'admitted') return result;
      const { workspaceId, idempotencyKey, leaseToken } = input;
      return completeOrRelease(() => completeHandoff(db, input, result), {
        workspaceId,
        operation: 'handoff',
        idempotencyKey,
        leaseToken,
      });
    },

    profile: (input) => read(() => readProfile(db, { ...input, onlyActive: true })),
    async usage(input) {
      const { workspaceId } = input;
      if (await read((_, at) => hasLeasesToSweep(at, workspaceId))) {
        await thread.write('sweepLeases', { workspaceId, limit: 10_000 });
      }
      return read((_, at) => readUsage(at, input));
    },

    importDocument(document, importOptions, onProgress) {
      // Only one document is imported at a time, because documents share the staging tables.
      const result = importing.then(() => sendDocument(thread, document, importOptions, onProgress));
      importing = result.catch(() => undefined);
      return result;
    },
    async exportWorkspace({ workspaceId }) {
      refuseWhenClosed();
      return exportWorkspace(files.database, workspaceId);
    },

    storedSecrets: () => thread.write('storedSecrets', undefined),

    purge: () => purge(thread),
    expire: (input) => expire(thread, read, input),
    forgetConversations: (input) => forgetConversations(thread, input),
    async scrub() {
      refuseWhenClosed();
      await scrub(files.database);
      return 'the database file was rewritten and its log was emptied, so neither contains a byte of the removed data';
    },
  };
}
