/** The details that a notification may include besides its conversation. */
export const notificationDetails = ['contact', 'reason', 'risk', 'message'] as const;
export type NotificationDetail = (typeof notificationDetails)[number];
