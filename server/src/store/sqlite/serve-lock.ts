import { accessSync, closeSync, constants, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../../lib/errors.ts';
import { isBusy } from './sqlite-failure.ts';

/**
 * Makes this the only server on the folder until `release`, or until the process ends in whatever way: the operating
 * system holds the lock, on a file of its own. @throws OperatorError at once when another server has it, or when this user
 * may not write the file.
 */
export function takeServeLock(path: string, dataDir: string): { release(): void } {
  requireWritable(path);
  // What SQLite makes beside a file is as closed to others as that is.
  closeSync(openSync(path, 'a', 0o600));
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new OperatorError(
      `Another "understudy serve" is using the data folder ${dataDir}; stop it first, or give this one a folder of its own with UNDERSTUDY_DATA_DIR`,
    );
  }
  return {
    release: () => {
      if (lock.isOpen) lock.close();
    },
  };
}

/** SQLite opens a file that it may not write for reading only, and then its exclusive lock keeps nobody off. */
function requireWritable(path: string): void {
  if (!existsSync(path)) return;
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new OperatorError(
      `${path} cannot be written, so that no other server could be kept off; give it to the user that runs Understudy (chown), or delete it while nothing runs`,
      [],
      { cause: error },
    );
  }
}
