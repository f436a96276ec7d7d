import { StoreUnavailable } from '../../lib/errors.ts';

/**
 * The primary result codes of SQLite that no statement of the service causes. These codes mean that SQLite cannot work
 * at all, for example because of the disk, a lock or the memory.
 */
const reasons: Readonly<Record<number, string>> = {
  5: 'busy: another process keeps the database locked',
  6: 'busy: the database is locked',
  7: 'out of memory',
  8: 'the database cannot be written: it is read-only',
  10: 'the disk failed to read or write (input/output error)',
  11: 'the database file is damaged; restore it from a backup',
  13: 'disk full',
  14: 'the database file cannot be opened',
  15: "busy: other processes are competing for the database's locks",
  22: 'the file system does not support files this large',
  23: 'access to the database is denied',
  26: 'the database file is not a database; restore it from a backup',
};

/** SQLITE_CONSTRAINT_TRIGGER: only the triggers of a frozen database reject writes. */
const refusedByTrigger = 1_811;

/** Returns the primary result code of an error that SQLite threw, or null for any other error. */
export function sqliteCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  return error.errcode & 0xff;
}

/** Returns true if another connection holds a lock. The same call may succeed a moment later. */
export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === 5 || code === 6 || code === 15;
}

/**
 * Returns the reason why SQLite could not work at all, in the service's own words. Returns null if the error is of a
 * different kind.
 */
export function outageReason(error: unknown): string | null {
  if (error instanceof Error && 'errcode' in error && error.errcode === refusedByTrigger) {
    return 'this data is being moved, or was moved, to another store';
  }
  const code = sqliteCode(error);
  return code === null ? null : (reasons[code] ?? null);
}

/** Performs a read, and turns failures that prevent SQLite from working into StoreUnavailable. */
export function orUnavailable<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    const reason = outageReason(error);
    throw reason === null ? error : new StoreUnavailable(reason, { cause: error });
  }
}
