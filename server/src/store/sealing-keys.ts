import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../lib/errors.ts';
import { createSealer, parseSealingKey, type Sealer, sealingKeyBytes } from '../lib/sealing.ts';
import type { StoreLocation } from './location.ts';

interface KeyFiles {
  /** The path of the file with a data folder's sealing keys, one per line, newest first. Backups exclude it. */
  readonly current: string;
  /** The file's path in earlier versions. */
  readonly former: string;
}

function keyFilesOf(dataDir: string): KeyFiles {
  return { current: join(dataDir, 'sealing-keys'), former: join(dataDir, 'sealing.key') };
}

/**
 * Returns a store's sealer. It uses the configured keys, newest first, then the keys in the data folder's key file. If
 * a data folder has neither, sealing the first secret creates the file, readable only by this user. On PostgreSQL
 * without keys, nothing is sealed.
 * @throws OperatorError if the key file cannot be read or written
 */
export function sealerOf(location: StoreLocation, keys: readonly Buffer[]): Sealer {
  if (location.kind === 'postgres') return createSealer(keys);
  const files = keyFilesOf(location.dataDir);
  let sealer: Sealer | null = null;
  // Looks for the key file on each call until the file exists, because another process may create it.
  const known = (): Sealer => {
    if (sealer !== null) return sealer;
    const all = [...keys, ...keysIn(files)];
    if (all.length > 0) sealer = createSealer(all);
    return sealer ?? createSealer([]);
  };
  return {
    canSeal: true,
    seal(secret, place) {
      if (!known().canSeal) makeKeyFile(files.current);
      return known().seal(secret, place);
    },
    open: (stored, place) => known().open(stored, place),
    isOutdated: (stored) => !known().canSeal || known().isOutdated(stored),
    derive(purpose) {
      if (!known().canSeal) makeKeyFile(files.current);
      return known().derive(purpose);
    },
  };
}

/**
 * Adds a new key, which seals new secrets, before the other keys in the file. A running process uses the new key only
 * after a restart.
 * @throws OperatorError if the key file cannot be read or written
 */
export function addSealingKey(dataDir: string): void {
  const files = keyFilesOf(dataDir);
  keysIn(files);
  const path = files.current;
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  orRefused(path, () => {
    writeFileSync(draft, `${newKey()}\n${before}`, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(draft, path);
  });
}

/** Creates the key file, unless another process has just created it. */
function makeKeyFile(path: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  orRefused(path, () => {
    writeFileSync(draft, `${newKey()}\n`, { mode: 0o600, flag: 'wx', flush: true });
    try {
      linkSync(draft, path);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      // On a file system without links, a rename works as well, except when two processes create the file at the same
      // moment.
      if (code === 'EEXIST') return;
      if (existsSync(path)) return;
      renameSync(draft, path);
    } finally {
      rmSync(draft, { force: true });
    }
  });
}

/**
 * Returns the keys of both files. The former file is renamed to the current name, unless the folder is read-only or
 * both files exist.
 */
function keysIn({ current, former }: KeyFiles): Buffer[] {
  if (existsSync(former) && !existsSync(current)) {
    try {
      renameSync(former, current);
    } catch {
      // Another process renamed the file at the same moment, or the folder is read-only and the file keeps its former
      // name.
    }
  }
  return [...readKeys(current), ...readKeys(former)];
}

function readKeys(path: string): Buffer[] {
  if (!existsSync(path)) return [];
  return orRefused(path, () => {
    if (process.platform !== 'win32') closeToOthers(path);
    const lines = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '');
    const keys = lines.map(parseSealingKey).filter((key) => key !== null);
    if (keys.length === lines.length && keys.length > 0) return keys;
    throw new OperatorError(
      `${path} must contain one key per line, each 32 bytes in base64 or hexadecimal. Restore the file, or move it elsewhere and create new secrets.`,
    );
  });
}

function closeToOthers(path: string): void {
  try {
    chmodSync(path, 0o600);
  } catch {
    // The file belongs to another user, who decides its permissions. This user can still read it.
  }
}

function newKey(): string {
  return randomBytes(sealingKeyBytes).toString('base64');
}

function orRefused<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new OperatorError(
      `The sealing keys in ${path} cannot be read or written${code}. Give the user who runs Understudy access to the file, or set UNDERSTUDY_SEALING_KEYS.`,
      [],
      { cause: error },
    );
  }
}
