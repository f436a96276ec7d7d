import type { NotificationChannel } from '../domain/channels/channel-list.ts';
import type { Contact } from '../domain/conversation.ts';
import type { NotificationType } from '../domain/inbox/rows.ts';
import type { HandoffVerdict } from '../domain/notification.ts';
import type { NotificationSettings } from '../domain/notification-settings.ts';
import type { EpochMs } from '../domain/period.ts';

/** The outbox of notifications. As part of the store, under the promises of its port. */
export interface NotificationStore {
  /** Newest first. */
  listNotifications(input: { workspaceId: string; limit: number }): Promise<NotificationRecord[]>;
  /** Workspaces that have a notification due now, at most `limit`. */
  workspacesWithDueNotifications(input: { limit: number }): Promise<string[]>;
  /** Claims due notifications of one workspace for `claimMs`: no two claimers get the same one at the same time. */
  claimNotifications(input: { workspaceId: string; limit: number; claimMs: number }): Promise<ClaimedNotification[]>;
  /** Records the outcome of a claimed delivery. False when the claim was lost. */
  settleNotification(input: SettleNotificationInput): Promise<boolean>;
  /** Puts a failed notification back in the queue, due now. False when there is none such. */
  retryNotification(input: { workspaceId: string; notificationId: string }): Promise<boolean>;
  /** Where a workspace's notifications go now, for a trial; null when it does not exist. */
  notificationTarget(input: { workspaceId: string }): Promise<NotificationTarget | null>;
  /**
   * Sets a workspace's webhook signing secret, in the form `whsec_…`. The one before signs beside it for `overlapMs`, or (0, the
   * default) no more. False when the workspace does not exist.
   */
  setWebhookSecret(input: { workspaceId: string; secret: string; overlapMs?: number }): Promise<boolean>;
  /** Every secret of every workspace as it is stored; those that have ended are removed by this. */
  storedSecrets(): Promise<StoredSecret[]>;
  /** Stores a secret otherwise. False when it is another one by now. */
  replaceSecret(input: Omit<StoredSecret, 'value'> & { from: string; to: string }): Promise<boolean>;
}

export type NotificationState = 'queued' | 'delivering' | 'delivered' | 'failed';

export interface ChannelDelivery {
  readonly deliveredAt: EpochMs | null;
  readonly attempts: number;
  /** Ours, for the operator: never a remote's words. */
  readonly lastError: string | null;
  /** Set once nothing more is tried here, until the operator retries the notification; kept by the store as it is. */
  readonly gaveUpAt?: EpochMs | null;
}

export interface NotificationRecord {
  readonly notificationId: string;
  readonly type: NotificationType;
  /** Null where it is of no one conversation. */
  readonly conversationId: string | null;
  readonly state: NotificationState;
  /** Null where nothing was judged. */
  readonly verdict: HandoffVerdict | null;
  /** Further ids that it tells; null where there are none. */
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
  /** Signs beside the other until it ends; null: there is none. */
  readonly previousWebhookSecret: string | null;
  /** Whether a browser of one of its people is told by push. */
  readonly isPushed: boolean;
}

export interface StoredSecret {
  readonly workspaceId: string;
  /** Of a webhook's signing secrets, or the setting of a chat service that it is, such as `slack.url`. */
  readonly slot: 'webhook' | 'previous_webhook' | `${string}.${string}`;
  readonly value: string;
}

export interface ClaimedNotification extends NotificationRecord, NotificationTarget {
  readonly workspaceId: string;
  readonly claimToken: string;
  readonly profileId: string | null;
  readonly displayName: string | null;
  readonly channel: string | null;
  readonly contact: Contact | null;
  /** The latest inbound message, only when the settings include it. */
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
