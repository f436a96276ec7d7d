import type { NotificationChannel } from '../domain/channels/channel-list.ts';
import type { Contact } from '../domain/conversation.ts';
import type { NotificationType } from '../domain/inbox/rows.ts';
import type { HandoffVerdict } from '../domain/notification.ts';
import type { NotificationSettings } from '../domain/notification-settings.ts';
import type { EpochMs } from '../domain/period.ts';

/** The outbox of notifications. `Store` extends this interface, so its guarantees apply. */
export interface NotificationStore {
  /** Returns a workspace's notifications, newest first. */
  listNotifications(input: { workspaceId: string; limit: number }): Promise<NotificationRecord[]>;
  /** Returns at most `limit` workspaces with a notification that is due. */
  workspacesWithDueNotifications(input: { limit: number }): Promise<string[]>;
  /**
   * Claims due notifications of one workspace for `claimMs`. No two claimers get the same notification at the same
   * time.
   */
  claimNotifications(input: { workspaceId: string; limit: number; claimMs: number }): Promise<ClaimedNotification[]>;
  /** Records the outcome of a claimed delivery. Returns false if the claim was lost. */
  settleNotification(input: SettleNotificationInput): Promise<boolean>;
  /** Requeues a failed notification, due immediately. Returns false if it does not exist. */
  retryNotification(input: { workspaceId: string; notificationId: string }): Promise<boolean>;
  /**
   * Returns the destinations of a workspace's notifications, for a test delivery. Returns null if the workspace does
   * not exist.
   */
  notificationTarget(input: { workspaceId: string }): Promise<NotificationTarget | null>;
  /**
   * Sets the signing secret of a workspace's webhook, in the form `whsec_…`. Webhooks are also signed with the previous
   * secret for `overlapMs`; with the default of 0, only with the new one. Returns false if the workspace does not
   * exist.
   */
  setWebhookSecret(input: { workspaceId: string; secret: string; overlapMs?: number }): Promise<boolean>;
  /** Returns all secrets of all workspaces in their stored form. Also removes secrets that have expired. */
  storedSecrets(): Promise<StoredSecret[]>;
  /** Replaces a secret's stored form. Returns false if the secret has changed in the meantime. */
  replaceSecret(input: Omit<StoredSecret, 'value'> & { from: string; to: string }): Promise<boolean>;
}

export type NotificationState = 'queued' | 'delivering' | 'delivered' | 'failed';

export interface ChannelDelivery {
  readonly deliveredAt: EpochMs | null;
  readonly attempts: number;
  /**
   * The service writes this text for the operator. It never contains text from the remote server. Null if there is no
   * error.
   */
  readonly lastError: string | null;
  /**
   * The time at which delivery was given up. The operator can retry the notification. Null or omitted if delivery was
   * not given up.
   */
  readonly gaveUpAt?: EpochMs | null;
}

export interface NotificationRecord {
  readonly notificationId: string;
  readonly type: NotificationType;
  /** Null if the notification is not about a single conversation. */
  readonly conversationId: string | null;
  readonly state: NotificationState;
  /** Null if nothing was assessed. */
  readonly verdict: HandoffVerdict | null;
  /** Other ids in the notification; null if there are none. */
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
  /** The previous secret, which also signs until it expires; null if there is none. */
  readonly previousWebhookSecret: string | null;
  /** Whether at least one of the workspace's members receives push notifications in a browser. */
  readonly isPushed: boolean;
}

export interface StoredSecret {
  /** Empty for a browser's push keys, which belong to a session. */
  readonly workspaceId: string;
  /**
   * A webhook's signing secret, a chat service's setting such as `slack.url`, a session's push keys, or the contact
   * details that a visitor left on a Page.
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
  /** The latest inbound message; null unless the settings include it. */
  readonly message: string | null;
}

export interface SettleNotificationInput {
  readonly workspaceId: string;
  readonly notificationId: string;
  readonly claimToken: string;
  readonly channels: Readonly<Partial<Record<NotificationChannel, ChannelDelivery>>>;
  /** `retry` means that the notification is due again after `delayMs`. */
  readonly result:
    | { readonly kind: 'delivered' }
    | { readonly kind: 'failed' }
    | { readonly kind: 'retry'; readonly delayMs: number };
}
