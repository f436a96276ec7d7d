import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshFolder } from '../cli/support/places.ts';
import { deployFolder } from '../telemetry/support/deployed.ts';

const file = join(deployFolder, 'systemd/understudy.service');
const unit = readFileSync(file, 'utf8');
const hasAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0;

describe.skipIf(!hasAnalyze)('the unit for systemd (skipped where systemd-analyze is not installed)', () => {
  test('it has no error, and the check finds a wrong value', () => {
    expect(verify(unit)).toBe('');
    expect(verify(unit.replace('ProtectHome=yes', 'ProtectHome=perhaps'))).toContain('Failed to parse');
  });

  test('little of the machine is exposed to the service', () => {
    const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', file], { encoding: 'utf8' });
    const exposure = Number(/Overall exposure level[^:]*: ([\d.]+)/.exec(stdout)?.[1]);
    expect(exposure).toBeLessThan(1.5);
  });
});

test('the unit starts the same command as npm start, with enough time to stop in order', () => {
  const { scripts } = JSON.parse(readFileSync(join(deployFolder, '../package.json'), 'utf8'));
  expect(/^ExecStart=\/usr\/bin\/(.*)$/m.exec(unit)?.[1]).toBe(scripts.start);
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(10);
});

/** Returns the errors that systemd finds in a unit, ignoring that its program is not installed. */
function verify(text: string): string {
  const copy = join(freshFolder(), 'understudy.service');
  writeFileSync(copy, text.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'));
  return spawnSync('systemd-analyze', ['verify', '--man=no', copy], { encoding: 'utf8', timeout: 180_000 }).stderr;
}
