import type { Contact } from '../conversation.ts';
import type { NotificationType } from '../inbox/rows.ts';
import type { HandoffVerdict } from '../notification.ts';
import type { EpochMs } from '../period.ts';
import type { NotificationDetail } from './details.ts';

/** What a notification tells: which conversation, and of the rest only what the creator chose. */
export interface Announcement {
  readonly type: NotificationType | 'notification.test';
  readonly id: string;
  readonly createdAt: EpochMs;
  readonly workspaceId: string;
  /** Null, as what follows, where it is of no one conversation. */
  readonly conversationId: string | null;
  readonly profileId: string | null;
  readonly displayName: string | null;
  /** Further ids: a draft's. */
  readonly about: Readonly<Record<string, string>> | null;
  /** The chosen details; one that was not chosen is null below. */
  readonly include: ReadonlySet<NotificationDetail>;
  readonly contact: Contact | null;
  /** Where the contact writes; told with the contact. */
  readonly channel: string | null;
  readonly reason: string | null;
  readonly risk: Pick<HandoffVerdict, 'riskLevel' | 'intent' | 'urgency'> | null;
  readonly message: string | null;
}

/** Whether it is about the month's replies, and not about a conversation. */
export function isOfAllowance({ type }: Pick<Announcement, 'type'>): boolean {
  return type === 'allowance.low' || type === 'allowance.used';
}
