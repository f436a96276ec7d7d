import type { Contact } from '../domain/conversation.ts';
import type { HandoffVerdict, NotificationSettings, notificationDetails } from '../domain/notification.ts';
import type { EpochMs } from '../domain/period.ts';
import type { ClaimedNotification } from '../store/notification-port.ts';

type NotificationDetail = (typeof notificationDetails)[number];

/** What a notification tells: which conversation, and of the rest only what the creator chose. */
export interface Announcement {
  readonly type: 'handoff.created' | 'notification.test';
  readonly id: string;
  readonly createdAt: EpochMs;
  readonly workspaceId: string;
  readonly conversationId: string;
  readonly profileId: string;
  readonly displayName: string;
  /** The chosen details; one that was not chosen is null below. */
  readonly include: ReadonlySet<NotificationDetail>;
  readonly contact: Contact | null;
  /** Where the contact writes; told with the contact. */
  readonly channel: string | null;
  readonly reason: string | null;
  readonly risk: Pick<HandoffVerdict, 'riskLevel' | 'intent' | 'urgency'> | null;
  readonly message: string | null;
}

type AnnouncementSource = Omit<Announcement, 'include' | 'risk' | 'reason'> & { readonly verdict: HandoffVerdict };

/** Leaves out of a notification whatever the settings do not include. */
export function announcementOf(notification: ClaimedNotification): Announcement {
  return announce(
    {
      ...notification,
      type: 'handoff.created',
      id: notification.notificationId,
    },
    notification.settings,
  );
}

/** The same for any source, such as a test notification. */
export function announce(source: AnnouncementSource, settings: NotificationSettings | null): Announcement {
  const include = new Set<NotificationDetail>(settings?.include ?? defaultInclude);
  const { reason, riskLevel, intent, urgency } = source.verdict;
  return {
    type: source.type,
    id: source.id,
    createdAt: source.createdAt,
    workspaceId: source.workspaceId,
    conversationId: source.conversationId,
    profileId: source.profileId,
    displayName: source.displayName,
    include,
    contact: include.has('contact') ? source.contact : null,
    channel: include.has('contact') ? source.channel : null,
    reason: include.has('reason') ? reason : null,
    risk: include.has('risk') ? { riskLevel, intent, urgency } : null,
    message: include.has('message') ? source.message : null,
  };
}

const defaultInclude: readonly NotificationDetail[] = ['contact', 'reason', 'risk'];
