import { beginImmediate } from './begin-immediate.ts';
import type { WatchedClock } from './clock.ts';
import type { Connection } from './connection.ts';
import { outageReason } from './sqlite-failure.ts';
import type { Transaction } from './transaction.ts';
import { type Failure, failureOf } from './write-failure.ts';

export type Outcome = { readonly value: unknown } | { readonly failure: Failure };

/**
 * Performs operations in one transaction, each in its own savepoint. An operation that throws is rolled back without
 * affecting the others. The outcomes are returned only after the commit. If the database itself fails (disk full,
 * read-only, damaged, or locked for longer than `waitMs`), the whole group fails and is rolled back.
 */
export function commitGroup(
  db: Connection,
  operations: readonly ((tx: Transaction) => unknown)[],
  { clock, waitMs }: { clock: WatchedClock; waitMs: number },
): Outcome[] {
  try {
    beginImmediate(db, waitMs);
    if (clock.watch()) clock.note();
    const outcomes = operations.map((operation) => runInSavepoint(db, clock, operation));
    db.run('COMMIT');
    return outcomes;
  } catch (error) {
    if (db.isInTransaction()) db.run('ROLLBACK');
    const failure = failureOf(error);
    return operations.map(() => ({ failure }));
  }
}

function runInSavepoint(db: Connection, clock: WatchedClock, operation: (tx: Transaction) => unknown): Outcome {
  db.run('SAVEPOINT operation');
  let outcome: Outcome;
  try {
    outcome = { value: operation({ db, ...clock.read() }) };
  } catch (error) {
    // SQLite may have ended the whole transaction, and results after a disk failure cannot be trusted.
    if (outageReason(error) !== null || !db.isInTransaction()) throw error;
    db.run('ROLLBACK TO operation');
    outcome = { failure: failureOf(error) };
  }
  db.run('RELEASE operation');
  return outcome;
}
