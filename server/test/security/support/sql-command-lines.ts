/** Valid command lines, each with its inputs as pairs of place and valid value. */
export const commands: readonly (readonly [
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
  ...['reset', 'disable', 'enable', 'remove', 'make-installer'].map(
    (verb) => [`accounts ${verb}`, [['<email>', 'nobody@aurora.example']]] as const,
  ),
  [
    'accounts passkeys',
    [
      ['<email>', 'nobody@aurora.example'],
      ['--remove', 'none'],
    ],
  ],
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
  [
    'notifications secret',
    [
      ['--workspace', 'ws_attacked'],
      ['--overlap', '1h'],
    ],
  ],
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
  ...['--accept', '--reject'].map(
    (way) =>
      [
        'teach',
        [
          ['--workspace', 'ws_attacked'],
          ['--profile', 'prof_aurora'],
          [way, 'f_none'],
        ],
      ] as const,
  ),
  ...['answered', 'draft'].map(
    (verb) =>
      [
        `conversations ${verb}`,
        [
          ['<id>', 'conv_none'],
          ['--workspace', 'ws_attacked'],
        ],
      ] as const,
  ),
  [
    'connections create',
    [
      ['--workspace', 'ws_attacked'],
      ['--profile', 'prof_aurora'],
      ['--kind', 'generic'],
      ['--id', 'con_a'],
      ['--name', 'A'],
      ['--channel', 'dm'],
      ['--mode', 'review'],
      ['--quiet-seconds', '20'],
      ['--max-wait-seconds', '120'],
      ['--human-lock-seconds', '900'],
      ['--reply-window-hours', '24'],
    ],
  ],
  [
    'connections create',
    [
      ['--workspace', 'ws_attacked'],
      ['--profile', 'prof_aurora'],
      ['--kind', 'generic'],
      ['--transport', 'webhook'],
      ['--set', 'name=value'],
      ['--receiver', 'rcv_none'],
    ],
  ],
  [
    'connections configure',
    [
      ['<id>', 'con_none'],
      ['--workspace', 'ws_attacked'],
      ['--transport', 'webhook'],
      ['--set', 'name=value'],
    ],
  ],
  [
    'receivers create',
    [
      ['--kind', 'messenger'],
      ['--transport', 'webhook'],
      ['--set', 'name=value'],
    ],
  ],
  ['connections list', [['--workspace', 'ws_attacked']]],
  [
    'connections secret',
    [
      ['<id>', 'con_none'],
      ['--workspace', 'ws_attacked'],
      ['--overlap', '1h'],
    ],
  ],
  ...['pause', 'resume', 'remove'].map(
    (verb) =>
      [
        `connections ${verb}`,
        [
          ['<id>', 'con_none'],
          ['--workspace', 'ws_attacked'],
        ],
      ] as const,
  ),
  [
    'drafts list',
    [
      ['--workspace', 'ws_attacked'],
      ['--limit', '5'],
    ],
  ],
  [
    'drafts approve',
    [
      ['<id>', 'drf_none'],
      ['--workspace', 'ws_attacked'],
      ['--text', 'hello'],
    ],
  ],
  [
    'drafts dismiss',
    [
      ['<id>', 'drf_none'],
      ['--workspace', 'ws_attacked'],
    ],
  ],
  [
    'drafts settle',
    [
      ['<outbox-id>', 'out_none'],
      ['--workspace', 'ws_attacked'],
      ['--outcome', 'sent'],
    ],
  ],
  [
    'audit list',
    [
      ['--workspace', 'ws_attacked'],
      ['--limit', '5'],
    ],
  ],
  ['audit export', [['--workspace', 'ws_attacked']]],
  [
    'audit verify',
    [
      ['--workspace', 'ws_attacked'],
      ['--expect', '1:00'],
    ],
  ],
  ['autonomy show', [['--workspace', 'ws_attacked']]],
  [
    'autonomy set',
    [
      ['<autonomy>', 'careful'],
      ['--workspace', 'ws_attacked'],
    ],
  ],
  [
    'autonomy record',
    [
      ['--workspace', 'ws_attacked'],
      ['--key', 'none'],
      ['--outcome', 'edited'],
    ],
  ],
  [
    'autonomy release',
    [
      ['--workspace', 'ws_attacked'],
      ['--profile', 'prof_aurora'],
      ['--item', 'f_none'],
    ],
  ],
  [
    'evaluate',
    [
      ['--now', '2026-01-01T10:00:00Z'],
      ['--fail-on', 'safe'],
    ],
  ],
  [
    'simulate',
    [
      ['--workspace', 'ws_attacked'],
      ['--profile', 'prof_aurora'],
      ['--rate', '1'],
      ['--minutes', '1'],
      ['--seconds', '1'],
      ['--seed', '1'],
      ['--url', 'http://127.0.0.1:9'],
    ],
  ],
  [
    'pages create',
    [
      ['--workspace', 'ws_attacked'],
      ['--profile', 'prof_aurora'],
      ['--slug', 'attacked'],
      ['--frame-ancestor', 'https://a.example'],
      ['--daily-replies', '1'],
      ['--daily-handoffs', '1'],
      ['--accent', '#7A3E9D'],
      ['--robots', 'index'],
    ],
  ],
  ['pages list', [['--workspace', 'ws_attacked']]],
  [
    'pages pause',
    [
      ['<slug>', 'none'],
      ['--workspace', 'ws_attacked'],
    ],
  ],
  [
    'pages resume',
    [
      ['<slug>', 'none'],
      ['--workspace', 'ws_attacked'],
    ],
  ],
  [
    'pages remove',
    [
      ['<slug>', 'none'],
      ['--workspace', 'ws_attacked'],
    ],
  ],
  [
    'pages domain',
    [
      ['<slug>', 'none'],
      ['<domain>', 'a.example'],
      ['--workspace', 'ws_attacked'],
    ],
  ],
];
