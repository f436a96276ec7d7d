// Finds the Node.js that "npm install" adds if the machine's version is too old. This is plain JavaScript that old
// versions of Node can read.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * The oldest major version of Node that runs the service's TypeScript directly. package-lock.json repeats it: its entry
 * for each bundled Node says "<24".
 */
export const neededMajor = 24;

/** Returns the path of the added Node; null if there is none. */
export function findOwnNode() {
  const modules = join(root, 'node_modules');
  if (!existsSync(modules)) return null;
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  for (const name of readdirSync(modules)) {
    if (!/^node-(bin-)?(darwin|linux|win)-/.test(name)) continue;
    for (const path of [join(modules, name, 'bin', program), join(modules, name, program)]) {
      if (existsSync(path)) return path;
    }
  }
  return null;
}
