import type { Config } from '../config.ts';
import { configuredChannelNames, type NotificationChannel } from '../domain/channels/channel-list.ts';
import type { Log } from '../lib/log.ts';
import type { NotificationTarget } from '../store/notification-port.ts';
import type { Store } from '../store/port.ts';
import type { Channel } from './channel.ts';
import { createEmailChannel } from './email.ts';
import { createLogChannel } from './log-channel.ts';
import { createPostedChannels } from './posted.ts';
import { createPushChannel } from './push.ts';
import { createWebhookChannel } from './webhook.ts';

export type Channels = Readonly<Record<NotificationChannel, Channel>>;

/** Creates all notification channels. */
export function createChannels({
  settings,
  log,
  store,
}: {
  settings: Config['notifications'];
  log: Log;
  store: Pick<Store, 'pushTargets' | 'keepPush'>;
}): Channels {
  return {
    log: createLogChannel(log),
    webhook: createWebhookChannel({ settings }),
    email: createEmailChannel({ settings }),
    push: createPushChannel({ settings, store }),
    ...createPostedChannels({ settings }),
  };
}

/**
 * Returns the channels for a workspace's notifications: the configured ones and its members' browsers, or the log if
 * there are none.
 */
export function channelsOf({
  settings,
  isPushed,
}: Pick<NotificationTarget, 'settings' | 'isPushed'>): NotificationChannel[] {
  const configured: NotificationChannel[] = configuredChannelNames.filter((name) => settings?.[name] !== undefined);
  if (isPushed) configured.push('push');
  return configured.length === 0 ? ['log'] : configured;
}
