import { createDraftVerbs } from '../../admin/inboxes/draft-verbs.ts';
import { printableText } from '../../lib/printable.ts';
import { ago } from '../ago.ts';
import { type ListingOptions, newest } from '../listing.ts';
import { createPrinter } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { lookAtStore, withStore } from '../with-store.ts';

export async function listDrafts(terminal: Terminal, options: { workspace: string } & ListingOptions): Promise<void> {
  const printer = createPrinter(terminal);
  const drafts = await lookAtStore(terminal, (store) => {
    const { list } = createDraftVerbs({ store });
    return newest((limit) => list({ workspaceId: options.workspace, limit }), options, printer);
  });
  if (options.json) return printer.json(drafts);
  if (drafts.length === 0) return printer.line('No draft is kept yet.');
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

export async function decideDraft(
  terminal: Terminal,
  options: Decision & { id: string; workspace: string; json?: true },
): Promise<void> {
  const { id, workspace: workspaceId } = options;
  const decided = await withStore(terminal, (store) => {
    const verbs = createDraftVerbs({ store });
    if (options.verb === 'approve') return verbs.approve({ workspaceId, draftId: id, text: options.text ?? null });
    if (options.verb === 'dismiss') return verbs.dismiss({ workspaceId, draftId: id });
    return verbs.settle({ workspaceId, outboxId: id, outcome: options.outcome });
  });
  const printer = createPrinter(terminal);
  if (options.json) return printer.json(decided);
  printer.line(`${printer.colours.green('✓')} Draft ${decided.id} is ${decided.state}.`);
}
