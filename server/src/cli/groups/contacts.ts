import type { Command } from 'commander';
import { eraseContact as erase } from '../../admin/erase-contact.ts';
import { printableText } from '../../lib/printable.ts';
import { sealerOf } from '../../store/sealing-keys.ts';
import { type Cli, define, defineGroup, json, type OfWorkspace, workspace } from '../define.ts';
import { gather, shortText } from '../option-values.ts';
import { withStore } from '../with-store.ts';

export const commands = { contacts: defineContacts };

function defineContacts(contacts: Command, cli: Cli): void {
  defineGroup(contacts, [['contacts erase -w ws_aurora --contact @maya --dry-run', "lists the contact's stored data"]]);

  define(contacts, {
    name: 'erase',
    summary: 'Erase everything about one contact, permanently',
    description: [
      "Erases a contact's conversations with their messages, notifications, stored responses and traces. Usage counts stay. Then the command removes all traces of this data from the store's files. Only a backup can restore the data.",
      '',
      "A contact is identified by their handle or by the ids of their conversations. The @, letter case, and surrounding spaces are ignored. This command does not find the contact's name in other conversations, in backups, or in webhooks and emails that were sent.",
    ].join('\n'),
    examples: [
      ['contacts erase -w ws_aurora --contact @maya --dry-run', 'changes nothing, and shows what would be erased'],
      ['contacts erase -w ws_aurora --contact @maya', 'erases the contact'],
      ['contacts erase -w ws_aurora --conversation conv_17', 'erases a contact without a handle'],
    ],
  })
    .addOption(workspace())
    .option('-c, --contact <handle>', 'the handle of the contact', shortText(200))
    .option('--conversation <id>', "one of the contact's conversations, by id; repeatable", gather)
    .option('--dry-run', 'change nothing, and show what would be erased')
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
      : `${green('✓')} This was erased permanently:`,
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
      `In total ${messages} messages, ${notifications} notifications, ${responses} stored responses with their traces, and ${phrases} training phrases.`,
    );
  }
  if (files !== null) printer.line(`  Files: ${files}.`);
  printer.line(
    'Usage counts stay. Backups, webhook logs and sent emails are not changed; you must erase the contact there yourself.',
  );
}
