import type { Announcement } from '../domain/channels/announcement.ts';
import type { NotificationTarget } from '../store/notification-port.ts';

/**
 * The result of one attempt on one channel. The service writes the reasons itself for the operator, and never quotes a
 * remote.
 */
export type SendOutcome =
  | { readonly kind: 'sent'; readonly note: string | null }
  /** `isFinal`: another attempt would not help. */
  | { readonly kind: 'failed'; readonly reason: string; readonly isFinal: boolean }
  /** Nothing was tried, because the operator must do something first. This uses no attempt. */
  | { readonly kind: 'waiting'; readonly reason: string };

/**
 * A way to reach the creator. It gets only the details that the creator chose to include, and ends within its time-out.
 */
export interface Channel {
  send(announcement: Announcement, target: NotificationTarget): Promise<SendOutcome>;
}
