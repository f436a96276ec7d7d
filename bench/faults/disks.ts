import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Unavailable } from './world.ts';

export interface SmallDisk {
  readonly path: string;
  /** Fills the disk to the last byte. */
  fill(): void;
  free(): void;
  unmount(): void;
}

/**
 * Creates an ext4 file system in a file, on a loop device.
 * @throws Unavailable if this user may not mount one
 */
export function mountSmallDisk(megabytes: number): SmallDisk {
  requireRoot();
  const folder = mkdtempSync(join(tmpdir(), 'understudy-disk-'));
  // PostgreSQL runs as a different user.
  chmodSync(folder, 0o755);
  const path = join(folder, 'mounted');
  const device = loopDevice(join(folder, 'image'), megabytes);
  mkdirSync(path);
  format(device);
  run('mount', device, path);
  chmodSync(path, 0o777);
  const ballast = join(path, 'ballast');
  return {
    path,
    fill: () => {
      for (const block of [1024 * 1024, 4 * 1024]) {
        try {
          for (;;) writeFileSync(ballast, Buffer.alloc(block), { flag: 'a' });
        } catch {
          // No further block of this size fits.
        }
      }
    },
    free: () => rmSync(ballast, { force: true }),
    unmount: onceAtLast(() => {
      run('umount', '--lazy', path);
      run('losetup', '--detach', device);
      rmSync(folder, { recursive: true, force: true });
    }),
  };
}

export interface PowerDisk {
  readonly path: string;
  /** Cuts the power. After that, nothing reaches the disk, and data that was not synced may be lost. */
  cut(): void;
  /**
   * Restores the power and remounts the disk, as a machine does when it starts. Processes with open files must have
   * ended.
   */
  restore(): void;
  unmount(): void;
}

/**
 * Creates a disk with a cache that a power cut empties: an inner ext4 file system on a loop device whose file is in an
 * outer ext4 file system. Writes to the inner file system stay in the outer one's cache until the inner one flushes,
 * which the loop device turns into an fsync of the file. A cut shuts down the outer file system without flushing its
 * journal. As in a real disk's cache, data that was not flushed is lost, unless the system happened to write it back.
 */
export function mountPowerDisk(megabytes: number): PowerDisk {
  requireRoot();
  const folder = mkdtempSync(join(tmpdir(), 'understudy-power-'));
  const [outer, path] = [join(folder, 'outer'), join(folder, 'inner')];
  const image = join(outer, 'image');
  const outerDevice = loopDevice(join(folder, 'image'), megabytes + 100);
  for (const place of [outer, path]) mkdirSync(place);
  format(outerDevice);
  run('mount', outerDevice, outer);
  // Writes the file instead of only reserving its space, so that a flush of the inner disk writes only this file's
  // data.
  run('dd', 'if=/dev/zero', `of=${image}`, 'bs=1M', `count=${megabytes}`, 'conv=fsync');
  let innerDevice = attach(image);
  format(innerDevice);
  run('mount', innerDevice, path);
  run('sync');
  return {
    path,
    cut: () => run('perl', '-e', shutdownProgram, outer),
    restore: () => {
      run('umount', path);
      run('losetup', '--detach', innerDevice);
      run('umount', outer);
      run('mount', outerDevice, outer);
      innerDevice = attach(image);
      run('mount', innerDevice, path);
    },
    unmount: onceAtLast(() => {
      for (const place of [path, outer]) run('umount', '--lazy', place);
      for (const device of [innerDevice, outerDevice]) run('losetup', '--detach', device);
      rmSync(folder, { recursive: true, force: true });
    }),
  };
}

/** Calls EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH, like the Linux file system tests. */
const shutdownProgram =
  'open(my $f, "<", $ARGV[0]) or die $!; my $flags = pack("I", 2); ioctl($f, 0x8004587d, $flags) or die $!';

/** Returns a function that does the work when it is called. If this process exits first, the work is done then. */
function onceAtLast(work: () => void): () => void {
  const atLast = () => {
    process.off('exit', atLast);
    work();
  };
  process.on('exit', atLast);
  return atLast;
}

function requireRoot(): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Unavailable('mounting a disk requires root on Linux');
  if (!existsSync('/dev/loop-control')) throw new Unavailable('this kernel has no loop devices');
}

function loopDevice(image: string, megabytes: number): string {
  run('fallocate', '--length', `${megabytes}M`, image);
  return attach(image);
}

function attach(image: string): string {
  return run('losetup', '--find', '--show', image).trim();
}

function format(device: string): void {
  run('mkfs.ext4', '-q', '-m', '0', '-E', 'lazy_itable_init=0,lazy_journal_init=0,nodiscard', device);
}

function run(program: string, ...parameters: string[]): string {
  return execFileSync(program, parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
