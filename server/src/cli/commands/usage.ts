import { type Command, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { shortText } from '../option-values.ts';
import { define, defineGroup, json, workspace } from './define.ts';

export function addUsage(program: Command, { terminal }: CommandContext): void {
  const usage = defineGroup(program, 'usage', 'See or charge the monthly reply allowance', [
    ['usage --workspace ws_aurora', 'limit, used, left and when it renews'],
    ['usage record --workspace ws_aurora --source inbox --id msg_77', 'charge one reply, once per id'],
  ]).helpGroup('Day to day:');

  define(
    usage,
    {
      name: 'show',
      summary: "See this month's reply allowance (the default)",
      examples: [['usage --workspace ws_aurora --json', 'for machines']],
    },
    true,
  )
    .addOption(workspace())
    .addOption(json())
    .action(async (options: { workspace: string; json?: true }) => {
      const { showUsage } = await import('../actions/usage.ts');
      await showUsage(terminal, options);
    });

  define(usage, {
    name: 'record',
    summary: 'Charge one reply of a connected inbox or a creator Page, once per id',
    description:
      'Charges one reply of a connected inbox or a creator Page to the same monthly allowance that drafts use. The same source and id are charged once, however often it runs.',
    examples: [
      ['usage record -w ws_aurora --source page --id reply_2041', 'exit code 1 when the allowance is used up'],
    ],
  })
    .addOption(workspace())
    .addOption(
      new Option('-s, --source <source>', 'where the reply was made').choices(['inbox', 'page']).makeOptionMandatory(),
    )
    .addOption(new Option('-i, --id <id>', 'the id of the reply there').argParser(shortText(200)).makeOptionMandatory())
    .addOption(json())
    .action(async (options: { workspace: string; source: 'inbox' | 'page'; id: string; json?: true }) => {
      const { recordUsage } = await import('../actions/usage.ts');
      await recordUsage(terminal, options);
    });
}
