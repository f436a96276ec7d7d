import { type Command, Option } from 'commander';
import { createDraftVerbs } from '../../admin/inboxes/draft-verbs.ts';
import { printableText } from '../../lib/printable.ts';
import { ago } from '../ago.ts';
import { type Cli, define, defineGroup, json, type OfWorkspace, workspace } from '../define.ts';
import { type ListingOptions, limitOption, newest } from '../listing.ts';
import { shortText } from '../option-values.ts';
import { readStore, withStore } from '../with-store.ts';

export const commands = { drafts: defineDrafts };

function defineDrafts(drafts: Command, cli: Cli): void {
  defineGroup(drafts, [
    ['drafts list --workspace ws_aurora', 'lists drafts, newest first'],
    ['drafts approve drf_x --workspace ws_aurora', 'queues a draft for the sender'],
  ]);

  define(drafts, {
    name: 'list',
    summary: 'List drafts, newest first',
    examples: [['drafts list -w ws_aurora --limit 20', 'the last twenty']],
  })
    .addOption(workspace())
    .addOption(limitOption())
    .addOption(json())
    .action((options) => listDrafts(cli, options));

  define(drafts, {
    name: 'approve <id>',
    summary: 'Queue a draft in the outbox, optionally with your own text',
    examples: [['drafts approve drf_x -w ws_aurora --text "Yes, I do!"', 'queues your text instead']],
  })
    .addOption(workspace())
    .option('-t, --text <text>', 'the text to send instead', shortText(8_000))
    .addOption(json())
    .action((id, options) => decideDraft(cli, { verb: 'approve', id, ...options }));

  define(drafts, {
    name: 'dismiss <id>',
    summary: 'Dismiss a draft',
    examples: [['drafts dismiss drf_x -w ws_aurora', 'the draft is not sent']],
  })
    .addOption(workspace())
    .addOption(json())
    .action((id, options) => decideDraft(cli, { verb: 'dismiss', id, ...options }));

  define(drafts, {
    name: 'settle <outbox-id>',
    summary: 'Record whether a text was sent, if its claim ended without a result',
    examples: [['drafts settle out_x -w ws_aurora --outcome not_sent', 'the text is offered again']],
  })
    .addOption(workspace())
    .addOption(
      new Option('--outcome <outcome>', 'whether the text was sent')
        .choices(['sent', 'not_sent'])
        .makeOptionMandatory(),
    )
    .addOption(json())
    .action((id, options) => decideDraft(cli, { verb: 'settle', id, ...options }));
}

async function listDrafts(cli: Cli, options: OfWorkspace & ListingOptions): Promise<void> {
  const { printer } = cli;
  const drafts = await readStore(cli, (store) => {
    const { list } = createDraftVerbs({ store });
    return newest((limit) => list({ workspaceId: options.workspace, limit }), options, printer);
  });
  if (options.json) return printer.json(drafts);
  if (drafts.length === 0) return printer.line('There are no drafts yet.');
  const now = Date.now();
  printer.table(
    [
      { title: 'ID', canShrink: true },
      { title: 'CONVERSATION', canShrink: true },
      { title: 'STATE', paint: (cell, { green, yellow }) => (cell === 'sent' ? green(cell) : yellow(cell)) },
      { title: 'RISK' },
      { title: 'ABOUT' },
      { title: 'MADE' },
    ],
    drafts.map(({ id, conversationId, state, riskLevel, intent, createdAt }) => [
      id,
      printableText(conversationId),
      state,
      riskLevel,
      intent,
      ago(createdAt, now),
    ]),
  );
}

type Decision =
  | { readonly verb: 'approve'; readonly text?: string }
  | { readonly verb: 'dismiss' }
  | { readonly verb: 'settle'; readonly outcome: 'sent' | 'not_sent' };

async function decideDraft(cli: Cli, options: Decision & OfWorkspace & { id: string }): Promise<void> {
  const { id, workspace: workspaceId } = options;
  const decided = await withStore(cli, (store) => {
    const verbs = createDraftVerbs({ store });
    if (options.verb === 'approve') return verbs.approve({ workspaceId, draftId: id, text: options.text ?? null });
    if (options.verb === 'dismiss') return verbs.dismiss({ workspaceId, draftId: id });
    return verbs.settle({ workspaceId, outboxId: id, outcome: options.outcome });
  });
  const { printer } = cli;
  if (options.json) return printer.json(decided);
  printer.line(`${printer.colours.green('✓')} Draft ${decided.id} is now ${decided.state}.`);
}
