import { type Argument, Command } from 'commander';
import type { Cli, Define } from './define.ts';
import { wantsColour } from './printer.ts';

type Load = () => Promise<{ readonly commands: Readonly<Record<string, Define>> }>;

/**
 * Every command, by its heading in the help. Only the called command's group is loaded, so that every start is quick.
 */
const table: Readonly<Record<string, readonly (readonly [name: string, summary: string, load: Load])[]>> = {
  'Running it:': [
    ['serve', 'Serve the API, by default on loopback port 8787', () => import('./groups/serve.ts')],
    ['migrate', "Update the store's schema to this program's version", () => import('./groups/migrate.ts')],
    ['doctor', 'Check the installation, and suggest fixes', () => import('./groups/doctor.ts')],
    ['openapi', 'Print the REST interface as OpenAPI 3.1', () => import('./groups/openapi.ts')],
    ['schema', 'Print the JSON Schema of the workspace document', () => import('./groups/schema.ts')],
    ['backup <file>', 'Write everything into one file while the service runs', () => import('./groups/archives.ts')],
    ['restore <file>', 'Fill an empty data folder or database from a backup', () => import('./groups/archives.ts')],
    ['transfer', 'Move everything from a data folder to PostgreSQL, or back', () => import('./groups/archives.ts')],
  ],
  'Trying it:': [
    [
      'demo [message]',
      'Draft replies to sample messages, without a server or a store',
      () => import('./groups/demo.ts'),
    ],
    ['simulate', 'Simulate fans who write to the demo, and show the drafts', () => import('./groups/simulate.ts')],
    [
      'evaluate <cases>',
      'Draft replies to labelled messages, and measure how many decisions are right',
      () => import('./groups/evaluate.ts'),
    ],
  ],
  'Content and access:': [
    ['workspaces', 'List workspaces, or create an empty one', () => import('./groups/workspaces.ts')],
    ['import <file>', 'Create or update workspaces', () => import('./groups/documents.ts')],
    ['export', 'Write a workspace in the format that import reads', () => import('./groups/documents.ts')],
    ['keys', 'Create, list, revoke and rotate API keys', () => import('./groups/keys.ts')],
  ],
  'Day to day:': [
    ['conversations', 'List, feed, resolve and close conversations', () => import('./groups/conversations.ts')],
    [
      'connections',
      'Connect inboxes: messages arrive and drafts wait, but nothing is sent',
      () => import('./groups/connections.ts'),
    ],
    ['pages', "Answer visitors from approved items on a creator's Page", () => import('./groups/pages.ts')],
    [
      'receivers',
      "Share one application or bot between many creators' connections",
      () => import('./groups/receivers.ts'),
    ],
    ['drafts', 'List stored drafts, and approve or dismiss them', () => import('./groups/drafts.ts')],
    ['contacts', 'Erase everything about a person', () => import('./groups/contacts.ts')],
    ['accounts', 'Manage the accounts of the console', () => import('./groups/accounts.ts')],
    ['notifications', 'List, retry and test notifications to creators', () => import('./groups/notifications.ts')],
    ['audit', 'Read, export and verify the audit log', () => import('./groups/audit.ts')],
    ['teach', "Collect training phrases for a profile's facts and offers", () => import('./groups/teach.ts')],
    ['autonomy', 'Show or set how much is answered without the creator', () => import('./groups/autonomy.ts')],
    ['usage', 'Show or charge the monthly reply allowance', () => import('./groups/usage.ts')],
    ['explain [message]', 'Show how a draft was decided', () => import('./groups/explain.ts')],
  ],
  'Data:': [['secrets', 'Encrypt the stored secrets with the newest key', () => import('./groups/secrets.ts')]],
};

/**
 * Builds the whole command line. The commands have only their names and summaries; the rest is loaded when a command is
 * called.
 */
export function buildProgram(cli: Cli): Command {
  const { stdout, stderr, env, printer } = cli;
  const { colours: out, errorColours: err } = printer;
  const program = new Command('understudy')
    .description('Drafts replies using only what a creator approved, and never sends anything.')
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
    .showHelpAfterError('Run it with --help to see its options.')
    .exitOverride()
    .enablePositionalOptions()
    .hook('preSubcommand', (_, command) => loadCommand(command, cli))
    .addHelpText(
      'after',
      [
        '',
        'In the repository, understudy is npm run -s understudy --',
        'Every command that prints something accepts --json. Settings come from the environment and',
        'understudy.config.yaml; "understudy doctor --settings" lists them.',
      ].join('\n'),
    );
  for (const [heading, entries] of Object.entries(table))
    for (const [name, summary] of entries) program.command(name).summary(summary).helpGroup(heading);
  return program;
}

/** Loads a command's options, action and subcommands. */
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

/** Turns Commander's `error: unknown option …` into a sentence that can follow a mark such as ✗. */
function sentence(text: string, mark: string): string {
  const words = text.replace(/^error: /, '');
  return words === text ? text : mark + words.charAt(0).toUpperCase() + words.slice(1);
}
