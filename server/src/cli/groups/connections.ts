import { type Command, Option } from 'commander';
import { createConnectionVerbs } from '../../admin/inboxes/connection-verbs.ts';
import type { Config } from '../../config.ts';
import { type ConnectionKind, connectionKinds, kindOf, kinds } from '../../domain/inbox/kinds/kinds.ts';
import { printableText } from '../../lib/printable.ts';
import type { Store } from '../../store/port.ts';
import { sealerOf } from '../../store/sealing-keys.ts';
import { ago, minute } from '../ago.ts';
import { type AsJson, type Cli, define, defineGroup, json, type OfWorkspace, workspace } from '../define.ts';
import { durationOrNone, shortText, wholeNumber } from '../option-values.ts';
import type { Printer } from '../printer.ts';
import { baseUrlOf, type SourceOptions, sourceOf, withSource } from '../source-options.ts';
import { readStore, withStore } from '../with-store.ts';

export const commands = { connections: defineConnections };

function defineConnections(connections: Command, cli: Cli): void {
  defineGroup(connections, [
    [
      'connections create --workspace ws_aurora --profile prof_aurora --kind generic',
      'an address and a secret for a program that sends messages',
    ],
    ['connections list --workspace ws_aurora', 'all connections, and when each last received an event'],
  ]);

  withSource(
    define(connections, {
      name: 'create',
      summary: 'Create a connection, and show its address and, only once, its secret',
      examples: [
        [
          'connections create -w ws_aurora --profile prof_aurora --kind generic --mode ready',
          'safe drafts are queued for the sender',
        ],
      ],
    })
      .addOption(workspace())
      .requiredOption('-p, --profile <id>', 'the profile that answers the messages', shortText(120))
      .addOption(
        new Option('-k, --kind <kind>', 'the kind of provider').choices([...connectionKinds]).makeOptionMandatory(),
      )
      .option('--id <id>', "the connection's id (default: a new one)", shortText(120))
      .option('-n, --name <name>', 'the display name (default: the id)', shortText(120))
      .option('--channel <channel>', "the channel of the connection's conversations (default: the kind)", shortText(60))
      .addOption(
        new Option('--mode <mode>', 'ready: safe drafts are queued (default: review)').choices(['review', 'ready']),
      )
      .option('--quiet-seconds <n>', 'how long a thread must be quiet (default: 20)', wholeNumber(0, 300))
      .option('--max-wait-seconds <n>', 'the maximum wait for a quiet thread (default: 120)', wholeNumber(0, 300))
      .option(
        '--human-lock-seconds <n>',
        "how long a creator's message suspends drafting, in seconds (default: 900)",
        wholeNumber(0, 86_400),
      )
      .option(
        '--reply-window-hours <n>',
        'how long after a message a reply may be sent (default: no limit)',
        wholeNumber(1, 720),
      )
      .option('--keep-unreadable', 'keep unreadable payloads, encrypted, for 72 hours'),
  )
    .option('--receiver <id>', "an existing receiver, such as the operator's bot", shortText(120))
    .addOption(json())
    .action((options) => createConnection(cli, options));

  define(connections, {
    name: 'list',
    summary: 'List connections, by id',
    examples: [['connections list -w ws_aurora --json', 'for machines']],
  })
    .addOption(workspace())
    .addOption(json())
    .action((options) => listConnections(cli, options));

  define(connections, {
    name: 'secret <id>',
    summary: 'Create the first secret or a new one; the previous one stays valid for the overlap',
    examples: [
      ['connections secret con_ig -w ws_aurora --overlap 24h', 'leaves a day to update the secret at the provider'],
    ],
  })
    .addOption(workspace())
    .addOption(
      new Option('--overlap <duration>', 'how long the previous secret stays valid')
        .argParser(durationOrNone)
        .default(86_400_000, '24h'),
    )
    .addOption(json())
    .action((id, options) => renewSecret(cli, { id, ...options }));

  withSource(
    define(connections, {
      name: 'configure <id>',
      summary: "Change the source of a connection's messages; omitted values stay unchanged",
      examples: [
        ['connections configure con_mail -w ws_aurora --secret-file password=./password', 'sets a new password'],
      ],
    }).addOption(workspace()),
  )
    .addOption(json())
    .action((id, options) => configureConnection(cli, { id, ...options }));

  define(connections, {
    name: 'kinds',
    summary: 'List the kinds of connections, and the values that each needs',
    examples: [['connections kinds', 'the values for --kind, --transport, --set and --secret-file']],
  })
    .addOption(json())
    .action((options) => listKinds(cli, options));

  for (const [action, summary] of [
    ['pause', 'Keep accepting messages, but stop drafting and offering replies'],
    ['resume', 'Resume drafting'],
    ['remove', 'Remove a connection: its address stops working, but its conversations stay'],
  ] as const) {
    define(connections, {
      name: `${action} <id>`,
      summary,
      examples: [[`connections ${action} con_ig -w ws_aurora`, summary.toLowerCase()]],
    })
      .addOption(workspace())
      .addOption(json())
      .action((id, options) => setConnectionState(cli, { id, action, ...options }));
  }
}

interface CreateConnectionOptions extends SourceOptions, OfWorkspace {
  readonly profile: string;
  readonly kind: ConnectionKind;
  readonly id?: string;
  readonly name?: string;
  readonly channel?: string;
  readonly mode?: 'review' | 'ready';
  readonly quietSeconds?: number;
  readonly maxWaitSeconds?: number;
  readonly humanLockSeconds?: number;
  readonly replyWindowHours?: number;
  readonly keepUnreadable?: true;
  readonly receiver?: string;
}

