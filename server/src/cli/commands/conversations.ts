import { type Command, Option } from 'commander';
import type { ConversationState } from '../../domain/conversation.ts';
import type { CommandContext } from '../command-context.ts';
import { limitOption } from '../listing.ts';
import { define, defineGroup, json, workspace } from './define.ts';

export function addConversations(program: Command, { terminal, setExitCode }: CommandContext): void {
  const conversations = defineGroup(program, 'conversations', 'List, feed, resolve and close conversations', [
    ['conversations list --workspace ws_aurora --state awaiting_owner', 'what waits for its creator'],
    ['conversations resolve conv_maya --workspace ws_aurora', 'back to open'],
  ]).helpGroup('Day to day:');

  define(conversations, {
    name: 'list',
    summary: 'List conversations, newest activity first',
    examples: [['conversations list -w ws_aurora --limit 20', 'the last twenty']],
  })
    .addOption(workspace())
    .addOption(
      new Option('-s, --state <state>', 'only those in this state').choices(['open', 'awaiting_owner', 'closed']),
    )
    .addOption(limitOption())
    .addOption(json())
    .action(async (options: { workspace: string; state?: ConversationState; limit?: number; json?: true }) => {
      const { listConversations } = await import('../actions/conversations.ts');
      await listConversations(terminal, options);
    });

  define(conversations, {
    name: 'append',
    summary: 'Take messages from standard input, one JSON object a line, for as long as they come',
    description: [
      'Takes messages from standard input as they come, one JSON object a line, and appends each to its conversation:',
      '',
      '  {"conversationId", "direction": "inbound" | "outbound", "body",',
      '   "id"?, "sentAt"?, "senderType"?, "profileId"?, "channel"?, "contact"?: {"name"?, "handle"?}}',
      '',
      'A conversation that is not there yet is made where the line names its profileId. A message is known by its id, else by time, direction and body, and kept once: a feed may repeat itself.',
      '',
      'With --json every line is answered by one line {"line","conversationId","outcome"}; the outcome is appended, duplicate, conversation_not_found, profile_not_found or invalid. A bad line is reported by its number and does not stop the feed; the exit code is then 1 at the end.',
    ].join('\n'),
    examples: [
      ['conversations append --workspace ws_aurora --json < feed.ndjson', 'a file, or a pipe that never ends'],
    ],
  })
    .addOption(workspace())
    .addOption(json())
    .action(async (options: { workspace: string; json?: true }) => {
      const { appendMessages } = await import('../actions/append-messages.ts');
      setExitCode(await appendMessages(terminal, options));
    });

  const verbs: readonly { name: string; summary: string; comment: string; run(given: Given): Promise<void> }[] = [
    {
      name: 'resolve',
      summary: 'Put a conversation back to open, whether it waits for its creator or is closed',
      comment: 'the creator has answered',
      run: async (given) => (await conversationActions()).setConversationState(terminal, { verb: 'resolve', ...given }),
    },
    {
      name: 'close',
      summary: 'Close a conversation; the next message of the contact reopens it',
      comment: 'nothing more to say',
      run: async (given) => (await conversationActions()).setConversationState(terminal, { verb: 'close', ...given }),
    },
    {
      name: 'answered',
      summary: 'Say that you answered elsewhere: drafts give way',
      comment: 'nothing more is drafted of what came before',
      run: async (given) => (await import('../actions/draft-now.ts')).markAnswered(terminal, given),
    },
    {
      name: 'draft',
      summary: 'Draft now, also where the conversation is held',
      comment: 'one reply of the month',
      run: async (given) => (await import('../actions/draft-now.ts')).draftNow(terminal, given),
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
      .action((id: string, options: Omit<Given, 'id'>) => run({ id, ...options }));
}

/** What each command on one conversation is given. */
interface Given {
  readonly id: string;
  readonly workspace: string;
  readonly json?: true;
}

function conversationActions() {
  return import('../actions/conversations.ts');
}
