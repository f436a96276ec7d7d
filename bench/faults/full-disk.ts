import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { mountSmallDisk, type SmallDisk } from './disks.ts';
import type { Fault, FaultRow } from './fault.ts';
import { backAfterMs, seconds, tellSeen } from './load.ts';
import { type PostgresPlace, withPostgres, withSqlite } from './world.ts';

const fullMs = 10_000;

/** Fills the disk of the data to the last block under load, and frees it again. */
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

/** Filled repeatedly, because files that are removed meanwhile make room. */
async function keepFull(disk: SmallDisk): Promise<void> {
  const until = performance.now() + fullMs;
  while (performance.now() < until) {
    disk.fill();
    await delay(200);
  }
}

/** PostgreSQL exits if it cannot write its log, and the operator starts it again. True if that was necessary. */
async function bringBack({ cluster }: PostgresPlace): Promise<boolean> {
  if (cluster.isRunning()) return false;
  await cluster.start();
  return true;
}
