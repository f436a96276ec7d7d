import { type Command, Option } from 'commander';
import { connectionKinds } from '../../domain/inbox/kinds/kinds.ts';
import type { CreateConnectionOptions } from '../actions/connections.ts';
import type { SourceOptions } from '../actions/source-options.ts';
import type { CommandContext } from '../command-context.ts';
import { durationOrNone, namedValue, shortText, wholeNumber } from '../option-values.ts';
import { define, defineGroup, json, workspace } from './define.ts';

export function addConnections(program: Command, { terminal }: CommandContext): void {
  const connections = defineGroup(
    program,
    'connections',
    'Connect inboxes: messages come in, drafts wait, nothing is sent',
    [
      [
        'connections create --workspace ws_aurora --profile prof_aurora --kind generic',
        'an address and a secret for whoever brings messages',
      ],
      ['connections list --workspace ws_aurora', 'all of them, with when each was last heard of'],
    ],
  ).helpGroup('Day to day:');

  define(connections, {
    name: 'create',
    summary: 'Make a connection, and show its address and its secret, this once',
    examples: [
      [
        'connections create -w ws_aurora --profile prof_aurora --kind generic --mode ready',
        'safe drafts are queued for whoever sends',
      ],
    ],
  })
    .addOption(workspace())
    .addOption(
      new Option('-p, --profile <id>', 'the profile whose messages it brings')
        .argParser(shortText(120))
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('-k, --kind <kind>', 'where messages come from').choices([...connectionKinds]).makeOptionMandatory(),
    )
    .addOption(new Option('--id <id>', 'its id (default: a new one)').argParser(shortText(120)))
    .addOption(new Option('-n, --name <name>', 'what people call it (default: its id)').argParser(shortText(120)))
    .addOption(
      new Option('--channel <channel>', 'the channel of its conversations (default: its kind)').argParser(
        shortText(60),
      ),
    )
    .addOption(
      new Option('--mode <mode>', 'ready: safe drafts are queued (default: review)').choices(['review', 'ready']),
    )
    .addOption(
      new Option('--quiet-seconds <n>', 'how long a thread must be quiet (default: 20)').argParser(wholeNumber(0, 300)),
    )
    .addOption(
      new Option('--max-wait-seconds <n>', 'how long it waits at most (default: 120)').argParser(wholeNumber(0, 300)),
    )
    .addOption(
      new Option(
        '--human-lock-seconds <n>',
        "how long the creator's message keeps drafts away (default: 900)",
      ).argParser(wholeNumber(0, 86_400)),
    )
    .addOption(
      new Option('--reply-window-hours <n>', 'for how long a reply may be sent (default: without end)').argParser(
        wholeNumber(1, 720),
      ),
    )
    .addOption(new Option('--keep-unreadable', 'keep payloads that cannot be read, sealed, for 72 hours'))
    .addOption(transport())
    .addOption(set())
    .addOption(secretFile())
    .addOption(
      new Option('--receiver <id>', 'a receiver that exists already, such as a bot of the operator').argParser(
        shortText(120),
      ),
    )
    .addOption(json())
    .action(async (options: CreateConnectionOptions) => {
      const { createConnection } = await import('../actions/connections.ts');
      await createConnection(terminal, options);
    });

  define(connections, {
    name: 'list',
    summary: 'List connections, by id',
    examples: [['connections list -w ws_aurora --json', 'for machines']],
  })
    .addOption(workspace())
    .addOption(json())
    .action(async (options: { workspace: string; json?: true }) => {
      const { listConnections } = await import('../actions/connections.ts');
      await listConnections(terminal, options);
    });

  define(connections, {
    name: 'secret <id>',
    summary: 'Make the first or a new secret; the previous one works on for the overlap',
    examples: [['connections secret con_ig -w ws_aurora --overlap 24h', 'time to change it where messages come from']],
  })
    .addOption(workspace())
    .addOption(
      new Option('--overlap <duration>', 'how long the previous one works on')
        .argParser(durationOrNone)
        .default(86_400_000, '24h'),
    )
    .addOption(json())
    .action(async (id: string, options: { workspace: string; overlap: number; json?: true }) => {
      const { renewSecret } = await import('../actions/connections.ts');
      await renewSecret(terminal, { id, ...options });
    });

  define(connections, {
    name: 'configure <id>',
    summary: 'Change where the messages of a connection come from; values that you leave out stay',
    examples: [['connections configure con_mail -w ws_aurora --secret-file password=./password', 'a new password']],
  })
    .addOption(workspace())
    .addOption(transport())
    .addOption(set())
    .addOption(secretFile())
    .addOption(json())
    .action(async (id: string, options: SourceOptions & { workspace: string; json?: true }) => {
      const { configureConnection } = await import('../actions/connections.ts');
      await configureConnection(terminal, { id, ...options });
    });

  define(connections, {
    name: 'kinds',
    summary: 'List the kinds of connections, and what each needs',
    examples: [['connections kinds', 'names for --kind, --transport, --set and --secret-file']],
  })
    .addOption(json())
    .action(async (options: { json?: true }) => {
      const { listKinds } = await import('../actions/list-kinds.ts');
      listKinds(terminal, options);
    });

  for (const [action, summary] of [
    ['pause', 'Take messages, but draft and offer nothing'],
    ['resume', 'Draft again'],
    ['remove', 'End a connection: its address works no more, conversations stay'],
  ] as const) {
    define(connections, {
      name: `${action} <id>`,
      summary,
      examples: [[`connections ${action} con_ig -w ws_aurora`, summary.toLowerCase()]],
    })
      .addOption(workspace())
      .addOption(json())
      .action(async (id: string, options: { workspace: string; json?: true }) => {
        const { setConnectionState } = await import('../actions/connections.ts');
        await setConnectionState(terminal, { id, action, ...options });
      });
  }
}

export function transport(): Option {
  return new Option('-t, --transport <name>', 'how messages come in, where the kind has more than one way').argParser(
    shortText(60),
  );
}

export function set(): Option {
  return new Option('--set <name=value>', 'a value that the kind needs; may be repeated').argParser(namedValue);
}

/** Secrets come from files: the arguments of a command show in the list of processes and in the history of the shell. */
export function secretFile(): Option {
  return new Option('--secret-file <name=path>', 'a file that holds a secret of the kind; may be repeated').argParser(
    namedValue,
  );
}
