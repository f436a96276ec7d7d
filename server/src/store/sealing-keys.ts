import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../lib/errors.ts';
import { createSealer, parseSealingKey, type Sealer, sealingKeyBytes } from '../lib/sealing.ts';
import type { StoreLocation } from './location.ts';

/** Where a data folder keeps its sealing keys, one a line, newest first. Backups leave it out. */
function sealingKeyFile(dataDir: string): string {
  return join(dataDir, 'sealing.key');
}

/**
 * The sealer of a store: of the configured keys, newest first, and those of the data folder's key file after them. Where a data folder
 * has neither, the first secret that is sealed makes the file, for this user alone. On PostgreSQL without keys nothing is sealed.
 * @throws OperatorError when the key file cannot be read or written
 */
export function sealerOf(location: StoreLocation, keys: readonly Buffer[]): Sealer {
  if (location.kind === 'postgres') return createSealer(keys);
  const path = sealingKeyFile(location.dataDir);
  let sealer: Sealer | null = null;
  // Looked for anew as long as there is none: another process may be the one that makes it.
  const known = (): Sealer => {
    sealer ??= keys.length > 0 || existsSync(path) ? createSealer([...keys, ...readKeys(path)]) : null;
    return sealer ?? createSealer([]);
  };
  return {
    canSeal: true,
    seal(secret, place) {
      if (!known().canSeal) makeKeyFile(path);
      return known().seal(secret, place);
    },
    open: (stored, place) => known().open(stored, place),
    isOutdated: (stored) => !known().canSeal || known().isOutdated(stored),
    derive(purpose) {
      if (!known().canSeal) makeKeyFile(path);
      return known().derive(purpose);
    },
  };
}

/** Puts a new key before those of the file: it seals from now on. A process that runs takes it up at its next start. @throws OperatorError */
export function addSealingKey(dataDir: string): void {
  const path = sealingKeyFile(dataDir);
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  readKeys(path);
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  orRefused(path, () => {
    writeFileSync(draft, `${newKey()}\n${before}`, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(draft, path);
  });
}

/** Whoever is first makes it; the others read that one. */
function makeKeyFile(path: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  orRefused(path, () => {
    writeFileSync(draft, `${newKey()}\n`, { mode: 0o600, flag: 'wx', flush: true });
    try {
      linkSync(draft, path);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      // A file system without links: the rename is as good, but for two that make it in the same moment.
      if (code === 'EEXIST') return;
      if (existsSync(path)) return;
      renameSync(draft, path);
    } finally {
      rmSync(draft, { force: true });
    }
  });
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
      `${path} must hold one key a line, each 32 bytes in base64 or hexadecimal. Restore the file, or move it away and make new secrets.`,
    );
  });
}

function closeToOthers(path: string): void {
  try {
    chmodSync(path, 0o600);
  } catch {
    // Another user's file that this one may read: its owner decides.
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
      `The sealing keys in ${path} cannot be read or written${code}. Give the file to the user that runs Understudy, or set UNDERSTUDY_SEALING_KEYS.`,
      [],
      { cause: error },
    );
  }
}
