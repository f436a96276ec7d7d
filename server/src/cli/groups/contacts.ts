import type { Command } from 'commander';
import { eraseContact as erase } from '../../admin/erase-contact.ts';
import { printableText } from '../../lib/printable.ts';
import { sealerOf } from '../../store/sealing-keys.ts';
import { type Cli, define, defineGroup, json, type OfWorkspace, workspace } from '../define.ts';
import { gather, shortText } from '../option-values.ts';
import { withStore } from '../with-store.ts';

export const commands = { contacts: defineContacts };

function defineContacts(contacts: Command, cli: Cli): void {
  defineGroup(contacts, [['contacts erase -w ws_aurora --contact @maya --dry-run', 'what there is of them']]);

  define(contacts, {
    name: 'erase',
    summary: 'Erase everything of one contact, for good',
    description: [
      "Erases a contact's conversations with their messages, notifications, stored answers and traces; counts of usage stay. Then the store's files are cleaned of what was removed. There is no way back but a backup.",
      '',
      'A contact is known by the handle (with or without @, in large or small letters of any script, with spaces around it or not), or by the ids of their conversations. What their name says in other conversations, in backups, in webhooks and mail that went out is not found by this.',
    ].join('\n'),
    examples: [
      ['contacts erase -w ws_aurora --contact @maya --dry-run', 'change nothing, and say what would go'],
      ['contacts erase -w ws_aurora --contact @maya', 'erase it'],
      ['contacts erase -w ws_aurora --conversation conv_17', 'a contact without a handle'],
    ],
  })
    .addOption(workspace())
    .option('-c, --contact <handle>', 'the handle of the contact', shortText(200))
    .option('--conversation <id>', 'a conversation of theirs, by id; repeatable', gather)
    .option('--dry-run', 'change nothing, and say what would be erased')
    .addOption(json())
    .action((options) => eraseContact(cli, options));
}

async function eraseContact(
  cli: Cli,
  options: OfWorkspace & { contact?: string; conversation?: readonly string[]; dryRun?: true },
): Promise<void> {
  const isDryRun = options.dryRun === true;
  const { conversations, removed, files } = await withStore(cli, (store, config) => {
    const of = {
      workspaceId: options.workspace,
      contact: options.contact ?? null,
      conversationIds: options.conversation ?? [],
      dryRun: isDryRun,
    };
    return erase(store, of, sealerOf(config.store, config.sealingKeys).open);
  });
  const { printer } = cli;
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
