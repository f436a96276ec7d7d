import { type Argument, Command } from 'commander';
import type { Cli, Define } from './define.ts';
import { wantsColour } from './printer.ts';

type Load = () => Promise<{ readonly commands: Readonly<Record<string, Define>> }>;

/**
 * Every command, by its heading in the help. Only the group of the command that is named is loaded, so that each start is
 * quick.
 */
const table: Readonly<Record<string, readonly (readonly [name: string, summary: string, load: Load])[]>> = {
  'Running it:': [
    ['serve', 'Serve the API, on loopback port 8787 unless told otherwise', () => import('./groups/serve.ts')],
    ['migrate', 'Bring the store up to the version of this program', () => import('./groups/migrate.ts')],
    ['doctor', 'Check the installation, and say what to do', () => import('./groups/doctor.ts')],
    ['openapi', 'Print the REST interface as OpenAPI 3.1', () => import('./groups/openapi.ts')],
    ['schema', 'Print the JSON Schema of the workspace document', () => import('./groups/schema.ts')],
    ['backup <file>', 'Write everything into one file, while the service runs', () => import('./groups/archives.ts')],
    ['restore <file>', 'Fill an empty data folder or database from a backup', () => import('./groups/archives.ts')],
    ['transfer', 'Move everything from a data folder to PostgreSQL, or back', () => import('./groups/archives.ts')],
  ],
  'Trying it:': [
    ['demo [message]', 'Draft sample messages here, with no server and no store', () => import('./groups/demo.ts')],
    [
      'simulate',
      'Let invented fans write to the demonstration, and see what is drafted',
      () => import('./groups/simulate.ts'),
    ],
    [
      'evaluate <cases>',
      'Draft labelled messages and measure how often they come out right',
      () => import('./groups/evaluate.ts'),
    ],
  ],
  'Content and access:': [
    ['workspaces', 'List workspaces, or make an empty one', () => import('./groups/workspaces.ts')],
    ['import <file>', 'Bring workspaces in, or up to date', () => import('./groups/documents.ts')],
    ['export', 'Write a workspace in the form that import reads', () => import('./groups/documents.ts')],
    ['keys', 'Make, list, revoke and rotate API keys', () => import('./groups/keys.ts')],
  ],
  'Day to day:': [
    ['conversations', 'List, feed, resolve and close conversations', () => import('./groups/conversations.ts')],
    [
      'connections',
      'Connect inboxes: messages come in, drafts wait, nothing is sent',
      () => import('./groups/connections.ts'),
    ],
    ['pages', 'Answer visitors from approved items, on a Page of the creator', () => import('./groups/pages.ts')],
    [
      'receivers',
      'Share one application or bot between the connections of many creators',
      () => import('./groups/receivers.ts'),
    ],
    ['drafts', 'List kept drafts, and decide what becomes of them', () => import('./groups/drafts.ts')],
    ['contacts', 'Erase a person', () => import('./groups/contacts.ts')],
    ['accounts', 'Let people into the console', () => import('./groups/accounts.ts')],
    ['notifications', 'See, repeat and try what creators are told', () => import('./groups/notifications.ts')],
    ['audit', 'Read, export and verify who did what', () => import('./groups/audit.ts')],
    ['teach', 'Teach a profile the ways in which fans ask', () => import('./groups/teach.ts')],
    ['autonomy', 'See or set what is answered without the creator', () => import('./groups/autonomy.ts')],
    ['usage', 'See or charge the monthly reply allowance', () => import('./groups/usage.ts')],
    [
      'explain [message]',
      'Show why a draft comes out as it does, or came out as it did',
      () => import('./groups/explain.ts'),
    ],
  ],
  'Data:': [['secrets', 'Seal the secrets in the store under another key', () => import('./groups/secrets.ts')]],
};

/** The whole command line. Its commands have their names and summaries; the rest comes when one is named. */
export function buildProgram(cli: Cli): Command {
  const { stdout, stderr, env, printer } = cli;
  const { colours: out, errorColours: err } = printer;
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
    .hook('preSubcommand', (_, command) => loadCommand(command, cli))
    .addHelpText(
      'after',
      [
        '',
        'In the repository, understudy is npm run -s understudy --',
        'Every command that prints something takes --json for machines. Settings come from the environment and',
        'understudy.config.yaml; "understudy doctor --settings" lists them.',
      ].join('\n'),
    );
  for (const [heading, entries] of Object.entries(table))
    for (const [name, summary] of entries) program.command(name).summary(summary).helpGroup(heading);
  return program;
}

/** Loads what a command of the program takes and does, with the commands below it. */
export async function loadCommand(command: Command, cli: Cli): Promise<void> {
  const entry = Object.values(table)
    .flat()
    .find(([name]) => name.split(' ')[0] === command.name());
  const { commands = {} } = (await entry?.[2]()) ?? {};
  commands[command.name()]?.(command, cli);
}

function argumentTerm(argument: Argument): string {
  return argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;
}

/** Commander's `error: unknown option …` as a sentence behind a mark. */
function sentence(text: string, mark: string): string {
  const words = text.replace(/^error: /, '');
  return words === text ? text : mark + words.charAt(0).toUpperCase() + words.slice(1);
}
