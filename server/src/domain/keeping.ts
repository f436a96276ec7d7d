/** Retention periods that are not settings. */
export const keeping = {
  finishedNotificationMs: 90 * 86_400_000,
  chargeMonths: 13,
  draftRecordMs: 60 * 86_400_000,
} as const;
