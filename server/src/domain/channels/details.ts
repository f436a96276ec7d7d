/** What a notification may tell besides which conversation it is about. */
export const notificationDetails = ['contact', 'reason', 'risk', 'message'] as const;
export type NotificationDetail = (typeof notificationDetails)[number];
