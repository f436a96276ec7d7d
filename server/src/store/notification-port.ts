import type { Contact } from '../domain/conversation.ts';
import type { HandoffVerdict, NotificationSettings } from '../domain/notification.ts';
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
  /** Sets a workspace's webhook signing secret, in the form `whsec_…`. False when the workspace does not exist. */
  setWebhookSecret(input: { workspaceId: string; secret: string }): Promise<boolean>;
}

export type NotificationState = 'queued' | 'delivering' | 'delivered' | 'failed';

export type NotificationChannel = 'log' | 'webhook' | 'email';

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
  readonly conversationId: string;
  readonly state: NotificationState;
  readonly verdict: HandoffVerdict;
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
}

export interface ClaimedNotification extends NotificationRecord, NotificationTarget {
  readonly workspaceId: string;
  readonly claimToken: string;
  readonly profileId: string;
  readonly displayName: string;
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
