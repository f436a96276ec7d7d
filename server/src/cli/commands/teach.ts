import { type Command, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { shortText } from '../option-values.ts';
import type { TeachOptions } from '../teach/teach-by-model.ts';
import { define, json, workspace } from './define.ts';

const ways = ['list', 'print', 'from', 'accept', 'reject'] as const;

export function addTeach(program: Command, { terminal, setExitCode }: CommandContext): void {
  define(program, {
    name: 'teach',
    summary: 'Teach a profile the ways in which fans ask',
    description: [
      'Collects training phrases for the facts and offers of a profile: aliases, the ways in which fans ask, and near misses, which look alike and are not answered. Phrases help to find the right item; what the item answers comes from its text alone.',
      '',
      'Without an option it asks the configured language model, after an estimate. With any chat assistant instead: --print writes a request to paste, --from reads the answer. Both only suggest; --accept makes suggestions part of the persona. docs/creators-by-command.md describes it step by step.',
    ].join('\n'),
    examples: [
      ['teach -w ws_aurora -p prof_aurora --list', 'what each item is taught and confused with'],
      ['teach -w ws_aurora -p prof_aurora --print', 'a request for any chat assistant'],
      ['teach -w ws_aurora -p prof_aurora --from answer.txt', 'its answer becomes suggestions'],
      ['teach -w ws_aurora -p prof_aurora --accept all', 'the suggestions become part of the persona'],
      ['teach -w ws_aurora -p prof_aurora', 'ask the configured model instead'],
    ],
  })
    .helpGroup('Day to day:')
    .addOption(workspace())
    .addOption(new Option('-p, --profile <id>', 'the profile, by id').argParser(shortText(120)).makeOptionMandatory())
    .option('--list', 'list what each item is taught, what is flagged, what waits and what it is confused with')
    .option('--print', 'print one request to paste into a chat assistant')
    .option('--from <file>', "read an assistant's answer from a file, or from standard input with -")
    .addOption(
      new Option('--accept <item>', 'accept the suggestions of an item, or "all"; never a fan\'s with "all"').argParser(
        shortText(120),
      ),
    )
    .addOption(new Option('--reject <item>', 'remove the suggestions of an item, or "all"').argParser(shortText(120)))
    .option('--yes', 'ask the model without asking you first')
    .addOption(json())
    .action(async (options: TeachOptions, command: Command) => {
      const chosen = ways.filter((way) => options[way] !== undefined);
      if (chosen.length > 1)
        command.error(`error: give one of ${chosen.map((way) => `--${way}`).join(', ')}, not several`);
      const [way] = chosen;
      if (options.yes && way !== undefined) command.error(`error: --yes is not used with --${way}`);
      const { teach } = await import('../actions/teach.ts');
      await teach(terminal, setExitCode, way ?? null, options);
    });
}
