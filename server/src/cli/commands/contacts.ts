import { type Command, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { gather, shortText } from '../option-values.ts';
import { define, defineGroup, json, workspace } from './define.ts';

export function addContacts(program: Command, { terminal }: CommandContext): void {
  const contacts = defineGroup(program, 'contacts', 'Erase a person', [
    ['contacts erase -w ws_aurora --contact @maya --dry-run', 'what there is of them'],
  ]).helpGroup('Day to day:');

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
    .addOption(new Option('-c, --contact <handle>', 'the handle of the contact').argParser(shortText(200)))
    .addOption(new Option('--conversation <id>', 'a conversation of theirs, by id; repeatable').argParser(gather))
    .option('--dry-run', 'change nothing, and say what would be erased')
    .addOption(json())
    .action(
      async (options: {
        workspace: string;
        contact?: string;
        conversation?: readonly string[];
        dryRun?: true;
        json?: true;
      }) => {
        const { eraseContact } = await import('../actions/contacts.ts');
        await eraseContact(terminal, options);
      },
    );
}
