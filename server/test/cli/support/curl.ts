import { spawnSync } from 'node:child_process';

/**
 * The reason why a test that runs lines with curl cannot run here, or null. If curl is required but missing, that is an
 * error.
 */
export function whyNoCurl(): string | null {
  if (spawnSync('curl', ['--version']).status === 0) return null;
  if (process.env['UNDERSTUDY_TEST_REQUIRE_CURL'] === '1')
    throw new Error('These tests need curl: install it (Debian and Ubuntu: apt-get install curl).');
  return 'what is shown to be pasted into a shell (skipped where curl is not installed)';
}
