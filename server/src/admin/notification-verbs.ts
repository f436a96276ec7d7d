import type { NotificationChannel } from '../domain/channels/channel-list.ts';
import type { HandoffVerdict } from '../domain/notification.ts';
import { OperatorError } from '../lib/errors.ts';
import { printableName } from '../lib/printable.ts';
import { createWebhookSecret } from '../lib/secrets.ts';
import type { NotificationRecord, NotificationState } from '../store/notification-port.ts';
import type { Store } from '../store/port.ts';
import { isoTime } from './iso-time.ts';
import { requireWorkspace } from './require-workspace.ts';

export interface NotificationView {
  readonly id: string;
  readonly type: NotificationRecord['type'];
  readonly conversationId: string | null;
  readonly state: NotificationState;
  readonly createdAt: string;
  readonly attempts: number;
  readonly nextAttemptAt: string | null;
  readonly deliveredAt: string | null;
  readonly verdict: HandoffVerdict | null;
  readonly channels: Readonly<
    Partial<
      Record<
        NotificationChannel,
        { readonly deliveredAt: string | null; readonly attempts: number; readonly lastError: string | null }
      >
    >
  >;
}

/** Creates an operator's actions on handoff notifications. */
export function createNotificationVerbs({ store }: { store: Store }) {
  return {
    /** Lists notifications, newest first. @throws OperatorError when the workspace does not exist */
    async list(input: { workspaceId: string; limit: number }): Promise<NotificationView[]> {
      const notifications = await store.listNotifications(input);
      if (notifications.length === 0) await requireWorkspace(store, input.workspaceId);
      return notifications.map(view);
    },

    /** Puts a failed notification back in the queue. @throws OperatorError when it does not exist or did not fail */
    async retry(input: { workspaceId: string; notificationId: string }): Promise<{ id: string; state: 'queued' }> {
      if (await store.retryNotification(input)) return { id: input.notificationId, state: 'queued' };
      await requireWorkspace(store, input.workspaceId);
      throw new OperatorError(
        `Workspace "${input.workspaceId}" has no failed notification "${printableName(input.notificationId)}". Only failed notifications can be retried. "understudy notifications list" shows their states.`,
      );
    },

    /**
     * Creates a new webhook secret; the previous one also signs for `overlapMs`.
     * @throws OperatorError when the workspace does not exist
     */
    async makeSecret({
      workspaceId,
      overlapMs,
    }: {
      workspaceId: string;
      overlapMs: number;
    }): Promise<{ workspaceId: string; secret: string }> {
      const secret = createWebhookSecret();
      if (!(await store.setWebhookSecret({ workspaceId, secret, overlapMs }))) {
        await requireWorkspace(store, workspaceId);
        throw new OperatorError(`Workspace "${workspaceId}" was created while this command was running. Try again.`);
      }
      return { workspaceId, secret };
    },
  };
}

function view(record: NotificationRecord): NotificationView {
  const channels = Object.entries(record.channels).map(([name, delivery]) => [
    name,
    { ...delivery, deliveredAt: isoTime(delivery.deliveredAt) },
  ]);
  return {
    id: record.notificationId,
    type: record.type,
    conversationId: record.conversationId,
    state: record.state,
    createdAt: isoTime(record.createdAt),
    attempts: record.attempts,
    nextAttemptAt: isoTime(record.nextAttemptAt),
    deliveredAt: isoTime(record.deliveredAt),
    verdict: record.verdict,
    channels: Object.fromEntries(channels),
  };
}
