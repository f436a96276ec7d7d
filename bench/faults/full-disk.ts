import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { mountSmallDisk, type SmallDisk } from './disks.ts';
import type { Fault, FaultRow } from './fault.ts';
import { backAfterMs, seconds, tellSeen } from './load.ts';
import { type PostgresPlace, withPostgres, withSqlite } from './world.ts';

const fullMs = 10_000;

/** Fills the data's disk to the last block under load, then frees the space. */
export const fullDisk: Fault = {
  name: 'full-disk',
  run: async () => [await sqlite(), await postgres()],
};

async function sqlite(): Promise<FaultRow> {
  const disk = mountSmallDisk(100);
  try {
    return await withSqlite(
      async (world) => {
        const service = await world.start();
        const load = world.load(() => [service.url]);
        await load.acknowledged(100);
        const begunAt = performance.now();
        await keepFull(disk);
        disk.free();
        const freedAt = performance.now();
        await load.acknowledged(20);
        const back = backAfterMs(load.seen, freedAt);
        const found = await world.audit(load, service.url);
        return {
          injected: 'full disk for 10 s',
          store: 'SQLite',
          times: 1,
          seen: tellSeen(load.seen, begunAt),
          back: `${seconds(back)} after space was freed, without a restart`,
          found,
        };
      },
      { dataDir: join(disk.path, 'data') },
    );
  } finally {
    disk.unmount();
  }
}

async function postgres(): Promise<FaultRow> {
  const disk = mountSmallDisk(400);
  try {
    return await withPostgres(
      async (world, place) => {
        const service = await world.start();
        const load = world.load(() => [service.url]);
        await load.acknowledged(100);
        const begunAt = performance.now();
        await keepFull(disk);
        disk.free();
        const freedAt = performance.now();
        const restarts = await bringBack(place);
        await load.acknowledged(20);
        const back = backAfterMs(load.seen, freedAt);
        const found = await world.audit(load, service.url);
        return {
          injected: "full disk for 10 s, with PostgreSQL's data and log on it",
          store: 'PostgreSQL',
          times: 1,
          seen: tellSeen(load.seen, begunAt),
          back: `${seconds(back)} after space was freed, without a restart of the service; PostgreSQL ${restarts ? 'had shut itself down and was started manually' : 'recovered on its own'}`,
          found,
        };
      },
      { parent: disk.path },
    );
  } finally {
    disk.unmount();
  }
}

/** Fills the disk repeatedly, because files that are removed in the meantime free space. */
async function keepFull(disk: SmallDisk): Promise<void> {
  const until = performance.now() + fullMs;
  while (performance.now() < until) {
    disk.fill();
    await delay(200);
  }
}

/**
 * Restarts PostgreSQL if it has exited, because it exits when it cannot write its log. Resolves to true if this was
 * necessary.
 */
async function bringBack({ cluster }: PostgresPlace): Promise<boolean> {
  if (cluster.isRunning()) return false;
  await cluster.start();
  return true;
}
