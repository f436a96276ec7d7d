import { createConversationVerbs } from '../../admin/conversation-verbs.ts';
import type { ConversationState } from '../../domain/conversation.ts';
import { printableText } from '../../lib/printable.ts';
import { ago } from '../ago.ts';
import { type ListingOptions, newest } from '../listing.ts';
import { createPrinter } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { lookAtStore, withStore } from '../with-store.ts';

export async function listConversations(
  terminal: Terminal,
  options: { workspace: string; state?: ConversationState } & ListingOptions,
): Promise<void> {
  const printer = createPrinter(terminal);
  const conversations = await lookAtStore(terminal, (store) => {
    const { list } = createConversationVerbs({ store });
    const of = { workspaceId: options.workspace, state: options.state ?? null };
    return newest((limit) => list({ ...of, limit }), options, printer);
  });
  if (options.json) return printer.json(conversations);
  if (conversations.length === 0)
    return printer.line(
      `There is no ${options.state ?? 'conversation'}${options.state === undefined ? '' : ' conversation'} here.`,
    );
  const now = Date.now();
  printer.table(
    [
      { title: 'ID', canShrink: true },
      { title: 'CONTACT', canShrink: true },
      { title: 'CHANNEL' },
      { title: 'PROFILE', canShrink: true },
      {
        title: 'STATE',
        paint: (cell, { green, yellow, dim }) =>
          cell === 'open' ? green(cell) : cell === 'closed' ? dim(cell) : yellow(cell),
      },
      { title: 'MESSAGES', align: 'right' },
      { title: 'LAST MESSAGE' },
    ],
    conversations.map(({ id, contact, channel, profileId, state, messages, lastMessageAt }) => [
      printableText(id),
      printableText(contact?.name ?? contact?.handle ?? '—'),
      printableText(channel ?? '—'),
      printableText(profileId),
      state,
      String(messages),
      ago(lastMessageAt, now),
    ]),
  );
}

export async function setConversationState(
  terminal: Terminal,
  options: { verb: 'resolve' | 'close'; id: string; workspace: string; json?: true },
): Promise<void> {
  const change = await withStore(terminal, (store) =>
    createConversationVerbs({ store })[options.verb]({ workspaceId: options.workspace, conversationId: options.id }),
  );
  const printer = createPrinter(terminal);
  if (options.json) return printer.json(change);
  const { green, dim } = printer.colours;
  printer.line(
    change.before === change.after
      ? `${dim('○')} ${printableText(change.id)} was ${change.after} already.`
      : `${green('✓')} ${printableText(change.id)} is ${change.after} (it was ${change.before}).`,
  );
}
