import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { OperatorError } from '../../lib/errors.ts';
import { howToEmpty, type Installation, type RowPage } from '../installation-port.ts';
import type { StoreLocation } from '../location.ts';
import { beginImmediate } from './begin-immediate.ts';
import { type Connection, openConnection } from './connection.ts';
import { migrate } from './migrate.ts';
import { useWriteAheadLog } from './open-database.ts';
import { closeToOthers, isWithoutDatabase, moveAway, openingError, prepareFolder } from './prepare-folder.ts';
import { createRowSource } from './read-rows.ts';
import { takeServeLock } from './serve-lock.ts';
import { orUnavailable } from './sqlite-failure.ts';
import {
  clearMark,
  completeMove,
  holdsData,
  markSource,
  markTarget,
  readMark,
  receiveRows,
  requireEmpty,
} from './transfer-mark.ts';
import { writeRows } from './write-rows.ts';

const waitMs = 5_000;

/** Opens a data folder as an `Installation`. The database is created when something is first stored. */
export async function openSqliteInstallation(
  { dataDir }: Extract<StoreLocation, { kind: 'sqlite' }>,
  { isAlone }: { isAlone: boolean },
): Promise<Installation> {
  const files = prepareFolder(dataDir);
  const lock = isAlone ? takeServeLock(files.serveLock, dataDir) : null;
  let open: Connection | null = null;

  function connection(): Connection {
    if (open !== null) return open;
    let db: Connection | null = null;
    try {
      db = openConnection(files.database, { busyTimeoutMs: waitMs });
      useWriteAheadLog(db, dataDir);
      migrate(db, dataDir, waitMs);
      closeToOthers(dataDir);
      open = db;
      return db;
    } catch (error) {
      db?.close();
      throw openingError(error, dataDir);
    }
  }

  function change<Result>(work: (db: Connection) => Result): Result {
    const db = connection();
    return orUnavailable(() => {
      beginImmediate(db, waitMs);
      try {
        const result = work(db);
        db.run('COMMIT');
        return result;
      } catch (error) {
        if (db.isInTransaction()) db.run('ROLLBACK');
        throw error;
      }
    });
  }

  const isNew = () => open === null && isWithoutDatabase(dataDir);

  return {
    kind: 'sqlite',
    name: `the data folder ${dataDir}`,
    howToEmpty: howToEmpty({ kind: 'sqlite', dataDir }),

    holdsData: async () => !isNew() && holdsData(connection()),
    async requireEmpty() {
      if (!isNew()) requireEmpty(connection());
    },

    async snapshot(work) {
      if (isNew()) throw new OperatorError(`There is no data in ${dataDir} yet.`);
      connection();
      // This uses a separate connection, because the snapshot lasts as long as the work.
      const db = openConnection(files.database, { busyTimeoutMs: waitMs, isReadOnly: true });
      try {
        orUnavailable(() => db.execute('BEGIN'));
        return await work(createRowSource(db));
      } finally {
        db.close();
      }
    },

    async fill(work, check) {
      refuseDatabase(dataDir);
      const building = `${files.database}.restoring`;
      for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(building + suffix, { force: true });
      const db = openConnection(building, { busyTimeoutMs: waitMs });
      try {
        // The file is discarded unless it is renamed at the end, so it need not be durable before it is renamed.
        db.execute('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -64000');
        orUnavailable(() => migrate(db, dataDir, waitMs));
        db.execute('BEGIN');
        await work(async (page: RowPage) => orUnavailable(() => writeRows(db, page)));
        orUnavailable(() => db.execute('COMMIT'));
        await createRowSource(db).checkIntegrity();
        await check(createRowSource(db));
        // Another process may have created a database in the meantime.
        refuseDatabase(dataDir);
      } catch (error) {
        db.close();
        rmSync(building, { force: true });
        throw error;
      }
      db.close();
      putInPlace(building, files.database, dataDir);
    },

    mark: async () => (isNew() ? null : readMark(connection())),
    beginSending: async (move) => change((db) => markSource(db, move, Date.now())),
    beginReceiving: async (move) => change((db) => markTarget(db, move, Date.now())),
    receive: async (page, step) => change((db) => receiveRows(db, page, step)),
    complete: async (move) => change((db) => completeMove(db, move)),
    clearMark: async () => change(clearMark),
    async close() {
      open?.close();
      open = null;
      lock?.release();
    },
  };
}

function refuseDatabase(dataDir: string): void {
  if (isWithoutDatabase(dataDir)) return;
  throw new OperatorError(
    `The data folder ${dataDir} already has a database. Restore into an empty folder: choose another with UNDERSTUDY_DATA_DIR, or ${moveAway(dataDir)}.`,
  );
}

/** Renames a file once it is durable, so that a file with the final name is always complete. */
function putInPlace(from: string, to: string, folder: string): void {
  syncPath(from);
  renameSync(from, to);
  syncPath(folder);
}

function syncPath(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } catch (error) {
    // Some systems cannot sync a folder. The rename is kept anyway.
    if (!(error instanceof Error && 'code' in error && ['EPERM', 'EINVAL', 'EISDIR'].includes(String(error.code))))
      throw error;
  } finally {
    closeSync(file);
  }
}
