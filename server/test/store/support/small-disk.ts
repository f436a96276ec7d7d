import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export interface SmallDisk {
  readonly path: string;
  /** Fills the disk to the last byte. */
  fill(): void;
  /** Frees the space that `fill` used. */
  free(): void;
  remountReadOnly(): void;
}

/** Mounts a separate file system in memory for the running test. Returns null if this user may not mount one. */
export function mountSmallDisk({ megabytes }: { megabytes: number }): SmallDisk | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  const path = mkdtempSync(join(tmpdir(), 'understudy-disk-'));
  const ballast = join(path, 'ballast');
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', path], { stdio: 'ignore' });
  } catch {
    rmdirSync(path);
    return null;
  }
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', path]);
    rmdirSync(path);
  });
  return {
    path,
    fill: () => {
      for (const block of [64 * 1024, 4 * 1024]) {
        try {
          for (;;) writeFileSync(ballast, Buffer.alloc(block), { flag: 'a' });
        } catch {
          // No further block of this size fits.
        }
      }
    },
    free: () => rmSync(ballast, { force: true }),
    remountReadOnly: () => execFileSync('mount', ['-o', 'remount,ro', path]),
  };
}
