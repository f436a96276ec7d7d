import type { Config } from '../config.ts';
import type { NotificationSettings } from '../domain/notification.ts';
import type { Log } from '../lib/log.ts';
import type { NotificationChannel } from '../store/notification-port.ts';
import type { Channel } from './channel.ts';
import { createEmailChannel } from './email.ts';
import { createLogChannel } from './log-channel.ts';
import { createWebhookChannel } from './webhook.ts';

export type Channels = Readonly<Record<NotificationChannel, Channel>>;

/** Every channel of this service. */
export function createChannels({ settings, log }: { settings: Config['notifications']; log: Log }): Channels {
  return {
    log: createLogChannel(log),
    webhook: createWebhookChannel({ settings }),
    email: createEmailChannel({ settings }),
  };
}

/** The channels that a workspace's notifications go to: those it configured, else the log. */
export function channelsOf(settings: NotificationSettings | null): NotificationChannel[] {
  const configured: NotificationChannel[] = [];
  if (settings?.webhook !== undefined) configured.push('webhook');
  if (settings?.email !== undefined) configured.push('email');
  return configured.length === 0 ? ['log'] : configured;
}
