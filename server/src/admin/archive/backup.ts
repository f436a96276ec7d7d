import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OperatorError } from '../../lib/errors.ts';
import type { Installation, TransferMark } from '../../store/installation-port.ts';
import type { ArchiveHead, CopyProgress } from './archive-form.ts';
import { readArchive } from './read-archive.ts';
import { type Digests, differences, totalRows } from './table-digests.ts';
import { writeArchive } from './write-archive.ts';

/**
 * A file that was last written an hour ago cannot belong to a running backup, because after its last write, a backup
 * only verifies the file, which takes minutes.
 */
const deadAfterMs = 3_600_000;

export interface BackupReport {
  readonly file: string;
  readonly bytes: number;
  readonly head: ArchiveHead;
  readonly digests: Digests;
}

/**
 * Writes a backup under a temporary name, reads it back, and only then gives it its final name. If `target` is a
 * folder, the file's name contains a timestamp. An existing file with that name is replaced only if `force` is true.
 * @throws OperatorError, including when the data was moved away or is still being moved into this installation
 */
export async function backUp(
  installation: Installation,
  { target, force, now, onProgress }: { target: string; force: boolean; now: number; onProgress: CopyProgress },
): Promise<BackupReport> {
  const path = fileFor(target, now);
  if (!force) refuseExisting(path);
  refuseElsewhere(installation, await installation.mark());
  removeRemains(dirname(path));
  const partial = `${path}.${randomBytes(6).toString('hex')}.partial`;
  try {
    const { head, digests } = await writeArchive(installation, partial, now, onProgress).catch(nameArchive(path));
    let done = 0;
    const back = await readArchive(partial, ({ rows }) => {
      done += rows.length;
      onProgress('checking', done, totalRows(digests));
    });
    const faults = differences(digests, back.digests);
    if (faults.length > 0)
      throw new OperatorError(`The backup ${path} could not be verified after it was written.`, faults);
    giveName(partial, path, force);
    await syncFolder(dirname(path));
    return { file: path, bytes: statSync(path).size, head, digests };
  } finally {
    rmSync(partial, { force: true });
  }
}

function fileFor(target: string, now: number): string {
  const isFolder = target.endsWith('/') || (existsSync(target) && statSync(target).isDirectory());
  if (!isFolder) return target;
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
  return join(target, `understudy-${time}Z.jsonl.gz`);
}

/**
 * Refuses to back up data that was moved away, or that is still being moved here. Otherwise, scheduled backups would
 * continue, and nobody would notice before a restore.
 */
function refuseElsewhere({ name }: Installation, mark: TransferMark | null): void {
  if (mark?.role === 'source' && mark.state === 'complete') {
    throw new OperatorError(
      `No backup was made. The data in ${name} was moved to ${mark.peer}, so this copy is out of date. Back up ${mark.peer} instead (UNDERSTUDY_DATA_DIR, or DATABASE_URL).`,
    );
  }
  if (mark?.role === 'target' && mark.state === 'copying') {
    throw new OperatorError(
      `No backup was made. ${name} is still being filled from ${mark.peer} and is incomplete. Finish the transfer with "understudy transfer", or back up ${mark.peer}.`,
    );
  }
}

function refuseExisting(path: string): void {
  if (existsSync(path))
    throw new OperatorError(`${path} already exists. Choose another name, or overwrite it with --force.`);
}

/**
 * Removes files that killed backups left behind, because these files contain conversations. Keeps recently modified
 * files, which may belong to a running backup.
 */
function removeRemains(folder: string): void {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return;
  for (const name of readdirSync(folder)) {
    if (!/\.[0-9a-f]{12}\.partial$/.test(name)) continue;
    const path = join(folder, name);
    const { mtimeMs = Number.POSITIVE_INFINITY } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs <= deadAfterMs) continue;
    try {
      rmSync(path);
    } catch {
      // The file belongs to another user, or another backup removed it first.
    }
  }
}

/**
 * Gives the file its final name. Uses a link unless `force` is true, because a rename would replace a file that
 * appeared in the meantime.
 */
function giveName(partial: string, path: string, force: boolean): void {
  if (!force) {
    try {
      linkSync(partial, path);
      return;
    } catch (error) {
      refuseExisting(path);
      if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP'].includes(codeOf(error))) throw error;
      // The file system does not support links.
    }
  }
  renameSync(partial, path);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  // Some systems cannot sync a folder. The file itself was already synced.
  await folder.sync().catch(() => undefined);
  await folder.close();
}

function nameArchive(path: string): (error: unknown) => never {
  return (error) => {
    const code = codeOf(error);
    if (['ENOENT', 'EACCES', 'EROFS', 'ENOTDIR', 'ENOSPC', 'EDQUOT'].includes(code)) {
      throw new OperatorError(`${path} cannot be written (${code}).`, [], { cause: error });
    }
    throw error;
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
