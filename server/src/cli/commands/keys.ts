import { type Command, Option } from 'commander';
import type { Scope } from '../../domain/actor.ts';
import type { CommandContext } from '../command-context.ts';
import { duration, durationOrNone, scopeList, shortText } from '../option-values.ts';
import { define, defineGroup, json, workspace } from './define.ts';

export function addKeys(program: Command, { terminal }: CommandContext): void {
  const keys = defineGroup(program, 'keys', 'Make, list, revoke and rotate API keys', [
    [
      'keys create --workspace ws_aurora --name "Desk app" --scopes persona:read,replies:write',
      'a key for one integration',
    ],
    ['keys list', 'every key, without its secret'],
  ]).helpGroup('Content and access:');

  define(keys, {
    name: 'create',
    summary: 'Make a key and show it, this once',
    description:
      'Makes an API key and shows it, this once: only its SHA-256 is stored. Scopes are persona:read, usage:read, replies:write and handoffs:write; "all" grants these four. Connected inboxes have events:write, outbox:read and outbox:write, each granted by its name.',
    examples: [
      ['keys create -w ws_aurora --name Desk --scopes all', 'a key that may do everything'],
      ['keys create -w ws_aurora --name Trial --scopes persona:read --expires 90d', 'a key that ends by itself'],
    ],
  })
    .addOption(workspace())
    .addOption(new Option('-n, --name <name>', 'what it is for').argParser(shortText(120)).makeOptionMandatory())
    .addOption(
      new Option('-s, --scopes <list>', 'what it may do, separated by commas; or all')
        .argParser(scopeList)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('-e, --expires <duration>', 'when it ends, such as 90d, 24h or 15m (default: never)').argParser(
        duration,
      ),
    )
    .addOption(json())
    .action(
      async (options: { workspace: string; name: string; scopes: readonly Scope[]; expires?: number; json?: true }) => {
        const { createKey } = await import('../actions/keys.ts');
        await createKey(terminal, options);
      },
    );

  define(keys, {
    name: 'list',
    summary: 'List keys, newest first',
    examples: [['keys list --workspace ws_aurora', 'the keys of one workspace']],
  })
    .addOption(workspace().makeOptionMandatory(false))
    .addOption(json())
    .action(async (options: { workspace?: string; json?: true }) => {
      const { listKeys } = await import('../actions/keys.ts');
      await listKeys(terminal, options);
    });

  define(keys, {
    name: 'revoke <id>',
    summary: 'End a key at once, on every process',
    examples: [['keys revoke key_4d1s9n', 'the key with this id']],
  })
    .addOption(json())
    .action(async (id: string, options: { json?: true }) => {
      const { revokeKey } = await import('../actions/keys.ts');
      await revokeKey(terminal, { id, ...options });
    });

  define(keys, {
    name: 'rotate <id>',
    summary: 'Make a successor with the same scopes; the old key works on for the overlap',
    examples: [['keys rotate key_4d1s9n --overlap 7d', 'a week to put the new key in place']],
  })
    .addOption(
      new Option('-o, --overlap <duration>', 'how long both work; 0 ends the old one at once')
        .argParser(durationOrNone)
        .default(86_400_000, '24h'),
    )
    .addOption(json())
    .action(async (id: string, options: { overlap: number; json?: true }) => {
      const { rotateKey } = await import('../actions/keys.ts');
      await rotateKey(terminal, { id, ...options });
    });
}
