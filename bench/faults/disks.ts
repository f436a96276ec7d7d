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
 * @throws Unavailable if this user may not do so
 */
export function mountSmallDisk(megabytes: number): SmallDisk {
  requireRoot();
  const folder = mkdtempSync(join(tmpdir(), 'understudy-disk-'));
  // PostgreSQL runs as another user.
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
          // Fills the disk to the last block of this size.
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
  /** Cuts the power: from now on nothing reaches the disk, and data that was not synced may be lost. */
  cut(): void;
  /**
   * Restores the power: mounts the disk again, as a machine does when it starts. Processes with open files must have
   * ended.
   */
  restore(): void;
  unmount(): void;
}

/**
 * A disk with a cache that a power cut empties: an ext4 (inner) on a loop device whose file is in another ext4 (outer).
 * Writes of the inner file system stay in the cache of the outer one until it flushes, which the loop device turns into
 * an fsync of that file. A cut is EXT4_IOC_SHUTDOWN of the outer one without flushing its journal: data that was not
 * flushed is lost, except what the system happened to write back, as in the cache of a real disk.
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
  // Written, not only reserved, so that a flush of the inner disk needs only the data of this file.
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

/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH, as the tests of Linux file systems use it. */
const shutdownProgram =
  'open(my $f, "<", $ARGV[0]) or die $!; my $flags = pack("I", 2); ioctl($f, 0x8004587d, $flags) or die $!';

/** Runs when it is called, or when this process ends before that. */
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
    throw new Unavailable('it takes root on Linux to mount');
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
