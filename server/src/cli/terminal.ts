import type { Readable } from 'node:stream';
import type { Environment } from '../settings/read-settings.ts';

/** A stream for text output: a terminal, a pipe or a file. */
export type Output = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

/** The exit codes for success, a fault that the operator can fix, a mistyped command, and an interrupt. */
export const exitCodes = { done: 0, fault: 1, usage: 2, interrupted: 130 } as const;

/** The parts of the process that a command may use. */
export interface Terminal {
  readonly env: Environment;
  readonly stdin: Readable;
  readonly stdout: Output;
  readonly stderr: Output;
  /**
   * A signal for a program that runs a service within its own process. Aborting the signal stops the service as Ctrl-C
   * does. With this signal, the service does not handle the process's signals, and it writes its log to `stderr`.
   */
  readonly stop?: AbortSignal;
}
