import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { GivenSource } from '../../admin/inboxes/read-source.ts';
import type { Config } from '../../config.ts';
import { OperatorError } from '../../lib/errors.ts';
import { printableName } from '../../lib/printable.ts';
import type { Terminal } from '../terminal.ts';

/** Where messages come from, as options say it. */
export interface SourceOptions {
  readonly transport?: string;
  readonly set?: Readonly<Record<string, string>>;
  /** Paths of files, by the names of secrets. */
  readonly secretFile?: Readonly<Record<string, string>>;
}

/** Where messages come from, with the secrets read from their files. @throws OperatorError */
export function sourceOf(
  { env }: Pick<Terminal, 'env'>,
  { transport, set, secretFile = {} }: SourceOptions,
): GivenSource {
  // npm runs a script in the folder of the package; paths count from where it was called.
  const folder = env['INIT_CWD'] ?? '.';
  const read = ([name, path]: [string, string]) => [name, readSecret(path, folder)] as const;
  const secrets = Object.fromEntries(Object.entries(secretFile).map(read));
  return { transport, fields: set, secrets };
}

/** Where callers reach the service. */
export function baseUrlOf({ publicUrl, host, port }: Config): string {
  return publicUrl ?? `http://${host}:${port}`;
}

function readSecret(path: string, folder: string): string {
  try {
    return readFileSync(resolve(folder, path), 'utf8').trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new OperatorError(`The file "${printableName(path)}" cannot be read (${code}). Write the secret into it.`);
  }
}
