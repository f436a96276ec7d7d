import type { Contact } from '../conversation.ts';
import type { NotificationType } from '../inbox/rows.ts';
import type { HandoffVerdict } from '../notification.ts';
import type { EpochMs } from '../period.ts';
import type { NotificationDetail } from './details.ts';

/** The content of a notification: the conversation, and only those details that the creator chose. */
export interface Announcement {
  readonly type: NotificationType | 'notification.test';
  readonly id: string;
  readonly createdAt: EpochMs;
  readonly workspaceId: string;
  /** This field and the two below are null if the notification is not about a single conversation. */
  readonly conversationId: string | null;
  readonly profileId: string | null;
  readonly displayName: string | null;
  /** Other ids in the notification, such as the id of a draft; null if there are none. */
  readonly about: Readonly<Record<string, string>> | null;
  /** The details that the creator chose. The fields below are null for details that were not chosen. */
  readonly include: ReadonlySet<NotificationDetail>;
  readonly contact: Contact | null;
  /** The channel that the contact writes on, included with the `contact` detail. */
  readonly channel: string | null;
  readonly reason: string | null;
  readonly risk: Pick<HandoffVerdict, 'riskLevel' | 'intent' | 'urgency'> | null;
  readonly message: string | null;
}

/** Returns true if the notification is about the workspace's monthly replies and not about a conversation. */
export function isOfAllowance({ type }: Pick<Announcement, 'type'>): boolean {
  return type === 'allowance.low' || type === 'allowance.used';
}
