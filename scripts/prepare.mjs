// Runs at the end of "npm install": builds the console's pages, and ensures that there is a suitable Node. This is
// plain JavaScript that old versions of Node can read.
import { spawnSync } from 'node:child_process';
import { findOwnNode, neededMajor } from './own-node.mjs';

const isTooOld = Number(process.versions.node.split('.')[0]) < neededMajor;
// If npm itself runs on the added Node, npm takes it for the machine's own Node, decides that no other one is needed,
// and removes it.
if (isTooOld && findOwnNode() === null && process.env.npm_execpath && !process.env.UNDERSTUDY_INSTALLS_AGAIN) {
  process.stderr.write(
    `This machine's Node is ${process.versions.node}, so a newer one is installed with the packages.\n`,
  );
  spawnSync(process.execPath, [process.env.npm_execpath, 'install', '--ignore-scripts', '--no-audit', '--no-fund'], {
    env: { ...process.env, UNDERSTUDY_INSTALLS_AGAIN: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
process.argv.push('--if-possible');
await import('./build-console.mjs');
