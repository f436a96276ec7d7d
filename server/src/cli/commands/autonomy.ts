import { type Command, Option } from 'commander';
import { autonomies, outcomes, type ProposalOutcome } from '../../domain/autonomy.ts';
import type { CommandContext } from '../command-context.ts';
import { shortText } from '../option-values.ts';
import { define, defineGroup, json, workspace } from './define.ts';

export function addAutonomy(program: Command, { terminal }: CommandContext): void {
  const autonomy = defineGroup(program, 'autonomy', 'See or set what is answered without the creator', [
    ['autonomy --workspace ws_aurora', 'what would have been answered, and what became of each item'],
    ['autonomy set careful --workspace ws_aurora', 'let the service answer what is most likely right'],
  ]).helpGroup('Day to day:');

  define(
    autonomy,
    {
      name: 'show',
      summary: 'See the setting, the trial and the record of each item (the default)',
      examples: [['autonomy --workspace ws_aurora --json', 'for machines']],
    },
    true,
  )
    .addOption(workspace())
    .addOption(json())
    .action(async (options: { workspace: string; json?: true }) => {
      const { showAutonomy } = await import('../actions/autonomy.ts');
      await showAutonomy(terminal, options);
    });

  define(autonomy, {
    name: 'set',
    summary: 'Set how much is answered without the creator',
    description: `Sets the autonomy of a workspace: ${autonomies.join(', ')}. Turning it off begins a new trial.`,
    examples: [['autonomy set off --workspace ws_aurora', 'every reply is a proposal, and a trial begins']],
  })
    .argument('<autonomy>', autonomies.join(', '))
    .addOption(workspace())
    .addOption(json())
    .action(async (value: string, options: { workspace: string; json?: true }) => {
      const { setAutonomy } = await import('../actions/autonomy.ts');
      await setAutonomy(terminal, value, options);
    });

  define(autonomy, {
    name: 'record',
    summary: 'Record what the creator did with a drafted reply, once for each draft',
    description:
      'Records whether the creator used the reply of a draft unchanged, edited it or rejected it. The draft is named by its idempotency key, and known for 60 days. An item that is edited or rejected often is only proposed from then on.',
    examples: [['autonomy record -w ws_aurora --key first-draft-2 --outcome edited', 'the creator changed the reply']],
  })
    .addOption(workspace())
    .addOption(
      new Option('-k, --key <key>', 'the idempotency key of the draft').argParser(shortText(200)).makeOptionMandatory(),
    )
    .addOption(
      new Option('-o, --outcome <outcome>', 'what the creator did').choices([...outcomes]).makeOptionMandatory(),
    )
    .addOption(json())
    .action(async (options: { workspace: string; key: string; outcome: ProposalOutcome; json?: true }) => {
      const { recordOutcome } = await import('../actions/autonomy.ts');
      await recordOutcome(terminal, options);
    });

  define(autonomy, {
    name: 'release',
    summary: 'Let an item be answered automatically again',
    examples: [['autonomy release -w ws_aurora --profile prof_aurora --item f_ship', 'its record begins anew']],
  })
    .addOption(workspace())
    .addOption(new Option('-p, --profile <id>', 'the profile').argParser(shortText(120)).makeOptionMandatory())
    .addOption(new Option('-i, --item <id>', 'the fact or offer').argParser(shortText(120)).makeOptionMandatory())
    .addOption(json())
    .action(async (options: { workspace: string; profile: string; item: string; json?: true }) => {
      const { releaseItem } = await import('../actions/autonomy.ts');
      await releaseItem(terminal, options);
    });
}
