import { type Command, Option } from 'commander';
import { createReceiverVerbs } from '../../admin/inboxes/receiver-verbs.ts';
import type { Config } from '../../config.ts';
import { type ConnectionKind, connectionKinds } from '../../domain/inbox/kinds/kinds.ts';
import { printableText } from '../../lib/printable.ts';
import type { Store } from '../../store/port.ts';
import { sealerOf } from '../../store/sealing-keys.ts';
import { type AsJson, type Cli, define, defineGroup, json } from '../define.ts';
import { baseUrlOf, type SourceOptions, sourceOf, withSource } from '../source-options.ts';
import { readStore, withStore } from '../with-store.ts';

export const commands = { receivers: defineReceivers };

/**
 * Defines the commands for receivers that several creators share. Such a receiver is one application or bot that
 * delivers the messages of many accounts.
 */
function defineReceivers(receivers: Command, cli: Cli): void {
  defineGroup(receivers, [
    ['receivers create --kind telegram', 'creates an address that connections in any workspace may use'],
    ['receivers list', 'lists all receivers, with the number of events that matched no connection'],
  ]);

  withSource(
    define(receivers, {
      name: 'create',
      summary: 'Create a shared receiver, and show its address and, only once, its secrets',
      examples: [['receivers create --kind telegram', 'connections then use it with --receiver']],
    }).addOption(
      new Option('-k, --kind <kind>', 'the kind of provider')
        .choices(connectionKinds.filter((kind) => kind !== 'generic'))
        .makeOptionMandatory(),
    ),
  )
    .addOption(json())
    .action((options) => createReceiver(cli, options));

  define(receivers, {
    name: 'list',
    summary: 'List receivers, by id',
    examples: [['receivers list --json', 'for machines']],
  })
    .addOption(json())
    .action((options) => listReceivers(cli, options));
}

async function createReceiver(cli: Cli, options: SourceOptions & AsJson & { kind: ConnectionKind }): Promise<void> {
  const made = await withStore(cli, async (store, config) => {
    const { view, create } = verbs(store, config);
    const { record, secrets } = await create({ ...sourceOf(cli, options), kind: options.kind, workspaceId: null });
    return { ...view(record), secrets };
  });
  const { printer } = cli;
  if (options.json) return printer.json(made);
  const { bold, dim, green, yellow } = printer.colours;
  printer.line(`${green('✓')} Created receiver ${bold(made.receiverId)} (${made.kind})`);
  printer.line(`  ${dim('address')}  ${made.receiverUrl}`);
  for (const [name, secret] of Object.entries(made.secrets)) printer.line(`  ${dim(name)}  ${bold(secret)}`);
  if (Object.keys(made.secrets).length > 0) printer.line(`  ${yellow('Save this now: it is shown only once.')}`);
}

async function listReceivers(cli: Cli, options: AsJson): Promise<void> {
  const receivers = await readStore(cli, (store, config) => verbs(store, config).list());
  const { printer } = cli;
  if (options.json) return printer.json(receivers);
  if (receivers.length === 0)
    return printer.line('There are no receivers yet. "understudy receivers create" creates one.');
  printer.table(
    [
      { title: 'ID', canShrink: true },
      { title: 'KIND' },
      { title: 'TRANSPORT' },
      { title: 'OWNER', canShrink: true },
      { title: 'CONNECTIONS' },
      { title: 'DROPPED' },
      { title: 'PROBLEM' },
    ],
    receivers.map(({ receiverId, kind, transport, workspaceId, connections, dropped, problem }) => [
      receiverId,
      kind,
      transport,
      printableText(workspaceId ?? 'operator'),
      String(connections),
      String(dropped),
      problem?.code ?? '',
    ]),
  );
}

function verbs(store: Store, config: Config) {
  const sealer = sealerOf(config.store, config.sealingKeys);
  return createReceiverVerbs({ store, sealer, baseUrl: baseUrlOf(config) });
}
