import type { Readable } from 'node:stream';
import type { Environment } from '../settings/read-settings.ts';

/** A stream that text goes to: a terminal, a pipe or a file. */
export type Output = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

/** What a command may touch of the process around it. */
export interface Terminal {
  readonly env: Environment;
  readonly stdin: Readable;
  readonly stdout: Output;
  readonly stderr: Output;
}
