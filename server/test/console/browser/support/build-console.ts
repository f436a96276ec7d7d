import { spawnSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../../..');

/** Builds the pages from their current sources before the run, so that no test sees older pages. */
export function setup(): void {
  const newest = Math.max(
    ...globSync(['console/{src,public}/**/*.*', 'console/*.*', 'server/src/domain/**/*.ts'], { cwd: root }).map(
      changedAt,
    ),
  );
  if (changedAt('console/dist/index.html') > newest) return;
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/build-console.mjs')], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the console could not be built:\n${stderr}`);
}

function changedAt(file: string): number {
  return statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
