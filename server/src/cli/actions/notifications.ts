import { createNotificationVerbs } from '../../admin/notification-verbs.ts';
import { printableText } from '../../lib/printable.ts';
import { ago } from '../ago.ts';
import { type ListingOptions, newest } from '../listing.ts';
import { createPrinter } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { lookAtStore, withStore } from '../with-store.ts';

export async function listNotifications(
  terminal: Terminal,
  options: { workspace: string } & ListingOptions,
): Promise<void> {
  const printer = createPrinter(terminal);
  const notifications = await lookAtStore(terminal, (store) => {
    const { list } = createNotificationVerbs({ store });
    return newest((limit) => list({ workspaceId: options.workspace, limit }), options, printer);
  });
  if (options.json) return printer.json(notifications);
  if (notifications.length === 0)
    return printer.line('No conversation was handed off yet, so there is no notification.');
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

export async function retryNotification(
  terminal: Terminal,
  options: { id: string; workspace: string; json?: true },
): Promise<void> {
  const retried = await withStore(terminal, (store) =>
    createNotificationVerbs({ store }).retry({ workspaceId: options.workspace, notificationId: options.id }),
  );
  const printer = createPrinter(terminal);
  if (options.json) return printer.json(retried);
  printer.line(`${printer.colours.green('✓')} Notification ${retried.id} is queued again, due now.`);
}

export async function makeWebhookSecret(
  terminal: Terminal,
  options: { workspace: string; overlap: number; json?: true },
): Promise<void> {
  const made = await withStore(terminal, (store) =>
    createNotificationVerbs({ store }).makeSecret({ workspaceId: options.workspace, overlapMs: options.overlap }),
  );
  const printer = createPrinter(terminal);
  if (options.json) return printer.json(made);
  const { bold, green, yellow } = printer.colours;
  printer.line(`${green('✓')} Webhooks of workspace ${made.workspaceId} are signed with`);
  printer.line();
  printer.line(`  ${bold(made.secret)}`);
  printer.line();
  printer.line(
    `  ${yellow('Keep it now: it is shown this once.')} Whoever receives the webhook checks signatures with it.`,
  );
}

/** Resolves to the exit code: 1 when a channel failed. */
export async function testNotifications(
  terminal: Terminal,
  options: { workspace: string; json?: true },
): Promise<number> {
  const { deliverTest } = await import('../../jobs/deliver-test.ts');
  const { createLog } = await import('../../lib/log.ts');
  const printer = createPrinter(terminal);
  const deliveries = await withStore(terminal, (store, config) =>
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
      const words = isDelivered ? 'was sent an invented notification' : 'failed';
      printer.line(`${mark} ${channel} ${words}${note === null ? '' : `: ${printableText(note)}`}`);
    }
    if (deliveries.every(({ channel }) => channel === 'log')) {
      printer.line(
        dim(
          '  The workspace has no channel of its own: handoffs go to the service log. Set "notifications" in its document.',
        ),
      );
    }
  }
  return hasFailed ? 1 : 0;
}
