import { setTimeout as delay } from 'node:timers/promises';
import { fastClock } from './fake-clock.ts';
import type { Fault } from './fault.ts';
import { tellSeen } from './load.ts';
import { createMailReceiver } from './receivers.ts';
import { withSqlite } from './world.ts';

const speed = 120;
const awayMs = 3_600_000;
const handoffsLastMs = 600_000;

/** Makes the webhook endpoint and the mail server unavailable for an hour, on a clock that runs 120 times as fast. */
export const receiversAway: Fault = {
  name: 'receivers-away',
  run: async () => {
    const mail = await createMailReceiver();
    try {
      return await withSqlite(
        async (world) => {
          await world.receiver.close();
          const service = await world.start({
            ...fastClock(speed),
            UNDERSTUDY_SMTP_URL: mail.url,
            UNDERSTUDY_MAIL_FROM: 'studio@understudy.example',
            // On the fast clock, 600 s pass in 5 s, and 120 s in 1 s.
            UNDERSTUDY_LEASE_SECONDS: '600',
            UNDERSTUDY_NOTIFICATION_TIMEOUT_MS: '120000',
            UNDERSTUDY_NOTIFICATION_POLL_MS: '100',
          });
          const load = world.load(() => [service.url]);
          await delay(handoffsLastMs / speed);
          await load.finish();
          await delay((awayMs - handoffsLastMs) / speed);
          const early = world.receiver.received.size + mail.received.size;
          await Promise.all([world.receiver.open(), mail.open()]);
          const openedAt = performance.now();
          const found = await world.audit(load, service.url);
          const lastMs = (performance.now() - openedAt) * speed;
          const handoffs = load.writes.filter(({ path }) => path === 'handoff').length;
          const mailedAgain = [...mail.received.values()].reduce((sum, times) => sum + times - 1, 0);
          return [
            {
              injected: `webhook endpoint and mail server unavailable for an hour (clock × ${speed})`,
              store: 'SQLite',
              times: 1,
              seen: tellSeen(load.seen),
              back: `handoffs immediately; the last notification arrived within ${Math.round(lastMs / 60_000)} min of the recovery`,
              found: {
                ...found,
                notNotified: found.notNotified + Math.max(0, handoffs - mail.received.size),
                notifiedAgain: found.notifiedAgain + mailedAgain,
              },
              note: `${handoffs} handoffs: ${found.notified} arrived by webhook and ${mail.received.size} by mail, ${early} of them before the recovery.`,
            },
          ];
        },
        { mailTo: 'creator@aurora.example' },
      );
    } finally {
      await mail.close();
    }
  },
};
