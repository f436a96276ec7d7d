import type { Config } from '../config.ts';
import type { NotificationChannel } from '../domain/channels/channel-list.ts';
import { OperatorError } from '../lib/errors.ts';
import { createId } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import type { Store } from '../store/port.ts';
import { announce } from './announcement.ts';
import { type Channels, channelsOf, createChannels } from './channels.ts';
import { createPushChannel } from './push.ts';

export interface TestDelivery {
  readonly channel: NotificationChannel;
  readonly isDelivered: boolean;
  /** The reason for a failure, or a note for the operator; null if there is neither. */
  readonly note: string | null;
}

/**
 * Sends a sample notification with the type `notification.test` over each of a workspace's current channels, with the
 * details that the settings include. Sends each one once, without retries, and stores nothing.
 * @throws OperatorError when the workspace does not exist, StoreUnavailable
 */
export async function deliverTest(options: {
  store: Pick<Store, 'notificationTarget' | 'pushTargets' | 'keepPush'>;
  workspaceId: string;
  settings: Config['notifications'];
  log: Log;
  channels?: Channels;
  /** The only channel to test. */
  only?: NotificationChannel;
  /** For push, notifies only the browsers of this account. */
  accountId?: string | undefined;
}): Promise<TestDelivery[]> {
  const { store, workspaceId } = options;
  const target = await store.notificationTarget({ workspaceId });
  if (target === null)
    throw new OperatorError(`There is no workspace "${workspaceId}". See "understudy workspaces list".`);
  const { accountId, ...rest } = options;
  const push = accountId === undefined ? {} : { push: createPushChannel({ ...rest, accountId }) };
  const channels = options.channels ?? { ...createChannels(rest), ...push };
  const announcement = announce(
    { ...invented, id: createId('test'), createdAt: Date.now(), workspaceId },
    target.settings,
  );
  const all = channelsOf(target);
  const wanted = options.only === undefined ? all : all.filter((channel) => channel === options.only);
  return Promise.all(
    wanted.map(async (channel): Promise<TestDelivery> => {
      const outcome = await channels[channel].send(announcement, target);
      return outcome.kind === 'sent'
        ? { channel, isDelivered: true, note: outcome.note }
        : { channel, isDelivered: false, note: outcome.reason };
    }),
  );
}

const invented = {
  type: 'notification.test',
  conversationId: 'conv_test',
  profileId: 'prof_test',
  displayName: 'Test profile',
  contact: { name: 'Test contact', handle: '@test' },
  channel: 'test',
  about: null,
  verdict: { reason: 'a test of your notifications', intent: 'unclear', riskLevel: 'review', urgency: 'normal' },
  message: 'This is a test message.',
} as const;
