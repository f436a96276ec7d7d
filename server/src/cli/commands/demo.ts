import { type Command, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { define, json } from './define.ts';

export function addDemo(program: Command, { terminal }: CommandContext): void {
  define(program, {
    name: 'demo [message]',
    summary: 'Draft sample messages here, with no server and no store',
    description:
      'Drafts replies for two invented creators here in the terminal: what each message wants, how risky it is, the reply, and the approved items that it rests on. Nothing is stored or sent, and nothing leaves the machine.',
    examples: [
      ['demo', 'a page of sample messages'],
      ['demo "do you ship to Brazil?"', 'a message of yours'],
      ['demo "when is the next live class?" --profile prof_kai', 'to the other creator'],
    ],
  })
    .helpGroup('Trying it:')
    .addOption(new Option('-p, --profile <id>', 'who is asked').choices(['prof_aurora', 'prof_kai']))
    .addOption(json())
    .action(async (message: string | undefined, options: { profile?: string; json?: true }) => {
      const { demo } = await import('../actions/demo.ts');
      await demo(terminal, { message, ...options });
    });
}
