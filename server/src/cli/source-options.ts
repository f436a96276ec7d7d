import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { GivenSource } from '../admin/inboxes/read-source.ts';
import type { Config } from '../config.ts';
import { OperatorError } from '../lib/errors.ts';
import { printableName } from '../lib/printable.ts';
import { namedValue, shortText } from './option-values.ts';
import type { Terminal } from './terminal.ts';

/** A connection's source of messages, as given in the options. */
export interface SourceOptions {
  readonly transport?: string;
  readonly set?: Readonly<Record<string, string>>;
  /** The paths of the files that contain secrets, by the names of the secrets. */
  readonly secretFile?: Readonly<Record<string, string>>;
}

/** Adds the options that set a connection's source of messages. */
export function withSource(command: Command): Command {
  return (
    command
      .option('-t, --transport <name>', 'how messages arrive, if the kind has more than one way', shortText(60))
      .option('--set <name=value>', 'a value that the kind needs; repeatable', namedValue)
      // Secrets come from files, because process lists and the shell history show a command's arguments.
      .option('--secret-file <name=path>', 'a file with a secret that the kind needs; repeatable', namedValue)
  );
}

/**
 * Returns the source of messages. Reads its secrets from the given files. @throws OperatorError if a file cannot be
 * read
 */
export function sourceOf(
  { env }: Pick<Terminal, 'env'>,
  { transport, set, secretFile = {} }: SourceOptions,
): GivenSource {
  // npm runs a script in the package's folder, but paths are relative to the caller's folder.
  const folder = env['INIT_CWD'] ?? '.';
  const read = ([name, path]: [string, string]) => [name, readSecret(path, folder)] as const;
  const secrets = Object.fromEntries(Object.entries(secretFile).map(read));
  return { transport, fields: set, secrets };
}

/** Returns the address at which callers reach the service. */
export function baseUrlOf({ publicUrl, host, port }: Config): string {
  return publicUrl ?? `http://${host}:${port}`;
}

function readSecret(path: string, folder: string): string {
  try {
    return readFileSync(resolve(folder, path), 'utf8').trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new OperatorError(
      `The file "${printableName(path)}" cannot be read (${code}). Pass the path of a file that contains the secret.`,
    );
  }
}
