import { type Command, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { limitOption } from '../listing.ts';
import { durationOrNone } from '../option-values.ts';
import { define, defineGroup, json, workspace } from './define.ts';

export function addNotifications(program: Command, { terminal, setExitCode }: CommandContext): void {
  const notifications = defineGroup(program, 'notifications', 'See, repeat and try what creators are told', [
    ['notifications list --workspace ws_aurora', 'the newest ones, and how delivery went'],
    ['notifications test --workspace ws_aurora', 'send an invented one now'],
  ]).helpGroup('Day to day:');

  define(notifications, {
    name: 'list',
    summary: 'List notifications, newest first',
    examples: [['notifications list -w ws_aurora --limit 20', 'the last twenty']],
  })
    .addOption(workspace())
    .addOption(limitOption())
    .addOption(json())
    .action(async (options: { workspace: string; limit?: number; json?: true }) => {
      const { listNotifications } = await import('../actions/notifications.ts');
      await listNotifications(terminal, options);
    });

  define(notifications, {
    name: 'retry <id>',
    summary: 'Put a failed notification back in the queue',
    examples: [['notifications retry ntf_8fk2 --workspace ws_aurora', 'a running service sends it within seconds']],
  })
    .addOption(workspace())
    .addOption(json())
    .action(async (id: string, options: { workspace: string; json?: true }) => {
      const { retryNotification } = await import('../actions/notifications.ts');
      await retryNotification(terminal, { id, ...options });
    });

  define(notifications, {
    name: 'secret',
    summary: 'Make the secret that signs webhooks, and show it, this once',
    description:
      'Makes the secret that signs the webhooks of a workspace (Standard Webhooks), and shows it, this once. An earlier secret signs beside it for the overlap: each webhook then carries a signature of both.',
    examples: [
      ['notifications secret --workspace ws_aurora', 'then give it to whoever receives the webhook'],
      ['notifications secret --workspace ws_aurora --overlap 0', 'the earlier one was leaked'],
    ],
  })
    .addOption(workspace())
    .addOption(
      new Option('-o, --overlap <duration>', 'how long the earlier secret signs too; 0 ends it at once')
        .argParser(durationOrNone)
        .default(86_400_000, '24h'),
    )
    .addOption(json())
    .action(async (options: { workspace: string; overlap: number; json?: true }) => {
      const { makeWebhookSecret } = await import('../actions/notifications.ts');
      await makeWebhookSecret(terminal, options);
    });

  define(notifications, {
    name: 'test',
    summary: 'Send an invented notification over every channel of a workspace, once',
    examples: [['notifications test --workspace ws_aurora', 'nothing is stored; exit code 1 when a channel fails']],
  })
    .addOption(workspace())
    .addOption(json())
    .action(async (options: { workspace: string; json?: true }) => {
      const { testNotifications } = await import('../actions/notifications.ts');
      setExitCode(await testNotifications(terminal, options));
    });
}
