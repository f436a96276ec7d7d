import { spawnSync } from 'node:child_process';

/**
 * Returns the reason why tests that run curl commands cannot run on this machine, or null. @throws if curl is required
 * but missing
 */
export function whyNoCurl(): string | null {
  if (spawnSync('curl', ['--version']).status === 0) return null;
  if (process.env['UNDERSTUDY_TEST_REQUIRE_CURL'] === '1')
    throw new Error('These tests need curl: install it (Debian and Ubuntu: apt-get install curl).');
  return 'commands that are shown for pasting into a shell (skipped: curl is not installed)';
}
