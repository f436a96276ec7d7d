import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { OperatorError } from '../../lib/errors.ts';
import { readLines } from '../../lib/read-lines.ts';
import { type RowPage, type TableName, tableNames } from '../../store/installation-port.ts';
import { type ArchiveHead, archiveFormat, archiveVersion, maxLineBytes, tablesSince } from './archive-form.ts';
import { createDigests, type Digests, differences } from './table-digests.ts';

/**
 * Reads a whole backup and passes each page to `onPage`. @throws OperatorError when the file is not a backup, has a
 * newer version, is truncated, or was changed
 */
export async function readArchive(
  path: string,
  onPage: (page: RowPage) => Promise<void> | void,
): Promise<{ head: ArchiveHead; digests: Digests }> {
  let head: ArchiveHead | null = null;
  let promised: Digests | null = null;
  const digests = createDigests();
  for await (const line of jsonLines(path)) {
    if (head === null) head = headOf(line, path);
    else if (promised !== null) throw damaged(path, 'it contains data after its last line');
    else if ('end' in line) promised = promisedBy(line, head.version, path);
    else {
      const page = pageOf(line, path);
      digests.add(page);
      await onPage(page);
    }
  }
  if (head === null) throw noBackup(path);
  if (promised === null) throw damaged(path, 'it is truncated');
  const found = digests.finish();
  const faults = differences(promised, found);
  if (faults.length > 0) throw damaged(path, 'its checksums do not match', faults);
  return { head, digests: found };
}

type Line = Readonly<Record<string, unknown>>;

async function* jsonLines(path: string): AsyncGenerator<Line> {
  const file = createReadStream(path);
  const unzipped = createGunzip();
  file.on('error', (error) => unzipped.destroy(error));
  file.pipe(unzipped);
  try {
    for await (const lines of readLines(unzipped, maxLineBytes)) {
      for (const { bytes } of lines) yield parsed(bytes, path);
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'Z_BUF_ERROR') throw damaged(path, 'it is truncated');
    if (code === 'Z_DATA_ERROR') throw noBackup(path);
    if (['ENOENT', 'EACCES', 'EISDIR'].includes(code)) throw new OperatorError(`${path} cannot be read (${code}).`);
    throw error;
  } finally {
    file.destroy();
  }
}

function parsed(bytes: Buffer | null, path: string): Line {
  try {
    const value: unknown = JSON.parse(bytes?.toString('utf8') ?? '');
    // Every line of a backup is an object; the code that uses its fields checks them.
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Line;
  } catch {
    // The fault is reported below.
  }
  throw damaged(path, 'one of its lines is not JSON');
}

function headOf(line: Line, path: string): ArchiveHead {
  const { format, version, createdAt, from } = line;
  if (format !== archiveFormat || typeof version !== 'number' || typeof createdAt !== 'string') throw noBackup(path);
  if (version > archiveVersion) {
    throw new OperatorError(
      `${path} was written by a newer version of Understudy (its format version is ${version}, but this version supports at most ${archiveVersion}). Restore it with the newer version.`,
    );
  }
  return { format: archiveFormat, version, createdAt, from: from === 'postgres' ? 'postgres' : 'sqlite' };
}

function pageOf({ table, workspaceId, rows }: Line, path: string): RowPage {
  const known = tableNames.find((name) => name === table);
  if (known === undefined || typeof workspaceId !== 'string' || !Array.isArray(rows))
    throw damaged(path, 'one of its lines is not a page of rows');
  return { table: known, workspaceId, rows };
}

function promisedBy({ tables }: Line, version: number, path: string): Digests {
  const none = createDigests().finish();
  const promised: Partial<Record<TableName, { rows: number; sha256: string }>> = {};
  const given = new Map(typeof tables === 'object' && tables !== null ? Object.entries(tables) : []);
  for (const name of tableNames) {
    const isOlder = version < (tablesSince[name] ?? 1);
    const { rows, sha256 } = isOlder ? none[name] : (given.get(name) ?? {});
    if (typeof rows !== 'number' || typeof sha256 !== 'string') throw damaged(path, 'its last line has no checksum');
    promised[name] = { rows, sha256 };
  }
  // The result has a digest for every table name.
  return promised as Digests;
}

function noBackup(path: string): OperatorError {
  return new OperatorError(`${path} is not an Understudy backup.`);
}

function damaged(path: string, what: string, faults: readonly string[] = []): OperatorError {
  return new OperatorError(`${path} is damaged: ${what}. Nothing was restored. Use another backup.`, faults);
}
