import { type Ended, runInside, understudy } from '../../cli/support/understudy.ts';
import type { AttackedService } from './attacked-service.ts';
import { sqlAttacks } from './sql-attacks.ts';

/** Names of files, and of whole stores: the system opens those, and nothing is looked up by them. */
export const namesOfFiles = [
  'backup <file>',
  'restore <file>',
  'import <file>',
  'transfer --from',
  'transfer --to',
  'explain --file',
  'evaluate <cases>',
  'evaluate --file',
  'evaluate --html',
];

const workspace = ['--workspace', 'ws_attacked'];

/** Command lines that hold, each with what it takes as [where, a value that would do] pairs. */
const commands: readonly (readonly [
  command: string,
  takes: readonly (readonly [string, string])[],
  rest?: string[],
])[] = [
  [
    'demo',
    [
      ['<message>', 'hello'],
      ['--profile', 'prof_aurora'],
    ],
  ],
  [
    'workspaces create',
    [
      ['--name', 'A'],
      ['--plan', 'studio'],
      ['--id', 'ws_a'],
      ['--monthly-replies', '1'],
      ['--origin', 'https://a.example'],
    ],
  ],
  ['export', [['--workspace', 'ws_attacked']]],
  [
    'keys create',
    [
      ['--workspace', 'ws_attacked'],
      ['--name', 'A'],
      ['--scopes', 'persona:read'],
      ['--expires', '1d'],
    ],
  ],
  ['keys list', [['--workspace', 'ws_attacked']]],
  ['keys revoke', [['<id>', 'key_none']]],
  [
    'keys rotate',
    [
      ['<id>', 'key_none'],
      ['--overlap', '1h'],
    ],
  ],
  [
    'conversations list',
    [
      ['--workspace', 'ws_attacked'],
      ['--state', 'open'],
      ['--limit', '5'],
    ],
  ],
  ['conversations append', [['--workspace', 'ws_attacked']]],
  [
    'conversations resolve',
    [
      ['<id>', 'conv_none'],
      ['--workspace', 'ws_attacked'],
    ],
  ],
  [
    'conversations close',
    [
      ['<id>', 'conv_none'],
      ['--workspace', 'ws_attacked'],
    ],
  ],
  [
    'contacts erase',
    [
      ['--workspace', 'ws_attacked'],
      ['--contact', 'nobody'],
      ['--conversation', 'conv_none'],
    ],
    ['--dry-run'],
  ],
  ['accounts reset', [['<email>', 'nobody@aurora.example']]],
  [
    'notifications list',
    [
      ['--workspace', 'ws_attacked'],
      ['--limit', '5'],
    ],
  ],
  [
    'notifications retry',
    [
      ['<id>', 'ntf_none'],
      ['--workspace', 'ws_attacked'],
    ],
  ],
  ['notifications secret', [['--workspace', 'ws_attacked']]],
  ['notifications test', [['--workspace', 'ws_attacked']]],
  ['usage show', [['--workspace', 'ws_attacked']]],
  [
    'usage record',
    [
      ['--workspace', 'ws_attacked'],
      ['--source', 'inbox'],
      ['--id', 'x'],
    ],
  ],
  [
    'explain',
    [
      ['<message>', 'hello'],
      ['--workspace', 'ws_attacked'],
      ['--profile', 'prof_aurora'],
      ['--conversation', 'conv_maya'],
      ['--now', '2026-01-01T10:00:00Z'],
    ],
  ],
  [
    'explain',
    [
      ['--workspace', 'ws_attacked'],
      ['--request', 'req_none'],
    ],
  ],
  [
    'evaluate',
    [
      ['--now', '2026-01-01T10:00:00Z'],
      ['--fail-on', 'safe'],
    ],
  ],
];

/** What `commands` puts attacks into, in the words of `stringsOfProgram`. */
export const attackedByCommandLine = commands.flatMap(([command, takes]) =>
  takes.map(([where]) => `${command} ${where}`),
);

/** Every attack in every text of every command line, one at a time, and in every text of a fed message. */
export async function attackByCommandLine(service: AttackedService): Promise<{ line: string; ended: Ended }[]> {
  const lines = commands.flatMap(([command, takes, rest = []]) =>
    takes.flatMap(([attacked]) =>
      sqlAttacks.map((attack) => [
        ...command.split(' '),
        ...rest,
        ...takes
          .filter(([where]) => where.startsWith('--'))
          .map(([where, value]) => `${where}=${where === attacked ? attack : value}`),
        '--',
        ...takes
          .filter(([where]) => where.startsWith('<'))
          .map(([where, value]) => (where === attacked ? attack : value)),
      ]),
    ),
  );
  const env = { ...service.place, UNDERSTUDY_LOG_LEVEL: 'silent' };
  const ended: { line: string; ended: Ended }[] = [];
  const queue = lines.values();
  const workers = Array.from({ length: 4 }, async () => {
    for (const line of queue) ended.push({ line: line.join(' '), ended: await runInside(line, env) });
  });
  await Promise.all(workers);
  const append = ['conversations', 'append', ...workspace, '--json'];
  const feed = await understudy(append, { env: service.place, input: fedLines() });
  return [...ended, { line: append.join(' '), ended: feed }];
}

function fedLines(): string {
  const message = { conversationId: 'conv_maya', direction: 'inbound', body: 'hello' };
  return sqlAttacks
    .flatMap((attack) => [
      { ...message, body: attack, senderType: attack.slice(0, 40), id: attack },
      { ...message, conversationId: attack },
      {
        ...message,
        conversationId: `new ${attack}`,
        profileId: 'prof_aurora',
        channel: attack,
        contact: { name: attack, handle: attack },
      },
      { ...message, profileId: attack, conversationId: `other ${attack}` },
      { ...message, direction: attack },
      { ...message, sentAt: attack },
      { ...message, [attack]: attack },
    ])
    .map((each) => `${JSON.stringify(each)}\n`)
    .join('');
}
