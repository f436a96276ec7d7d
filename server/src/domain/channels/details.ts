/** The details that a notification may include in addition to its conversation. */
export const notificationDetails = ['contact', 'reason', 'risk', 'message'] as const;
export type NotificationDetail = (typeof notificationDetails)[number];
