import { accessSync, closeSync, constants, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../../lib/errors.ts';
import { isBusy } from './sqlite-failure.ts';

/**
 * Makes this process the only server on the folder until `release` is called or the process ends for any reason. The
 * operating system enforces the lock, which is on a file of its own.
 * @throws OperatorError immediately if another server has the lock, or if this user does not have permission to write
 * the file
 */
export function takeServeLock(path: string, dataDir: string): { release(): void } {
  requireWritable(path);
  // Files that SQLite creates next to a file get that file's permissions.
  closeSync(openSync(path, 'a', 0o600));
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new OperatorError(
      `Another "understudy serve" is using the data folder ${dataDir}; stop it first, or set UNDERSTUDY_DATA_DIR to a different folder for this server`,
    );
  }
  return {
    release: () => {
      if (lock.isOpen) lock.close();
    },
  };
}

/**
 * Rejects a lock file that this user cannot write. SQLite would open the file as read-only, and its exclusive lock
 * would then not keep any other process out.
 */
function requireWritable(path: string): void {
  if (!existsSync(path)) return;
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new OperatorError(
      `${path} cannot be written, so the service cannot lock out other servers; make the user who runs Understudy the file's owner (chown), or delete the file while no Understudy process is running`,
      [],
      { cause: error },
    );
  }
}
