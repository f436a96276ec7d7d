import { type Command, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import type { ExplainOptions } from '../explain/read-asked.ts';
import { instant, shortText } from '../option-values.ts';
import { define, json } from './define.ts';

export function addExplain(program: Command, { terminal }: CommandContext): void {
  define(program, {
    name: 'explain [message]',
    summary: 'Show why a draft comes out as it does, or came out as it did',
    description: [
      'Drafts a message here and shows how: its clauses with intents and probabilities, the items that could answer with their scores, what each claim of the reply rests on, and the rule or threshold that decided. Nothing is stored, charged or sent.',
      '',
      'With --request it shows the trace that was kept with a stored draft: ids, places and scores, never the text of a message. It is removed with the stored response. docs/creators-by-command.md tells how to read it.',
    ].join('\n'),
    examples: [
      ['explain "do you ship to Brazil?" -w ws_aurora -p prof_aurora', 'a message, by the stored persona'],
      ['explain "do you ship to Brazil?" --file creators.yaml', 'by a workspace document, with no store'],
      ['explain -w ws_aurora --conversation conv_maya', 'the newest message of a conversation'],
      ['explain -w ws_aurora --request 5f2c9a7e-1b1d', 'a stored draft, by its idempotency key'],
    ],
  })
    .helpGroup('Day to day:')
    .addOption(new Option('-w, --workspace <id>', 'the workspace, by id').argParser(shortText(120)))
    .option('-f, --file <document>', 'a workspace document instead of the store')
    .addOption(new Option('-p, --profile <id>', 'who is asked').argParser(shortText(120)))
    .addOption(new Option('-c, --conversation <id>', 'the thread it stands in').argParser(shortText(120)))
    .addOption(
      new Option('-r, --request <key>', 'a stored draft, by its idempotency key')
        .argParser(shortText(120))
        .conflicts(['file', 'profile', 'conversation', 'now']),
    )
    .addOption(new Option('--now <time>', 'when the message comes in; now by itself').argParser(instant))
    .addOption(json())
    .action(async (message: string | undefined, options: ExplainOptions, command: Command) => {
      const fault = faultOf(message, options);
      if (fault !== null) command.error(`error: ${fault}`);
      const { explain } = await import('../actions/explain.ts');
      await explain(terminal, message, options);
    });
}

function faultOf(
  message: string | undefined,
  { workspace, file, conversation, request }: ExplainOptions,
): string | null {
  if (request !== undefined) {
    if (message !== undefined) return 'give a message or --request, not both';
    return workspace === undefined ? 'with --request give its --workspace <id>' : null;
  }
  if (workspace === undefined && file === undefined)
    return 'give --workspace <id>, or --file <document> for a workspace document';
  if (message === undefined && conversation === undefined)
    return 'give a message, --conversation <id> for its newest one, or --request <key> for a stored draft';
  return null;
}
