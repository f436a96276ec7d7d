import { OperatorError } from '../../lib/errors.ts';
import type { OpenOptions } from '../location.ts';
import { beginImmediate, retryWhileBusy } from './begin-immediate.ts';
import { type ClockBase, type ClockSettings, instantAt, readClockBase } from './clock.ts';
import { type Connection, openConnection } from './connection.ts';
import { endLeasesOfPredecessor } from './leases.ts';
import { migrate } from './migrate.ts';
import { refuseMark } from './transfer-mark.ts';

const waitMs = 5_000;

/**
 * Opens the database, upgrades its schema if necessary, and returns a read-only connection. If a server opens it, the
 * leases of its predecessor end. Throws the driver's errors, and OperatorError for data from a newer version.
 */
export function openDatabase(
  path: string,
  dataDir: string,
  { role, ...clock }: Pick<OpenOptions, 'role'> & ClockSettings,
): { readonly db: Connection; readonly clockBase: ClockBase } {
  const db = openConnection(path, { busyTimeoutMs: waitMs });
  try {
    useWriteAheadLog(db, dataDir);
    migrate(db, dataDir, waitMs);
    refuseMark(db);
    const clockBase = readClockBase(db, clock);
    if (role === 'serve') {
      beginImmediate(db, waitMs);
      endLeasesOfPredecessor(db, instantAt(clockBase, clock).lived);
      db.run('COMMIT');
    }
    db.execute('PRAGMA query_only = ON; PRAGMA busy_timeout = 1000');
    return { db, clockBase };
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Makes the database use a write-ahead log, so that readers and the writer do not wait for each other. The mode is
 * stored in the file.
 */
export function useWriteAheadLog(db: Connection, dataDir: string): void {
  const mode = () => db.get<{ journal_mode: string }>('PRAGMA journal_mode')?.journal_mode;
  if (mode() === 'wal') return;
  retryWhileBusy(() => db.execute('PRAGMA journal_mode = WAL'), waitMs);
  if (mode() === 'wal') return;
  throw new OperatorError(
    `The file system of ${dataDir} cannot share memory between processes. Choose a local folder with UNDERSTUDY_DATA_DIR.`,
  );
}
