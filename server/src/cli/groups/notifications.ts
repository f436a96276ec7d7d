import { type Command, Option } from 'commander';
import { createNotificationVerbs } from '../../admin/notification-verbs.ts';
import { printableText } from '../../lib/printable.ts';
import { ago } from '../ago.ts';
import { type Cli, define, defineGroup, json, type OfWorkspace, workspace } from '../define.ts';
import { type ListingOptions, limitOption, newest } from '../listing.ts';
import { durationOrNone } from '../option-values.ts';
import { readStore, withStore } from '../with-store.ts';

export const commands = { notifications: defineNotifications };

function defineNotifications(notifications: Command, cli: Cli): void {
  defineGroup(notifications, [
    ['notifications list --workspace ws_aurora', 'lists the newest notifications and whether they were delivered'],
    ['notifications test --workspace ws_aurora', 'sends a test notification now'],
  ]);

  define(notifications, {
    name: 'list',
    summary: 'List notifications, newest first',
    examples: [['notifications list -w ws_aurora --limit 20', 'the last twenty']],
  })
    .addOption(workspace())
    .addOption(limitOption())
    .addOption(json())
    .action((options) => listNotifications(cli, options));

  define(notifications, {
    name: 'retry <id>',
    summary: 'Requeue a failed notification',
    examples: [['notifications retry ntf_8fk2 --workspace ws_aurora', 'a running service sends it within seconds']],
  })
    .addOption(workspace())
    .addOption(json())
    .action((id, options) => retryNotification(cli, { id, ...options }));

  define(notifications, {
    name: 'secret',
    summary: 'Create the secret that signs webhooks, and show it once',
    description:
      "Creates the secret that signs a workspace's webhooks (Standard Webhooks), and shows it once. During the overlap, an earlier secret stays valid, and each webhook is signed with both secrets.",
    examples: [
      ['notifications secret --workspace ws_aurora', "give the secret to the webhook's receiver"],
      ['notifications secret --workspace ws_aurora --overlap 0', 'if the earlier secret leaked'],
    ],
  })
    .addOption(workspace())
    .addOption(
      new Option('-o, --overlap <duration>', 'how long the earlier secret also signs; 0 ends it immediately')
        .argParser(durationOrNone)
        .default(86_400_000, '24h'),
    )
    .addOption(json())
    .action((options) => makeWebhookSecret(cli, options));

  define(notifications, {
    name: 'test',
    summary: "Send a test notification over each of a workspace's channels",
    examples: [['notifications test --workspace ws_aurora', 'nothing is stored; exit code 1 if a channel fails']],
  })
    .addOption(workspace())
    .addOption(json())
    .action(async (options) => cli.setExitCode(await testNotifications(cli, options)));
}

async function listNotifications(cli: Cli, options: OfWorkspace & ListingOptions): Promise<void> {
  const { printer } = cli;
  const notifications = await readStore(cli, (store) => {
    const { list } = createNotificationVerbs({ store });
    return newest((limit) => list({ workspaceId: options.workspace, limit }), options, printer);
  });
  if (options.json) return printer.json(notifications);
  if (notifications.length === 0)
    return printer.line('No conversation has been handed off yet, so there are no notifications.');
  const now = Date.now();
  printer.table(
    [
      { title: 'ID' },
      { title: 'CONVERSATION', canShrink: true },
      {
        title: 'STATE',
        paint: (cell, { green, red, yellow }) =>
          cell === 'delivered' ? green(cell) : cell === 'failed' ? red(cell) : yellow(cell),
      },
      { title: 'RISK' },
      { title: 'QUEUED' },
      { title: 'TRIES', align: 'right' },
      { title: 'CHANNELS', canShrink: true },
    ],
    notifications.map((notification) => [
      notification.id,
      printableText(notification.conversationId ?? notification.type),
      notification.state,
      notification.verdict?.riskLevel ?? '',
      ago(notification.createdAt, now),
      String(notification.attempts),
      Object.entries(notification.channels)
        .map(([name, { deliveredAt, lastError }]) =>
          deliveredAt === null ? `${name}: ${lastError ?? 'not yet'}` : name,
        )
        .join(', '),
    ]),
  );
}

async function retryNotification(cli: Cli, options: OfWorkspace & { id: string }): Promise<void> {
  const retried = await withStore(cli, (store) =>
    createNotificationVerbs({ store }).retry({ workspaceId: options.workspace, notificationId: options.id }),
  );
  const { printer } = cli;
  if (options.json) return printer.json(retried);
  printer.line(`${printer.colours.green('✓')} Notification ${retried.id} is queued again and due now.`);
}

async function makeWebhookSecret(cli: Cli, options: OfWorkspace & { overlap: number }): Promise<void> {
  const made = await withStore(cli, (store) =>
    createNotificationVerbs({ store }).makeSecret({ workspaceId: options.workspace, overlapMs: options.overlap }),
  );
  const { printer } = cli;
  if (options.json) return printer.json(made);
  const { bold, green, yellow } = printer.colours;
  printer.line(`${green('✓')} This secret signs the webhooks of workspace ${made.workspaceId}:`);
  printer.line();
  printer.line(`  ${bold(made.secret)}`);
  printer.line();
  printer.line(`${yellow('Save it now: it is shown only once.')} The webhook's receiver checks signatures with it.`);
}

/** Sends a test notification over each channel. Resolves to the exit code: 1 if a channel failed. */
async function testNotifications(cli: Cli, options: OfWorkspace): Promise<number> {
  const { deliverTest } = await import('../../jobs/deliver-test.ts');
  const { createLog } = await import('../../lib/log.ts');
  const { printer } = cli;
  const deliveries = await withStore(cli, (store, config) =>
    deliverTest({
      store,
      workspaceId: options.workspace,
      settings: config.notifications,
      log: createLog({ level: config.logLevel }),
    }),
  );
  const hasFailed = deliveries.some((delivery) => !delivery.isDelivered);
  if (options.json) printer.json(deliveries);
  else {
    const { green, red, dim } = printer.colours;
    for (const { channel, isDelivered, note } of deliveries) {
      const mark = isDelivered ? green('✓') : red('✗');
      const words = isDelivered ? 'accepted a test notification' : 'failed';
      printer.line(`${mark} ${channel} ${words}${note === null ? '' : `: ${printableText(note)}`}`);
    }
    if (deliveries.every(({ channel }) => channel === 'log')) {
      printer.line(
        dim(
          'The workspace has no channel configured, so handoffs go to the service log. Set "notifications" in its document.',
        ),
      );
    }
  }
  return hasFailed ? 1 : 0;
}
