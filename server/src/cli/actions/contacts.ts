import { eraseContact as erase } from '../../admin/erase-contact.ts';
import { printableText } from '../../lib/printable.ts';
import { sealerOf } from '../../store/sealing-keys.ts';
import { createPrinter } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { withStore } from '../with-store.ts';

export async function eraseContact(
  terminal: Terminal,
  options: { workspace: string; contact?: string; conversation?: readonly string[]; dryRun?: true; json?: true },
): Promise<void> {
  const isDryRun = options.dryRun === true;
  const { conversations, removed, files } = await withStore(terminal, (store, config) => {
    const of = {
      workspaceId: options.workspace,
      contact: options.contact ?? null,
      conversationIds: options.conversation ?? [],
      dryRun: isDryRun,
    };
    return erase(store, of, sealerOf(config.store, config.sealingKeys).open);
  });
  const printer = createPrinter(terminal);
  if (options.json) return printer.json({ dryRun: isDryRun, conversations, removed, files });
  const { green, yellow, bold } = printer.colours;
  printer.line(
    isDryRun
      ? `${yellow('○')} ${bold('Nothing was changed')} (dry run). This would be erased:`
      : `${green('✓')} This was erased, for good:`,
  );
  printer.line();
  const number = { align: 'right' } as const;
  printer.table(
    [
      { title: '  CONVERSATION', canShrink: true },
      { title: 'CHANNEL' },
      { title: 'MESSAGES', ...number },
      { title: 'NOTIFICATIONS', ...number },
      { title: 'STORED ANSWERS', ...number },
      { title: 'TRAINING PHRASES', ...number },
    ],
    conversations.map(({ conversationId, channel, messages, notifications, responses, phrases }) => [
      `  ${printableText(conversationId)}`,
      printableText(channel ?? '—'),
      ...[messages, notifications, responses, phrases].map((each) => each.toLocaleString('en-US')),
    ]),
  );
  printer.line();
  if (removed !== null) {
    const { messages, notifications, responses, phrases } = removed;
    printer.line(
      `  In all ${messages} messages, ${notifications} notifications, ${responses} stored answers with their traces, and ${phrases} training phrases.`,
    );
  }
  if (files !== null) printer.line(`  Files: ${files}.`);
  printer.line('  Counts of usage stay. Backups, logs of webhooks and mail that went out are yours to clean.');
}
