import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Unavailable } from './world.ts';

const libraries = ['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu/faketime/libfaketimeMT.so.1`);

export interface FakeClock {
  /** The environment for a process that uses this wall clock. The process's timers stay correct. */
  readonly env: Record<string, string>;
  /** Sets the clock to this many hours from the true time in every process that uses it, within a second. */
  jump(hours: number): void;
  remove(): void;
}

/** Creates a wall clock that jumps while processes run (libfaketime). @throws Unavailable */
export function makeFakeClock(): FakeClock {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-clock-'));
  const file = join(folder, 'offset');
  const jump = (hours: number) => writeFileSync(file, `${hours < 0 ? '-' : '+'}${Math.abs(hours)}h\n`, { mode: 0o644 });
  jump(0);
  return {
    env: { ...fakeTime(), FAKETIME_TIMESTAMP_FILE: file, FAKETIME_CACHE_DURATION: '1' },
    jump,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Returns the environment for a process whose wall clock runs `factor` times as fast. @throws Unavailable */
export function fastClock(factor: number): Record<string, string> {
  return { ...fakeTime(), FAKETIME: `+0 x${factor}` };
}

function fakeTime(): Record<string, string> {
  const library = libraries.find((path) => existsSync(path));
  if (library === undefined) throw new Unavailable('it needs libfaketime (Debian: libfaketime)');
  return { LD_PRELOAD: library, FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1' };
}