async function createConnection(cli: Cli, options: CreateConnectionOptions): Promise<void> {
  const { workspace: workspaceId, profile: profileId, json, receiver, ...rest } = options;
  const source = { ...sourceOf(cli, options), ...(receiver !== undefined && { receiverId: receiver }) };
  const made = await withStore(cli, (store, config) =>
    verbs(store, config).create({ workspaceId, profileId, ...rest, ...source }),
  );
  const { printer } = cli;
  if (json) return printer.json(made);
  const { bold, dim, green, yellow } = printer.colours;
  printer.line(`${green('✓')} Connection ${bold(printableText(made.name))} for ${made.profileId}`);
  printer.line();
  if (made.secret === undefined) return showSource(printer, made);
  printer.line(`  ${dim('address')}  ${made.receiverUrl}`);
  printer.line(`  ${dim('secret')}   ${bold(made.secret)}`);
  printer.line(`  ${yellow('Save the secret now: it is shown only once.')}`);
}

async function configureConnection(cli: Cli, options: SourceOptions & OfWorkspace & { id: string }): Promise<void> {
  const of = { workspaceId: options.workspace, connectionId: options.id, ...sourceOf(cli, options) };
  const configured = await withStore(cli, (store, config) => verbs(store, config).configure(of));
  const { printer } = cli;
  if (options.json) return printer.json(configured);
  const { bold, green } = printer.colours;
  printer.line(`${green('✓')} Connection ${bold(printableText(configured.name))}`);
  printer.line();
  showSource(printer, configured);
}

/** Shows the creator's next steps, and the secrets, which are shown only once. */
function showSource(
  printer: Printer,
  { secrets = {}, steps = [] }: { secrets?: Readonly<Record<string, string>>; steps?: readonly string[] },
): void {
  for (const [index, step] of steps.entries()) printer.line(`  ${index + 1}. ${printableText(step)}`);
  if (Object.keys(secrets).length === 0) return;
  printer.line();
  for (const [name, secret] of Object.entries(secrets)) {
    printer.line(`  ${printer.colours.dim(name)}  ${printer.colours.bold(secret)}`);
  }
  printer.line(`  ${printer.colours.yellow('Save this now: it is shown only once.')}`);
}

async function listConnections(cli: Cli, options: OfWorkspace): Promise<void> {
  const connections = await readStore(cli, (store, config) =>
    verbs(store, config).list({ workspaceId: options.workspace }),
  );
  const { printer } = cli;
  if (options.json) return printer.json(connections);
  if (connections.length === 0)
    return printer.line('There are no connections yet. "understudy connections create" creates one.');
  const now = Date.now();
  printer.table(
    [
      { title: 'ID', canShrink: true },
      { title: 'KIND' },
      { title: 'PROFILE', canShrink: true },
      { title: 'MODE' },
      { title: 'STATE', paint: (cell, { green, yellow }) => (cell === 'active' ? green(cell) : yellow(cell)) },
      { title: 'LAST EVENT' },
    ],
    connections.map(({ id, kind, profileId, mode, state, lastEventAt }) => [
      printableText(id),
      kind,
      printableText(profileId),
      mode,
      state,
      ago(lastEventAt, now),
    ]),
  );
}

async function renewSecret(cli: Cli, options: OfWorkspace & { id: string; overlap: number }): Promise<void> {
  const of = { workspaceId: options.workspace, connectionId: options.id, overlapMs: options.overlap };
  const renewed = await withStore(cli, (store, config) => verbs(store, config).renewSecret(of));
  const { printer } = cli;
  if (options.json) return printer.json(renewed);
  printer.line(`  ${printer.colours.bold(renewed.secret)}`);
  printer.line(`  ${printer.colours.yellow('Save it now: it is shown only once.')}`);
  if (renewed.previousEndsAt !== null)
    printer.line(`The previous secret expires at ${minute(renewed.previousEndsAt)} UTC.`);
}

async function setConnectionState(
  cli: Cli,
  options: OfWorkspace & { id: string; action: 'pause' | 'resume' | 'remove' },
): Promise<void> {
  const { id: connectionId, action, workspace: workspaceId } = options;
  const set = await withStore(cli, (store, config) =>
    verbs(store, config).setState({ workspaceId, connectionId, action }),
  );
  const { printer } = cli;
  if (options.json) return printer.json(set);
  printer.line(`${printer.colours.green('✓')} ${printableText(set.id)} is now ${set.after} (it was ${set.before}).`);
}

function verbs(store: Store, config: Config) {
  const baseUrl = baseUrlOf(config);
  return createConnectionVerbs({ store, sealer: sealerOf(config.store, config.sealingKeys), baseUrl });
}

/** Shows the settings that each kind of connection needs. */
function listKinds(cli: Cli, options: AsJson): void {
  const { printer } = cli;
  if (options.json) {
    printer.json(connectionKinds.map((kind) => ({ kind, ...kinds[kind] })));
    return;
  }
  const { bold, dim } = printer.colours;
  for (const name of connectionKinds) {
    const { summary, transports, fields } = kindOf(name);
    printer.line(`${bold(name)}  ${summary}`);
    for (const transport of transports) printer.line(`  ${dim('transport')}  ${transport.name}: ${transport.title}`);
    for (const field of fields) {
      const option = field.as === 'text' ? '--set' : field.as === 'secret' ? '--secret-file' : 'generated';
      const only = field.transports === undefined ? '' : ` (${field.transports.join(', ')})`;
      printer.line(`  ${dim(option)}  ${field.name}${only}: ${field.help}`);
    }
  }
}
