import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresCluster } from '../../server/test/support/postgres-cluster.ts';
import type { Fault, FaultRow } from './fault.ts';
import { worst } from './kill-process.ts';
import { backAfterMs, seconds, tellSeen } from './load.ts';
import { withPostgres } from './world.ts';

const awayMs = 20_000;

/** Kills, freezes and stops PostgreSQL under load from two service processes, which are never restarted. */
export const postgresAway: Fault = {
  name: 'postgres-away',
  run: async () => [
    await takeAway('kill -9 of PostgreSQL under load, followed by an immediate restart', 5, async (cluster) => {
      await cluster.kill();
      return () => cluster.start();
    }),
    await takeAway('PostgreSQL frozen for 20 s (SIGSTOP of all its processes)', 1, async (cluster) => {
      cluster.pause();
      await delay(awayMs);
      return async () => cluster.resume();
    }),
    await takeAway('PostgreSQL stopped normally and restarted after 20 s', 1, async (cluster) => {
      await cluster.halt();
      await delay(awayMs);
      return () => cluster.start();
    }),
  ],
};

function takeAway(
  injected: string,
  times: number,
  inject: (cluster: PostgresCluster) => Promise<() => Promise<void>>,
): Promise<FaultRow> {
  return withPostgres(async (world, { cluster }) => {
    const services = await Promise.all([world.start(), world.start()]);
    const load = world.load(() => services.map(({ url }) => url));
    const fromBegin: (number | null)[] = [];
    const fromReturn: (number | null)[] = [];
    for (let time = 0; time < times; time += 1) {
      await load.acknowledged(50);
      const begunAt = performance.now();
      const bringBack = await inject(cluster);
      await bringBack();
      const returnedAt = performance.now();
      await load.acknowledged(20);
      fromBegin.push(backAfterMs(load.seen, begunAt));
      fromReturn.push(backAfterMs(load.seen, returnedAt));
    }
    const found = await world.audit(load, services[0].url);
    return {
      injected,
      store: 'PostgreSQL',
      times,
      seen: tellSeen(load.seen),
      back: `${seconds(worst(fromReturn))} after the server accepted connections again (${seconds(worst(fromBegin))} after the fault began), without a restart`,
      found,
    };
  });
}
