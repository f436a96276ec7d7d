import { createNotificationDelivery } from '../../../src/jobs/notification-delivery.ts';
import type { Store } from '../../../src/store/port.ts';
import { notificationSettings, readableLog } from './samples.ts';

/** Creates a notification delivery whose random number is one half for every wait, and returns it with its log. */
export function deliveryOn(store: Store, overrides: Partial<Parameters<typeof createNotificationDelivery>[0]> = {}) {
  const { log, lines } = readableLog();
  return {
    lines,
    ...createNotificationDelivery({ store, settings: notificationSettings(), log, random: () => 0.5, ...overrides }),
  };
}
