import { type Argument, Command } from 'commander';
import picocolors from 'picocolors';
import type { CommandContext } from './command-context.ts';
import { addAccounts } from './commands/accounts.ts';
import { addArchives } from './commands/archives.ts';
import { addAudit } from './commands/audit.ts';
import { addAutonomy } from './commands/autonomy.ts';
import { addConnections } from './commands/connections.ts';
import { addContacts } from './commands/contacts.ts';
import { addConversations } from './commands/conversations.ts';
import { addDemo } from './commands/demo.ts';
import { addDocuments } from './commands/documents.ts';
import { addDrafts } from './commands/drafts.ts';
import { addEvaluate } from './commands/evaluate.ts';
import { addExplain } from './commands/explain.ts';
import { addKeys } from './commands/keys.ts';
import { addNotifications } from './commands/notifications.ts';
import { addPages } from './commands/pages.ts';
import { addReceivers } from './commands/receivers.ts';
import { addSecrets } from './commands/secrets.ts';
import { addService } from './commands/service.ts';
import { addSimulate } from './commands/simulate.ts';
import { addTeach } from './commands/teach.ts';
import { addUsage } from './commands/usage.ts';
import { addWorkspaces } from './commands/workspaces.ts';
import { wantsColour } from './printer.ts';
import type { Terminal } from './terminal.ts';

/** The whole command line. Definitions only: what a command does is loaded when it runs, so that every start is quick. */
export function buildProgram(terminal: Terminal, setExitCode: (code: number) => void): Command {
  const { stdout, stderr, env } = terminal;
  const out = picocolors.createColors(wantsColour(env, stdout));
  const err = picocolors.createColors(wantsColour(env, stderr));
  const program = new Command('understudy')
    .description('Drafts replies within what a creator approved, and never sends one.')
    .version('0.1.0', '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      getOutHelpWidth: () => Math.min(100, stdout.columns ?? 100),
      getErrHelpWidth: () => Math.min(100, stderr.columns ?? 100),
      getOutHasColors: () => wantsColour(env, stdout),
      getErrHasColors: () => wantsColour(env, stderr),
      outputError: (text, write) => write(sentence(text, `${err.red(err.bold('✗'))} `)),
    })
    .configureHelp({
      subcommandTerm: (command) =>
        [command.name(), ...command.registeredArguments.map((argument) => argumentTerm(argument))].join(' '),
      styleTitle: (text) => out.bold(text),
      styleCommandText: (text) => out.cyan(text),
      styleSubcommandTerm: (text) => out.cyan(text),
      styleOptionTerm: (text) => out.cyan(text),
      styleArgumentTerm: (text) => out.cyan(text),
    })
    .showHelpAfterError('Run it with --help for what it takes.')
    .exitOverride()
    .enablePositionalOptions()
    .addHelpText(
      'after',
      [
        '',
        'In the repository, understudy is npm run -s understudy --',
        'Every command that prints something takes --json for machines. Settings come from the environment and',
        'understudy.config.yaml; "understudy doctor --settings" lists them.',
      ].join('\n'),
    );
  const context: CommandContext = { terminal, setExitCode };
  for (const add of [
    addService,
    addArchives,
    addDemo,
    addSimulate,
    addWorkspaces,
    addDocuments,
    addKeys,
    addConversations,
    addConnections,
    addPages,
    addReceivers,
    addDrafts,
    addContacts,
    addAccounts,
    addNotifications,
    addSecrets,
    addAudit,
    addTeach,
    addAutonomy,
    addUsage,
    addExplain,
    addEvaluate,
  ]) {
    add(program, context);
  }
  return program;
}

function argumentTerm(argument: Argument): string {
  return argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;
}

/** Commander's `error: unknown option …` as a sentence behind a mark. */
function sentence(text: string, mark: string): string {
  const words = text.replace(/^error: /, '');
  return words === text ? text : mark + words.charAt(0).toUpperCase() + words.slice(1);
}
