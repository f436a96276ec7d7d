import { readFileSync } from 'node:fs';
import type { GivenSource } from '../../admin/inboxes/read-source.ts';
import type { Config } from '../../config.ts';
import { OperatorError } from '../../lib/errors.ts';
import { printableName } from '../../lib/printable.ts';
import type { SourceOptions } from '../commands/connections.ts';

/** Where messages come from, with the secrets read from their files. @throws OperatorError */
export function sourceOf({ transport, set, secretFile = {} }: SourceOptions): GivenSource {
  const secrets = Object.fromEntries(Object.entries(secretFile).map(([name, path]) => [name, readSecret(path)]));
  return { transport, fields: set, secrets };
}

/** Where callers reach the service. */
export function baseUrlOf({ publicUrl, host, port }: Config): string {
  return publicUrl ?? `http://${host}:${port}`;
}

function readSecret(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new OperatorError(`The file "${printableName(path)}" cannot be read (${code}). Write the secret into it.`);
  }
}
