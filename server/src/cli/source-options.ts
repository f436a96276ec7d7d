import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { GivenSource } from '../admin/inboxes/read-source.ts';
import type { Config } from '../config.ts';
import { OperatorError } from '../lib/errors.ts';
import { printableName } from '../lib/printable.ts';
import { namedValue, shortText } from './option-values.ts';
import type { Terminal } from './terminal.ts';

/** The source of messages, as given in options. */
export interface SourceOptions {
  readonly transport?: string;
  readonly set?: Readonly<Record<string, string>>;
  /** The paths of files, by the names of the secrets. */
  readonly secretFile?: Readonly<Record<string, string>>;
}

/** The options of a command that sets the source of messages. */
export function withSource(command: Command): Command {
  return (
    command
      .option('-t, --transport <name>', 'how messages arrive, if the kind has more than one way', shortText(60))
      .option('--set <name=value>', 'a value that the kind needs; may be repeated', namedValue)
      // Secrets come from files, because the list of processes and the history of the shell show the arguments of a
      // command.
      .option('--secret-file <name=path>', 'a file that holds a secret of the kind; may be repeated', namedValue)
  );
}

/** The source of messages, with the secrets read from their files. @throws OperatorError */
export function sourceOf(
  { env }: Pick<Terminal, 'env'>,
  { transport, set, secretFile = {} }: SourceOptions,
): GivenSource {
  // npm runs a script in the folder of the package, but paths are relative to the folder of the caller.
  const folder = env['INIT_CWD'] ?? '.';
  const read = ([name, path]: [string, string]) => [name, readSecret(path, folder)] as const;
  const secrets = Object.fromEntries(Object.entries(secretFile).map(read));
  return { transport, fields: set, secrets };
}

/** The address at which callers reach the service. */
export function baseUrlOf({ publicUrl, host, port }: Config): string {
  return publicUrl ?? `http://${host}:${port}`;
}

function readSecret(path: string, folder: string): string {
  try {
    return readFileSync(resolve(folder, path), 'utf8').trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new OperatorError(
      `The file "${printableName(path)}" cannot be read (${code}). Write the secret into the file.`,
    );
  }
}
