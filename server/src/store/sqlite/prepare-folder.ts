import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OperatorError, StoreUnavailable } from '../../lib/errors.ts';
import { isBusy, outageReason, sqliteCode } from './sqlite-failure.ts';

export interface DataFiles {
  readonly database: string;
  readonly serveLock: string;
}

/**
 * Makes the data folder where there is none. @throws OperatorError when it cannot be made or written, or holds the log of
 * a database that is not there: SQLite would throw that away, or play it into another database.
 */
export function prepareFolder(dataDir: string): DataFiles {
  const files = filesIn(dataDir);
  refuseOrphans(dataDir);
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    if (existsSync(files.database)) accessSync(files.database, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new OperatorError(unusable(dataDir, reasonOf(error)), [], { cause: error });
  }
  return files;
}

/** Closes the files of the database to other users, as far as they are this user's. */
export function closeToOthers(dataDir: string): void {
  if (process.platform === 'win32') return;
  for (const name of [...databaseFiles(dataDir), 'serve.lock', 'serve.lock-journal']) {
    try {
      chmodSync(join(dataDir, name), 0o600);
    } catch {
      // Not there by now, or another user's: its owner decides.
    }
  }
}

/** Whether a data folder has nothing of a database yet, because it is empty or not there. What cannot be looked at may have. */
export function isWithoutDatabase(dataDir: string): boolean {
  try {
    statSync(filesIn(dataDir).database);
    return false;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isMissing && !holdsChanges(databaseFiles(dataDir));
  }
}

/** The names of the files of a database that are in the folder. They belong together. */
function databaseFiles(dataDir: string): string[] {
  return ['', '-wal', '-shm', '-journal']
    .map((suffix) => `understudy.db${suffix}`)
    .filter((name) => existsSync(join(dataDir, name)));
}

/** Whether changes that are not in the database yet may be in one of its files. The -shm is but a way into the log, made anew by whoever opens first. */
function holdsChanges(names: readonly string[]): boolean {
  return names.some((name) => /-(wal|journal)$/.test(name));
}

/** What an operator is told to do with a database that is in the way. */
export function moveAway(dataDir: string): string {
  const files = databaseFiles(dataDir);
  return `move ${listed(files)} to another folder${files.length > 1 ? ', all of them together' : ''}`;
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names);
}

function refuseOrphans(dataDir: string): void {
  // Whoever makes a database makes it before its log: looked at in this order, a log that is seen has one.
  const found = databaseFiles(dataDir).filter((name) => name !== 'understudy.db');
  if (!holdsChanges(found) || existsSync(filesIn(dataDir).database)) return;
  throw new OperatorError(
    `The data folder ${dataDir} has ${listed(found)}, but no understudy.db. They belong to a database that was here, and hold its newest changes: move understudy.db back beside them, or move them to where it is.`,
  );
}

function filesIn(dataDir: string): DataFiles {
  return { database: join(dataDir, 'understudy.db'), serveLock: join(dataDir, 'serve.lock') };
}

/** Node's own recursive mkdir never returns where a file system denies a folder whose parent is there (below /proc). */
function makeFolder(path: string): void {
  const parent = dirname(path);
  if (!existsSync(parent)) makeFolder(parent);
  try {
    // What fans write is nobody else's business on this machine.
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!existsSync(path) || !statSync(path).isDirectory()) throw error;
  }
}

/** What an operator can do about a failure to open the database. */
export function openingError(error: unknown, dataDir: string): unknown {
  const reason = outageReason(error);
  if (reason === null) return error;
  if (isBusy(error)) return new StoreUnavailable(reason, { cause: error });
  const code = sqliteCode(error);
  if (code === 11 || code === 26) {
    const message = `The database in ${dataDir} is damaged or not one of Understudy; ${moveAway(dataDir)}, then restore a backup or begin anew`;
    return new OperatorError(message, [], { cause: error });
  }
  return new OperatorError(unusable(dataDir, reason), [], { cause: error });
}

function unusable(dataDir: string, reason: string): string {
  return `The data folder ${dataDir} cannot be used: ${reason}; make it writable (with room on its disk) for the user that runs Understudy, or choose another with UNDERSTUDY_DATA_DIR`;
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'permission denied';
    case 'EROFS':
      return 'its file system is read-only';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full';
    case 'ENOTDIR':
    case 'EEXIST':
      return 'something that is not a folder stands in its place';
    default:
      return 'it cannot be made or read';
  }
}
