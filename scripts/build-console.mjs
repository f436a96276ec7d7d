// Builds the console's pages into console/dist, during "npm install" and with "npm run build:console". With
// --if-possible, it prints why it cannot build them and lets the installation continue, because the service works
// without its console.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const vite = join(root, 'node_modules/vite/bin/vite.js');
const isOptional = process.argv.includes('--if-possible');

if (!existsSync(join(root, 'console/index.html'))) leave('its folder is missing', 0);
else if (!existsSync(vite) && isOptional && existsSync(join(root, 'console/dist/index.html'))) {
  // A release archive contains the built pages.
} else if (!existsSync(vite))
  leave('its build tools are not installed; run "npm install" without --omit=dev', isOptional ? 0 : 1);
else {
  const args = [vite, 'build', join(root, 'console'), '--logLevel', 'error'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) {
    process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`);
    leave('see above', isOptional ? 0 : 1);
  } else if (!isOptional) process.stdout.write('The console was built into console/dist.\n');
}

function leave(reason, code) {
  process.stderr.write(`The console was not built: ${reason}.\n`);
  process.exitCode = code;
}
