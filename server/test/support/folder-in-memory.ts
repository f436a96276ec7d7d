import { existsSync, readFileSync, statfsSync } from 'node:fs';

const folder = '/dev/shm';

/**
 * Returns a folder whose files are in memory, or null if it has less than this number of GiB of free space. No test
 * simulates a power failure, so no test needs files on a disk: a process that ends or is killed loses no file.
 */
export function folderInMemory(gibibytes: number): string | null {
  if (!existsSync(folder)) return null;
  const { bavail, bsize } = statfsSync(folder);
  const freeBytes = Math.min(bavail * bsize, process.availableMemory());
  return freeBytes > gibibytes * 1024 ** 3 ? folder : null;
}

/** Returns true if the system runs no program in that folder. Some container engines mount it so. */
export function refusesPrograms(): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  return mounts.some((line) => line.split(' ')[1] === folder && /\bnoexec\b/.test(line));
}
