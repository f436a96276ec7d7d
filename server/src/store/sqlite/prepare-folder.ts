import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OperatorError, StoreUnavailable } from '../../lib/errors.ts';
import { isBusy, outageReason, sqliteCode } from './sqlite-failure.ts';

export interface DataFiles {
  readonly database: string;
  readonly serveLock: string;
}

/**
 * Creates the data folder if it does not exist.
 * @throws OperatorError if the folder cannot be created or written, or if it contains the log of a missing database:
 * SQLite would delete that log, or replay it into a different database
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

/** Removes other users' access to the database and lock files that this user owns. */
export function closeToOthers(dataDir: string): void {
  if (process.platform === 'win32') return;
  for (const name of [...databaseFiles(dataDir), 'serve.lock', 'serve.lock-journal']) {
    try {
      chmodSync(join(dataDir, name), 0o600);
    } catch {
      // The file no longer exists, or belongs to another user, who decides its permissions.
    }
  }
}

/**
 * Returns true if a data folder does not exist, or contains neither a database nor its log. Returns false if the folder
 * cannot be read, because it may contain a database.
 */
export function isWithoutDatabase(dataDir: string): boolean {
  try {
    statSync(filesIn(dataDir).database);
    return false;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isMissing && !holdsChanges(databaseFiles(dataDir));
  }
}

/** Returns the names of the folder's database files, which must stay together. */
function databaseFiles(dataDir: string): string[] {
  return ['', '-wal', '-shm', '-journal']
    .map((suffix) => `understudy.db${suffix}`)
    .filter((name) => existsSync(join(dataDir, name)));
}

/**
 * Returns true if one of these files may contain changes that are not yet in the database. The -shm file is only an
 * index into the log, and is recreated by the first process that opens the log.
 */
function holdsChanges(names: readonly string[]): boolean {
  return names.some((name) => /-(wal|journal)$/.test(name));
}

/** Returns the instructions for an operator whose folder contains a database that is in the way. */
export function moveAway(dataDir: string): string {
  const files = databaseFiles(dataDir);
  return `move ${listed(files)} to another folder${files.length > 1 ? ', all of them together' : ''}`;
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names);
}

function refuseOrphans(dataDir: string): void {
  // SQLite creates a database before its log. Looking for the log first therefore never misses the database of a log
  // that was just created.
  const found = databaseFiles(dataDir).filter((name) => name !== 'understudy.db');
  if (!holdsChanges(found) || existsSync(filesIn(dataDir).database)) return;
  throw new OperatorError(
    `The data folder ${dataDir} has ${listed(found)}, but no understudy.db. These files contain the newest changes to a database that is no longer in this folder. Move understudy.db back, or move these files to the folder that contains it.`,
  );
}

function filesIn(dataDir: string): DataFiles {
  return { database: join(dataDir, 'understudy.db'), serveLock: join(dataDir, 'serve.lock') };
}

/**
 * Creates a folder and its parents. Node's own recursive mkdir never returns if a file system denies a folder whose
 * parent exists (below /proc).
 */
function makeFolder(path: string): void {
  const parent = dirname(path);
  if (!existsSync(parent)) makeFolder(parent);
  try {
    // Other users of this machine must not be able to read fans' messages.
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!existsSync(path) || !statSync(path).isDirectory()) throw error;
  }
}

/**
 * If opening the database failed because of SQLite, returns an error for the operator. Otherwise, returns the given
 * error.
 */
export function openingError(error: unknown, dataDir: string): unknown {
  const reason = outageReason(error);
  if (reason === null) return error;
  if (isBusy(error)) return new StoreUnavailable(reason, { cause: error });
  const code = sqliteCode(error);
  if (code === 11 || code === 26) {
    const message = `The database in ${dataDir} is damaged, or is not an Understudy database; ${moveAway(dataDir)}, then restore a backup or start over`;
    return new OperatorError(message, [], { cause: error });
  }
  return new OperatorError(unusable(dataDir, reason), [], { cause: error });
}

function unusable(dataDir: string, reason: string): string {
  return `The data folder ${dataDir} cannot be used: ${reason}; make sure that the user who runs Understudy can write to it and that its disk has free space, or choose another folder with UNDERSTUDY_DATA_DIR`;
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
      return 'something that is not a folder is in its place';
    default:
      return 'it cannot be created or read';
  }
}
