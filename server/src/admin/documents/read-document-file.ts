import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { OperatorError } from '../../lib/errors.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'the file does not exist',
  EISDIR: 'it is a folder',
  EACCES: 'you do not have permission to read it',
};

/**
 * Reads a file at the path that an operator gave. If a script runner changed the working directory, `callerFolder` is
 * the original one, and the path is resolved there first. @throws OperatorError when it cannot be read
 */
export function readDocumentFile(path: string, callerFolder: string | undefined): Buffer {
  const fromCaller = callerFolder === undefined ? path : resolve(callerFolder, path);
  try {
    return readFileSync(existsSync(fromCaller) ? fromCaller : path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new OperatorError(`${path} cannot be read: ${reasons[code] ?? code}.`);
  }
}
