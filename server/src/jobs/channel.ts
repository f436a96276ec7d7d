import type { Announcement } from '../domain/channels/announcement.ts';
import type { NotificationTarget } from '../store/notification-port.ts';

/** How one attempt on one channel ended. Reasons are ours, for the operator: never a remote's words. */
export type SendOutcome =
  | { readonly kind: 'sent'; readonly note: string | null }
  /** `isFinal`: trying again would not help. */
  | { readonly kind: 'failed'; readonly reason: string; readonly isFinal: boolean }
  /** Nothing was tried, because the operator must do something first: no attempt is used up. */
  | { readonly kind: 'waiting'; readonly reason: string };

/** A way to reach the creator. It sees only what the creator chose to include, and ends within its time-out. */
export interface Channel {
  send(announcement: Announcement, target: NotificationTarget): Promise<SendOutcome>;
}
