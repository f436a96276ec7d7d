import type { NotificationStore } from '../notification-port.ts';
import type { PushStore } from '../push-port.ts';
import type { Call } from './database.ts';

export function createNotifications(call: Call): NotificationStore & PushStore {
  return {
    listNotifications: ({ workspaceId, limit }) => call('list_notifications', { workspace: workspaceId, limit }),

    workspacesWithDueNotifications: ({ limit }) => call('due_workspaces', { limit }),

    claimNotifications: ({ workspaceId, limit, claimMs }) =>
      call('claim_notifications', { workspace: workspaceId, limit, claim_ms: claimMs }),

    settleNotification: ({ workspaceId, notificationId, claimToken, channels, result }) =>
      call('settle_notification', {
        workspace: workspaceId,
        notification_id: notificationId,
        token: claimToken,
        channels: JSON.stringify(channels),
        result: result.kind,
        delay_ms: result.kind === 'retry' ? Math.round(result.delayMs) : null,
      }),

    retryNotification: ({ workspaceId, notificationId }) =>
      call('retry_notification', { workspace: workspaceId, notification_id: notificationId }),

    notificationTarget: ({ workspaceId }) => call('notification_target', { workspace: workspaceId }),

    setWebhookSecret: ({ workspaceId, secret, overlapMs = 0 }) =>
      call('set_webhook_secret', { workspace: workspaceId, secret, overlap_ms: Math.round(overlapMs) }),
    storedSecrets: () => call('stored_secrets', {}),
    replaceSecret: ({ workspaceId, slot, from, to }) =>
      call('replace_secret', { workspace: workspaceId, slot, from, to }),

    pushTargets: ({ workspaceId }) => call('push_targets', { workspace: workspaceId }),
    keepPush: ({ sessionId, push }) => call('keep_push', { session: sessionId, push }),
  };
}
