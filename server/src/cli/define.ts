import { type Command, Option } from 'commander';
import { shortText } from './option-values.ts';
import type { Printer } from './printer.ts';
import type { Terminal } from './terminal.ts';

/** A command's environment: the process around it, its printer, and a way to end with an exit code other than 0. */
export interface Cli extends Terminal {
  readonly printer: Printer;
  readonly setExitCode: (code: number) => void;
}

/** Defines a command: its help, its options, its subcommands, and its action. */
export type Define = (command: Command, cli: Cli) => void;

/** The option of a command that can print its result as JSON. */
export interface AsJson {
  readonly json?: true;
}

export interface OfWorkspace extends AsJson {
  readonly workspace: string;
}

interface Help {
  /** Text for the command's own help, longer than the summary. */
  readonly description?: string;
  /** Example command lines without `understudy`, each with a description of its effect. */
  readonly examples: readonly (readonly [line: string, comment: string])[];
}

interface Definition extends Help {
  /** The name of the command with its arguments: `revoke <id>`. */
  readonly name: string;
  readonly summary: string;
}

/** Adds help text to a command. */
export function describe(command: Command, { description, examples }: Help): Command {
  command.description(description ?? `${command.summary()}.`);
  const width = Math.max(...examples.map(([line]) => line.length));
  const isWide = examples.some(([, comment]) => width + comment.length > 78);
  const lines = examples.map(([line, comment]) =>
    isWide ? `  # ${comment}\n  understudy ${line}` : `  understudy ${line.padEnd(width)}   # ${comment}`,
  );
  return command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}

/** Adds a subcommand to a group, with its help. */
export function define(group: Command, { name, summary, ...help }: Definition, isDefault = false): Command {
  return describe(group.command(name, { isDefault }).summary(summary), help);
}

/** Adds the help of a group of subcommands. */
export function defineGroup(group: Command, examples: Help['examples']): void {
  describe(group, { examples }).helpCommand(false).enablePositionalOptions();
}

export const json = (): Option => new Option('--json', 'print JSON only');

export const workspace = (): Option =>
  new Option('-w, --workspace <id>', 'the workspace, by id').argParser(shortText(120)).makeOptionMandatory();
