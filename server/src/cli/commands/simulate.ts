import { type Command, Option } from 'commander';
import type { SimulateOptions } from '../actions/simulate.ts';
import type { CommandContext } from '../command-context.ts';
import { httpUrl, shortText, wholeNumber } from '../option-values.ts';
import { define, json, workspace } from './define.ts';

export function addSimulate(program: Command, { terminal }: CommandContext): void {
  define(program, {
    name: 'simulate',
    summary: 'Let invented fans write to the demonstration, and see what is drafted',
    description:
      'Lets invented fans write bursts, edits and stickers through a receiver of the running service, and lets the creator answer some. Then it reports what became of it. Nothing is sent. The messages are stored and drafts take replies of the month, so use the demonstration.',
    examples: [
      ['simulate --workspace ws_demo --rate 5 --minutes 2', 'five events a second, for two minutes'],
      ['simulate -w ws_demo --rate 1 --minutes 1 --json', 'the report for machines'],
    ],
  })
    .helpGroup('Trying it:')
    .addOption(workspace())
    .addOption(
      new Option('-p, --profile <id>', 'the creator whom the fans write to')
        .argParser(shortText(120))
        .default('prof_aurora'),
    )
    .addOption(
      new Option('--rate <n>', 'events a second, of all fans together').argParser(wholeNumber(1, 100)).default(2),
    )
    .addOption(new Option('--minutes <n>', 'how long the fans write').argParser(wholeNumber(1, 60)).default(1))
    .addOption(
      new Option('--seed <n>', 'the same number lets the fans write the same')
        .argParser(wholeNumber(0, 1_000_000))
        .default(1),
    )
    .addOption(new Option('--url <url>', 'where the service is (default: as its settings say)').argParser(httpUrl))
    .addOption(json())
    .action(async (options: SimulateOptions) => {
      const { simulate } = await import('../actions/simulate.ts');
      await simulate(terminal, options);
    });
}
