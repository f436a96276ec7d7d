import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceProcess } from '../../server/test/support/service-process.ts';
import { freePort } from '../../server/test/support/service-process.ts';
import type { Fault } from './fault.ts';
import { backAfterMs, longestGapMs, seconds, tellSeen } from './load.ts';
import { leaseSeconds, withPostgres } from './world.ts';

const kills = 30;

/** Kills (-9) three processes on one database in turn, at random moments, and restarts each one. */
export const killProcess: Fault = {
  name: 'kill-process',
  run: () =>
    withPostgres(async (world) => {
      const ports = await Promise.all([1, 2, 3].map(async () => String(await freePort())));
      const services = await Promise.all(ports.map((PORT) => world.start({ PORT })));
      const load = world.load(() => services.map(({ url }) => url));
      await load.acknowledged(50);
      const backMs: (number | null)[] = [];
      const readyMs: number[] = [];
      for (let kill = 0; kill < kills; kill += 1) {
        await delay(Math.random() * 500);
        const index = kill % services.length;
        const killedAt = performance.now();
        await services[index]?.kill();
        const started: ServiceProcess = await world.start({ PORT: ports[index] ?? '' });
        services[index] = started;
        readyMs.push(started.readyAfterMs);
        await load.acknowledged(5);
        backMs.push(backAfterMs(load.seen, killedAt));
      }
      const gapMs = longestGapMs(load.seen);
      const found = await world.audit(load, services[0]?.url ?? '');
      return [
        {
          injected: 'kill -9 of one of three processes under load, followed by a restart',
          store: 'PostgreSQL',
          times: kills,
          seen: tellSeen(load.seen),
          back: `the other processes keep answering: the next acknowledgement came after at most ${seconds(worst(backMs))}, and no caller waited longer than ${seconds(gapMs)} for one; the killed process was ready after at most ${seconds(Math.max(...readyMs))}`,
          found,
          note: `Repeats of a write that the killed process had leased get 409 \`idempotency_in_progress\` until the lease has expired (${leaseSeconds} s in this test). Then a repeat finishes the write, without a second charge. A draft without a language model takes no lease on PostgreSQL.`,
        },
      ];
    }),
};

/** Returns the longest time, or null if one of the events never happened. */
export function worst(times: readonly (number | null)[]): number | null {
  return times.reduce((longest, ms) => (longest === null || ms === null ? null : Math.max(longest, ms)), 0);
}
