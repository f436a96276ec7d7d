import type { Announcement } from '../domain/channels/announcement.ts';
import type { NotificationTarget } from '../store/notification-port.ts';

/**
 * The result of one attempt on one channel. The reasons are the service's own words for the operator, and never quote a
 * remote server.
 */
export type SendOutcome =
  | { readonly kind: 'sent'; readonly note: string | null }
  /** `isFinal` is true if another attempt would not help. */
  | { readonly kind: 'failed'; readonly reason: string; readonly isFinal: boolean }
  /** Nothing was tried, because the operator must do something first. This does not count as an attempt. */
  | { readonly kind: 'waiting'; readonly reason: string };

/**
 * A way to reach the creator. The channel receives only the details that the creator chose to include. Each attempt
 * ends within the timeout.
 */
export interface Channel {
  send(announcement: Announcement, target: NotificationTarget): Promise<SendOutcome>;
}
