import type { NotificationChannel } from '../domain/channels/channel-list.ts';
import type { Contact } from '../domain/conversation.ts';
import type { NotificationType } from '../domain/inbox/rows.ts';
import type { HandoffVerdict } from '../domain/notification.ts';
import type { NotificationSettings } from '../domain/notification-settings.ts';
import type { EpochMs } from '../domain/period.ts';

/** The outbox of notifications. It is part of the store and follows the promises of its port. */
export interface NotificationStore {
  /** Newest first. */
  listNotifications(input: { workspaceId: string; limit: number }): Promise<NotificationRecord[]>;
  /** Workspaces with a notification that is due, at most `limit`. */
  workspacesWithDueNotifications(input: { limit: number }): Promise<string[]>;
  /** Claims due notifications of one workspace for `claimMs`. No two claimers get the same one at the same time. */
  claimNotifications(input: { workspaceId: string; limit: number; claimMs: number }): Promise<ClaimedNotification[]>;
  /** Records the outcome of a claimed delivery. Returns false if the claim was lost. */
  settleNotification(input: SettleNotificationInput): Promise<boolean>;
  /** Puts a failed notification back in the queue, due now. Returns false if it does not exist. */
  retryNotification(input: { workspaceId: string; notificationId: string }): Promise<boolean>;
  /** Where a workspace's notifications go now, for a test delivery; null if the workspace does not exist. */
  notificationTarget(input: { workspaceId: string }): Promise<NotificationTarget | null>;
  /**
   * Sets a workspace's webhook signing secret, in the form `whsec_…`. The previous secret also signs for `overlapMs`;
   * with the default of 0 it stops at once. Returns false if the workspace does not exist.
   */
  setWebhookSecret(input: { workspaceId: string; secret: string; overlapMs?: number }): Promise<boolean>;
  /** Every secret of every workspace as stored. Also removes secrets that have ended. */
  storedSecrets(): Promise<StoredSecret[]>;
  /** Replaces a secret's stored form. Returns false if the secret has changed. */
  replaceSecret(input: Omit<StoredSecret, 'value'> & { from: string; to: string }): Promise<boolean>;
}

export type NotificationState = 'queued' | 'delivering' | 'delivered' | 'failed';

export interface ChannelDelivery {
  readonly deliveredAt: EpochMs | null;
  readonly attempts: number;
  /** The service writes this text for the operator; it never contains a remote's text. */
  readonly lastError: string | null;
  /** Set once delivery is no longer attempted, until the operator retries the notification. */
  readonly gaveUpAt?: EpochMs | null;
}

export interface NotificationRecord {
  readonly notificationId: string;
  readonly type: NotificationType;
  /** Null if it belongs to no single conversation. */
  readonly conversationId: string | null;
  readonly state: NotificationState;
  /** Null if nothing was assessed. */
  readonly verdict: HandoffVerdict | null;
  /** Further ids in the notification; null if there are none. */
  readonly about: Readonly<Record<string, string>> | null;
  readonly createdAt: EpochMs;
  readonly attempts: number;
  readonly nextAttemptAt: EpochMs | null;
  readonly deliveredAt: EpochMs | null;
  readonly channels: Readonly<Partial<Record<NotificationChannel, ChannelDelivery>>>;
}

export interface NotificationTarget {
  readonly workspaceName: string;
  readonly settings: NotificationSettings | null;
  readonly webhookSecret: string | null;
  /** The previous secret, which also signs until it ends; null if there is none. */
  readonly previousWebhookSecret: string | null;
  /** Whether a browser of one of its people receives push notifications. */
  readonly isPushed: boolean;
}

export interface StoredSecret {
  /** Empty for the push keys of a browser, which belong to a session. */
  readonly workspaceId: string;
  /**
   * A webhook's signing secret, a setting of a chat service such as `slack.url`, the push keys of a session, or the
   * contact details that a visitor left on a Page.
   */
  readonly slot: 'webhook' | 'previous_webhook' | `push:${string}` | `contact:${string}` | `${string}.${string}`;
  readonly value: string;
}

export interface ClaimedNotification extends NotificationRecord, NotificationTarget {
  readonly workspaceId: string;
  readonly claimToken: string;
  readonly profileId: string | null;
  readonly displayName: string | null;
  readonly channel: string | null;
  readonly contact: Contact | null;
  /** The latest inbound message, only if the settings include it. */
  readonly message: string | null;
}

export interface SettleNotificationInput {
  readonly workspaceId: string;
  readonly notificationId: string;
  readonly claimToken: string;
  readonly channels: Readonly<Partial<Record<NotificationChannel, ChannelDelivery>>>;
  /** `retry` becomes due again after `delayMs`. */
  readonly result:
    | { readonly kind: 'delivered' }
    | { readonly kind: 'failed' }
    | { readonly kind: 'retry'; readonly delayMs: number };
}
