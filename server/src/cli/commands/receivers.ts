import { type Command, Option } from 'commander';
import { type ConnectionKind, connectionKinds } from '../../domain/inbox/kinds/kinds.ts';
import type { SourceOptions } from '../actions/source-options.ts';
import type { CommandContext } from '../command-context.ts';
import { secretFile, set, transport } from './connections.ts';
import { define, defineGroup, json } from './define.ts';

/** What the operator shares between creators: one application or bot that brings the messages of many accounts. */
export function addReceivers(program: Command, { terminal }: CommandContext): void {
  const receivers = defineGroup(
    program,
    'receivers',
    'Share one application or bot between the connections of many creators',
    [
      ['receivers create --kind telegram', 'an address that connections of any workspace may use'],
      ['receivers list', 'all receivers, with the events that belonged to no connection'],
    ],
  ).helpGroup('Day to day:');

  define(receivers, {
    name: 'create',
    summary: "Make the operator's own receiver, and show its address and its secrets, this once",
    examples: [['receivers create --kind telegram', 'connections then name it with --receiver']],
  })
    .addOption(
      new Option('-k, --kind <kind>', 'where messages come from')
        .choices(connectionKinds.filter((kind) => kind !== 'generic'))
        .makeOptionMandatory(),
    )
    .addOption(transport())
    .addOption(set())
    .addOption(secretFile())
    .addOption(json())
    .action(async (options: SourceOptions & { kind: ConnectionKind; json?: true }) => {
      const { createReceiver } = await import('../actions/receivers.ts');
      await createReceiver(terminal, options);
    });

  define(receivers, {
    name: 'list',
    summary: 'List receivers, by id',
    examples: [['receivers list --json', 'for machines']],
  })
    .addOption(json())
    .action(async (options: { json?: true }) => {
      const { listReceivers } = await import('../actions/receivers.ts');
      await listReceivers(terminal, options);
    });
}
