import type { Command } from 'commander';
import { shortText } from '../option-values.ts';
import type { CommandContext } from '../program.ts';
import { define, json, workspace } from './define.ts';

export function addExplain(program: Command, { terminal }: CommandContext): void {
  define(program, {
    name: 'explain <idempotency-key>',
    summary: 'Show why a stored draft came out as it did',
    description:
      'Shows the trace kept with a stored draft: scores, candidates and the rule that decided; ids and numbers, never the text of the message. It expires with the stored response.',
    examples: [['explain 5f2c9a7e-1b1d --workspace ws_aurora', 'the idempotency key that the draft was made with']],
  })
    .helpGroup('Day to day:')
    .addOption(workspace())
    .addOption(json())
    .action(async (key: string, options: { workspace: string; json?: true }) => {
      const { explain } = await import('../actions/explain.ts');
      await explain(terminal, { key: shortText(120)(key), ...options });
    });
}
