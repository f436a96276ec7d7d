import type { Terminal } from './terminal.ts';

/** What a command's definition gets: the terminal, and a way to end with another exit code than 0. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly setExitCode: (code: number) => void;
}
