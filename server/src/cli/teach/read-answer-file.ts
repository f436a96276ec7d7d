import { closeSync, existsSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { OperatorError } from '../../lib/errors.ts';
import type { Terminal } from '../terminal.ts';

const mostMegabytes = 10;
const mostBytes = mostMegabytes * 1_048_576;

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'the file does not exist',
  EISDIR: 'it is a folder',
  EACCES: 'you do not have permission to read it',
};

/**
 * Reads the text of an assistant's answer, at most 10 MB, from a file or, if the path is `-`, from standard input.
 * @throws OperatorError when it cannot be read, is too large, or is not text
 */
export async function readAnswerFile({ stdin, env }: Terminal, path: string): Promise<string> {
  const bytes = path === '-' ? await readStream(stdin) : readFile(path, env['INIT_CWD']);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new OperatorError(`${nameOf(path)} is not UTF-8 text. Save the assistant's answer as plain text.`);
  }
}

function readFile(path: string, callerFolder: string | undefined): Buffer {
  const fromCaller = callerFolder === undefined ? path : resolve(callerFolder, path);
  let file: number | null = null;
  try {
    file = openSync(existsSync(fromCaller) ? fromCaller : path, 'r');
    const stats = fstatSync(file);
    if (stats.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
    if (stats.size > mostBytes) throw tooLarge(path, stats.size);
    return readFileSync(file);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new OperatorError(`${path} cannot be read: ${reasons[code] ?? code}.`);
  } finally {
    if (file !== null) closeSync(file);
  }
}

async function readStream(stdin: Readable & { readonly isTTY?: boolean }): Promise<Buffer> {
  if (stdin.isTTY === true) throw new OperatorError('Standard input is empty. Pass a file, or pipe the answer in.');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > mostBytes) throw tooLarge('-', null);
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}

function tooLarge(path: string, bytes: number | null): OperatorError {
  const size = bytes === null ? '' : ` It is ${Math.ceil(bytes / 1_048_576).toLocaleString('en')} MB.`;
  return new OperatorError(
    `${nameOf(path)} is larger than ${mostMegabytes} MB, which is the limit for an answer.${size} Nothing was stored. Split it after a complete item, and read the parts one by one.`,
  );
}

function nameOf(path: string): string {
  return path === '-' ? 'Standard input' : path;
}
