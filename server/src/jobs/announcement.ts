import type { Announcement } from '../domain/channels/announcement.ts';
import type { NotificationDetail } from '../domain/channels/details.ts';
import type { HandoffVerdict } from '../domain/notification.ts';
import type { NotificationSettings } from '../domain/notification-settings.ts';
import type { ClaimedNotification } from '../store/notification-port.ts';

type AnnouncementSource = Omit<Announcement, 'include' | 'risk' | 'reason'> & {
  readonly verdict: HandoffVerdict | null;
};

/** Builds the announcement of a notification, without the details that the settings exclude. */
export function announcementOf(notification: ClaimedNotification): Announcement {
  return announce(
    {
      ...notification,
      id: notification.notificationId,
    },
    notification.settings,
  );
}

/** Builds an announcement from any source, such as a test notification. */
export function announce(source: AnnouncementSource, settings: NotificationSettings | null): Announcement {
  const include = new Set<NotificationDetail>(settings?.include ?? defaultInclude);
  const { verdict } = source;
  return {
    type: source.type,
    id: source.id,
    createdAt: source.createdAt,
    workspaceId: source.workspaceId,
    conversationId: source.conversationId,
    profileId: source.profileId,
    displayName: source.displayName,
    about: source.about,
    include,
    contact: include.has('contact') ? source.contact : null,
    channel: include.has('contact') ? source.channel : null,
    reason: include.has('reason') ? (verdict?.reason ?? null) : null,
    risk: include.has('risk') && verdict !== null ? riskOf(verdict) : null,
    message: include.has('message') ? source.message : null,
  };
}

function riskOf({ riskLevel, intent, urgency }: HandoffVerdict): NonNullable<Announcement['risk']> {
  return { riskLevel, intent, urgency };
}

const defaultInclude: readonly NotificationDetail[] = ['contact', 'reason', 'risk'];
