import { type Command, Option } from 'commander';
import { shortText } from '../option-values.ts';

export interface Definition {
  /** The name and its arguments: `revoke <id>`. */
  readonly name: string;
  readonly summary: string;
  /** More than the summary, for the command's own help. */
  readonly description?: string;
  /** Command lines without `understudy`, each with what it does. */
  readonly examples: readonly (readonly [line: string, comment: string])[];
}

/** Adds a command with its help. */
export function define(
  parent: Command,
  { name, summary, description, examples }: Definition,
  isDefault = false,
): Command {
  const command = parent
    .command(name, { isDefault })
    .summary(summary)
    .description(description ?? `${summary}.`);
  return withExamples(command, examples);
}

/** Adds a noun that has verbs below it. */
export function defineGroup(parent: Command, name: string, summary: string, examples: Definition['examples']): Command {
  const group = parent
    .command(name)
    .summary(summary)
    .description(`${summary}.`)
    .helpCommand(false)
    .enablePositionalOptions();
  return withExamples(group, examples);
}

function withExamples(command: Command, examples: Definition['examples']): Command {
  if (examples.length === 0) return command;
  const width = Math.max(...examples.map(([line]) => line.length));
  const isWide = examples.some(([, comment]) => width + comment.length > 78);
  const lines = examples.map(([line, comment]) =>
    isWide ? `  # ${comment}\n  understudy ${line}` : `  understudy ${line.padEnd(width)}   # ${comment}`,
  );
  return command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}

export const json = (): Option => new Option('--json', 'print JSON only');

export const workspace = (): Option =>
  new Option('-w, --workspace <id>', 'the workspace, by id').argParser(shortText(120)).makeOptionMandatory();
