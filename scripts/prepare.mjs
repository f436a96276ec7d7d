// Runs at the end of "npm install": builds the console's pages, and makes sure that there is a Node to run on. Plain
// JavaScript that old Nodes can read.
import { spawnSync } from 'node:child_process';
import { findOwnNode, neededMajor } from './own-node.mjs';

const isTooOld = Number(process.versions.node.split('.')[0]) < neededMajor;
// If npm runs on the added Node, it takes it for the machine's own, decides that none is needed, and removes it.
if (isTooOld && findOwnNode() === null && process.env.npm_execpath && !process.env.UNDERSTUDY_INSTALLS_AGAIN) {
  process.stderr.write(
    `This machine's Node is ${process.versions.node}: a newer one is installed beside the packages.\n`,
  );
  spawnSync(process.execPath, [process.env.npm_execpath, 'install', '--ignore-scripts', '--no-audit', '--no-fund'], {
    env: { ...process.env, UNDERSTUDY_INSTALLS_AGAIN: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
process.argv.push('--if-possible');
await import('./build-console.mjs');
