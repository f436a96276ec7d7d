import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OperatorError, StoreUnavailable } from '../../lib/errors.ts';
import { isBusy, outageReason, sqliteCode } from './sqlite-failure.ts';

export interface DataFiles {
  readonly database: string;
  readonly serveLock: string;
}

/** Makes the data folder where there is none. @throws OperatorError when it cannot be made or written. */
export function prepareFolder(dataDir: string): DataFiles {
  const files = filesIn(dataDir);
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    if (existsSync(files.database)) accessSync(files.database, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new OperatorError(unusable(dataDir, reasonOf(error)), [], { cause: error });
  }
  return files;
}

/** Whether a data folder has no database yet, because it is empty or not there. What cannot be looked at may have one. */
export function isWithoutDatabase(dataDir: string): boolean {
  try {
    statSync(filesIn(dataDir).database);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT';
  }
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
    const message = `The database in ${dataDir} is damaged or not one of Understudy; restore a backup, or move the file away to begin anew`;
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
