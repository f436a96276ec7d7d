import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createIgnore } from '../../server/test/deploy/support/read-dockerfile.ts';

/**
 * Runs git and returns its output.
 * @throws if git fails
 */
export function git(root, ...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
}

/**
 * Lists every file in the commit, as `{ path, isExecutable }`. The working tree is clean, so it contains their content.
 */
export function committedFiles(root) {
  return git(root, 'ls-tree', '-r', '-z', 'HEAD')
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => {
      const [facts, path] = line.split('\t');
      const mode = facts.split(' ')[0];
      if (mode !== '100644' && mode !== '100755') throw new Error(`${path} is neither a file nor a program`);
      return { path, isExecutable: mode === '100755' };
    });
}

/** Lists the console's built pages, so that the archive can be installed without the packages that build them. */
export function builtConsoleFiles(root) {
  return globSync('console/dist/**/*', { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => ({ path: relativeTo(root, join(entry.parentPath, entry.name)), isExecutable: false }));
}

/**
 * Lists the commit's files that `docker build` uses: those that .dockerignore does not exclude, and the two files that
 * describe the build.
 */
export function buildContextFiles(root) {
  const isIgnored = createIgnore(readFileSync(join(root, '.dockerignore'), 'utf8'));
  const always = ['Dockerfile', '.dockerignore'];
  return committedFiles(root).filter(({ path }) => always.includes(path) || !isIgnored(path));
}

function relativeTo(root, path) {
  return path.slice(root.length + 1).replaceAll('\\', '/');
}
