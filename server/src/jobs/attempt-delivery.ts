import type { Announcement } from '../domain/channels/announcement.ts';
import type { NotificationChannel } from '../domain/channels/channel-list.ts';
import type { EpochMs } from '../domain/period.ts';
import type { Log } from '../lib/log.ts';
import type { ChannelDelivery, ClaimedNotification, SettleNotificationInput } from '../store/notification-port.ts';
import { announcementOf } from './announcement.ts';
import type { Channel, SendOutcome } from './channel.ts';
import { type Channels, channelsOf } from './channels.ts';
import { attemptsWithin, retryDelayMs } from './retry-delay.ts';

export interface AttemptOptions {
  readonly channels: Channels;
  /**
   * The maximum number of attempts on each channel. After that, the channel gives up until the operator retries the
   * notification.
   */
  readonly maxAttempts: number;
  readonly log: Log;
  readonly random?: () => number;
}

/**
 * Tries every channel that has not delivered this notification yet, in parallel, and resolves to the result to record.
 * Skips channels that gave up. If all of them gave up, the operator has asked for a retry, so all of them start over.
 * Never throws.
 */
export async function attemptDelivery(
  notification: ClaimedNotification,
  { channels, maxAttempts, log, random }: AttemptOptions,
): Promise<Pick<SettleNotificationInput, 'channels' | 'result'>> {
  const announcement = announcementOf(notification);
  const open = channelsFor(notification).filter((name) => !isDelivered(notification.channels[name]));
  const isRetriedByOperator = open.every((name) => isGivenUp(notification.channels[name]));
  const waits: NotificationChannel[] = [];
  const attempted = await Promise.all(
    open
      .filter((name) => isRetriedByOperator || !isGivenUp(notification.channels[name]))
      .map(async (name): Promise<[NotificationChannel, ChannelDelivery]> => {
        const outcome = await send(channels[name], announcement, notification, log);
        const earlier = isRetriedByOperator ? 0 : (notification.channels[name]?.attempts ?? 0);
        if (outcome.kind === 'waiting') waits.push(name);
        return [name, deliveryAfter(outcome, earlier, maxAttempts)];
      }),
  );
  const after = { ...notification.channels, ...Object.fromEntries(attempted) };
  return {
    channels: after,
    result: resultOf(
      open.map((name) => after[name]),
      waits.length === 0 ? 0 : attemptsWithin(Date.now() - notification.createdAt),
      random,
    ),
  };
}

/** Returns the channels for a notification. Draft notifications are for programs, so they go only to the webhook. */
function channelsFor({ type, ...target }: ClaimedNotification): NotificationChannel[] {
  const isForPrograms = type === 'draft.ready' || type === 'draft.withdrawn';
  return channelsOf(target).filter((name) => !isForPrograms || name === 'webhook');
}

function resultOf(
  deliveries: readonly (ChannelDelivery | undefined)[],
  leastAttempts: number,
  random: (() => number) | undefined,
): SettleNotificationInput['result'] {
  if (deliveries.every(isDelivered)) return { kind: 'delivered' };
  const waiting = deliveries.filter((delivery) => !isDelivered(delivery) && !isGivenUp(delivery));
  if (waiting.length === 0) return { kind: 'failed' };
  const attempts = Math.max(leastAttempts, ...waiting.map((delivery) => delivery?.attempts ?? 0));
  return { kind: 'retry', delayMs: retryDelayMs(attempts, random) };
}

function deliveryAfter(outcome: SendOutcome, earlier: number, maxAttempts: number): ChannelDelivery {
  if (outcome.kind === 'waiting')
    return { deliveredAt: null, attempts: earlier, lastError: outcome.reason, gaveUpAt: null };
  const now: EpochMs = Date.now();
  const attempts = earlier + 1;
  if (outcome.kind === 'sent') return { deliveredAt: now, attempts, lastError: outcome.note, gaveUpAt: null };
  const isOver = outcome.isFinal || attempts >= maxAttempts;
  return { deliveredAt: null, attempts, lastError: outcome.reason, gaveUpAt: isOver ? now : null };
}

async function send(
  channel: Channel,
  announcement: Announcement,
  notification: ClaimedNotification,
  log: Log,
): Promise<SendOutcome> {
  try {
    return await channel.send(announcement, notification);
  } catch (error) {
    const fault = error instanceof Error ? error.name : typeof error;
    log.error({ notificationId: notification.notificationId, fault }, 'a notification channel failed');
    return { kind: 'failed', reason: 'the channel failed inside the service', isFinal: false };
  }
}

function isDelivered(delivery: ChannelDelivery | undefined): boolean {
  return (delivery?.deliveredAt ?? null) !== null;
}

function isGivenUp(delivery: ChannelDelivery | undefined): boolean {
  return (delivery?.gaveUpAt ?? null) !== null;
}
