import { type Command, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { limitOption } from '../listing.ts';
import { shortText } from '../option-values.ts';
import { define, defineGroup, json, workspace } from './define.ts';

export function addDrafts(program: Command, { terminal }: CommandContext): void {
  const drafts = defineGroup(program, 'drafts', 'List kept drafts, and decide what becomes of them', [
    ['drafts list --workspace ws_aurora', 'newest first'],
    ['drafts approve drf_x --workspace ws_aurora', 'queued for whoever sends'],
  ]).helpGroup('Day to day:');

  define(drafts, {
    name: 'list',
    summary: 'List drafts, newest first',
    examples: [['drafts list -w ws_aurora --limit 20', 'the last twenty']],
  })
    .addOption(workspace())
    .addOption(limitOption())
    .addOption(json())
    .action(async (options: { workspace: string; limit?: number; json?: true }) => {
      const { listDrafts } = await import('../actions/drafts.ts');
      await listDrafts(terminal, options);
    });

  define(drafts, {
    name: 'approve <id>',
    summary: 'Queue a draft in the outbox, in your words if you give any',
    examples: [['drafts approve drf_x -w ws_aurora --text "Yes, I do!"', 'your words, and no other']],
  })
    .addOption(workspace())
    .addOption(new Option('-t, --text <text>', 'the words to send instead').argParser(shortText(8_000)))
    .addOption(json())
    .action(async (id: string, options: { workspace: string; text?: string; json?: true }) => {
      const { decideDraft } = await import('../actions/drafts.ts');
      await decideDraft(terminal, { verb: 'approve', id, ...options });
    });

  define(drafts, {
    name: 'dismiss <id>',
    summary: 'Put a draft aside',
    examples: [['drafts dismiss drf_x -w ws_aurora', 'nothing of it is sent']],
  })
    .addOption(workspace())
    .addOption(json())
    .action(async (id: string, options: { workspace: string; json?: true }) => {
      const { decideDraft } = await import('../actions/drafts.ts');
      await decideDraft(terminal, { verb: 'dismiss', id, ...options });
    });

  define(drafts, {
    name: 'settle <outbox-id>',
    summary: 'Record whether a text was sent after its claim ended without a result',
    examples: [['drafts settle out_x -w ws_aurora --outcome not_sent', 'it is offered again']],
  })
    .addOption(workspace())
    .addOption(
      new Option('--outcome <outcome>', 'what became of it').choices(['sent', 'not_sent']).makeOptionMandatory(),
    )
    .addOption(json())
    .action(async (id: string, options: { workspace: string; outcome: 'sent' | 'not_sent'; json?: true }) => {
      const { decideDraft } = await import('../actions/drafts.ts');
      await decideDraft(terminal, { verb: 'settle', id, ...options });
    });
}
