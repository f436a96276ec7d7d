import { createNotificationDelivery } from '../../../src/jobs/notification-delivery.ts';
import { createLog } from '../../../src/lib/log.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { notificationSettings } from './samples.ts';

/** Delivers notifications from the given data folder, in a separate process, until it is killed. */
const [dataDir = ''] = process.argv.slice(2);
const store = await openStore({ kind: 'sqlite', dataDir }, { role: 'tool' });
createNotificationDelivery({ store, settings: notificationSettings(), log: createLog({ level: 'silent' }) }).start();
