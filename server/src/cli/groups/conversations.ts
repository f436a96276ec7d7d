import { type Command, Option } from 'commander';
import { createConversationVerbs } from '../../admin/conversation-verbs.ts';
import type { ConversationState } from '../../domain/conversation.ts';
import { printableText } from '../../lib/printable.ts';
import { ago } from '../ago.ts';
import { appendMessages } from '../conversations/append-messages.ts';
import { type Cli, define, defineGroup, json, type OfWorkspace, workspace } from '../define.ts';
import { type ListingOptions, limitOption, newest } from '../listing.ts';
import { readStore, withStore } from '../with-store.ts';

export const commands = { conversations: defineConversations };

function defineConversations(conversations: Command, cli: Cli): void {
  defineGroup(conversations, [
    [
      'conversations list --workspace ws_aurora --state awaiting_owner',
      'lists conversations that are waiting for their creator',
    ],
    ['conversations resolve conv_maya --workspace ws_aurora', 'sets it back to open'],
  ]);

  define(conversations, {
    name: 'list',
    summary: 'List conversations, latest activity first',
    examples: [['conversations list -w ws_aurora --limit 20', 'the last twenty']],
  })
    .addOption(workspace())
    .addOption(
      new Option('-s, --state <state>', 'only conversations in this state').choices([
        'open',
        'awaiting_owner',
        'closed',
      ]),
    )
    .addOption(limitOption())
    .addOption(json())
    .action((options) => listConversations(cli, options));

  define(conversations, {
    name: 'append',
    summary: 'Append messages from standard input, one JSON object per line, until it ends',
    description: [
      'Reads messages from standard input as they arrive, one JSON object per line, and appends each to its conversation:',
      '',
      '  {"conversationId", "direction": "inbound" | "outbound", "body",',
      '   "id"?, "sentAt"?, "senderType"?, "profileId"?, "channel"?, "contact"?: {"name"?, "handle"?}}',
      '',
      'If a line contains a profileId, a missing conversation is created. Each message is stored once, so a feed may repeat lines. A message is identified by its id, or without one by its timestamp, direction and body.',
      '',
      'With --json, the command prints one line {"line","conversationId","outcome"} per input line. The outcome is appended, duplicate, conversation_not_found, profile_not_found or invalid. An invalid line is reported by its number and does not stop the feed, but the exit code is then 1.',
    ].join('\n'),
    examples: [['conversations append --workspace ws_aurora --json < feed.ndjson', 'reads a file, or an endless pipe']],
  })
    .addOption(workspace())
    .addOption(json())
    .action(async (options) => cli.setExitCode(await appendMessages(cli, options)));

  const verbs: readonly { name: string; summary: string; comment: string; run(given: Given): Promise<void> }[] = [
    {
      name: 'resolve',
      summary: 'Set a conversation back to open if it is waiting for its creator or closed',
      comment: 'after the creator has answered',
      run: (given) => setConversationState(cli, { verb: 'resolve', ...given }),
    },
    {
      name: 'close',
      summary: "Close a conversation; the contact's next message reopens it",
      comment: 'closes the conversation',
      run: (given) => setConversationState(cli, { verb: 'close', ...given }),
    },
    {
      name: 'answered',
      summary: 'Record that you answered elsewhere; drafts are withdrawn',
      comment: 'earlier messages get no more drafts',
      run: async (given) => (await loadDrafting()).markAnswered(cli, given),
    },
    {
      name: 'draft',
      summary: 'Draft now, even if the conversation is held',
      comment: 'uses one monthly reply',
      run: async (given) => (await loadDrafting()).draftNow(cli, given),
    },
  ];
  for (const { name, summary, comment, run } of verbs)
    define(conversations, {
      name: `${name} <id>`,
      summary,
      examples: [[`conversations ${name} conv_maya -w ws_aurora`, comment]],
    })
      .addOption(workspace())
      .addOption(json())
      .action((id, options) => run({ id, ...options }));
}

/** Loads the drafting code, which includes the engine, when a command first needs it. */
const loadDrafting = () => import('../conversations/draft-now.ts');

/** The options of each command on one conversation. */
type Given = OfWorkspace & { readonly id: string };

async function listConversations(
  cli: Cli,
  options: OfWorkspace & ListingOptions & { state?: ConversationState },
): Promise<void> {
  const { printer } = cli;
  const conversations = await readStore(cli, (store) => {
    const { list } = createConversationVerbs({ store });
    const of = { workspaceId: options.workspace, state: options.state ?? null };
    return newest((limit) => list({ ...of, limit }), options, printer);
  });
  if (options.json) return printer.json(conversations);
  if (conversations.length === 0)
    return printer.line(`There are no ${options.state === undefined ? '' : `${options.state} `}conversations.`);
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

async function setConversationState(cli: Cli, options: Given & { verb: 'resolve' | 'close' }): Promise<void> {
  const change = await withStore(cli, (store) =>
    createConversationVerbs({ store })[options.verb]({ workspaceId: options.workspace, conversationId: options.id }),
  );
  const { printer } = cli;
  if (options.json) return printer.json(change);
  const { green, dim } = printer.colours;
  printer.line(
    change.before === change.after
      ? `${dim('○')} ${printableText(change.id)} is already ${change.after}.`
      : `${green('✓')} ${printableText(change.id)} is now ${change.after} (it was ${change.before}).`,
  );
}
