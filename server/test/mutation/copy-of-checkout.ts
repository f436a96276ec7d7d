import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '../../..');

/** Copies the files that git tracks, with links to the checkout's own packages. Returns the folder. */
export function copyOfCheckout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-mutants-'));
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  });
  for (const file of listed.stdout.split('\0').filter((name) => name !== '')) {
    cpSync(join(repository, file), join(folder, file), { recursive: true });
  }
  for (const place of ['.', 'server', 'console']) {
    const packages = join(repository, place, 'node_modules');
    symlinkSync(packages, join(folder, place, 'node_modules'));
  }
  return folder;
}
