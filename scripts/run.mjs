// Starts Understudy with its bundled Node. This is plain JavaScript that old versions of Node can read: the service
// itself needs Node 24 or newer, and this file prints an error if there is none.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findOwnNode, neededMajor } from './own-node.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
// A request's objects become garbage within milliseconds, so a larger young generation would cost memory and save
// nothing.
const youngGeneration = '--max-semi-space-size=8';

// Without a listener, Node would open its inspector on this signal, and anyone who can reach the inspector can run code
// in this process. The process that only passes signals on needs the listener too.
process.on('SIGUSR1', () => undefined);

if (Number(process.versions.node.split('.')[0]) >= neededMajor) {
  await import('./prepare-process.mjs');
  await import('../server/src/main.ts');
} else {
  const node = findOwnNode();
  if (node === null) {
    console.error(
      `Understudy needs Node ${neededMajor} or newer; this is Node ${process.versions.node}.\n` +
        `Run "npm install" in ${root} to install the bundled Node, or install a newer Node yourself.`,
    );
    process.exitCode = 1;
  } else {
    handOver(node);
  }
}

/** Passes everything on to the newer Node: streams, signals and the exit code. */
function handOver(node) {
  const child = spawn(node, [youngGeneration, fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`Understudy could not start ${node}: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => process.exit(signal === null ? code : 128 + (constants.signals[signal] || 0)));
}
