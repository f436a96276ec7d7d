import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { mountPowerDisk } from './disks.ts';
import type { Fault, FaultRow } from './fault.ts';
import { seconds, tellSeen } from './load.ts';
import { withSqlite } from './world.ts';

const cuts = 20;
const neverSync = ['/usr/lib/x86_64-linux-gnu/libeatmydata.so', '/usr/lib/aarch64-linux-gnu/libeatmydata.so'];

/** Cuts the power of SQLite's disk under load. A control does the same without any sync, and must lose data. */
export const powerCut: Fault = {
  name: 'power-cut',
  run: async () => {
    const row = await cutPower(cuts, {});
    const library = neverSync.find((path) => existsSync(path));
    if (library === undefined) return [{ ...row, note: 'The control did not run, because it needs libeatmydata.' }];
    return [row, { ...(await cutPower(1, { LD_PRELOAD: library })), isControl: true }];
  },
};

async function cutPower(times: number, env: Record<string, string>): Promise<FaultRow> {
  const disk = mountPowerDisk(400);
  try {
    return await withSqlite(
      async (world) => {
        let service = await world.start(env);
        const load = world.load(() => [service.url]);
        let slowestMs = 0;
        for (let cut = 0; cut < times; cut += 1) {
          await load.acknowledged(100);
          await delay(Math.random() * 500);
          disk.cut();
          // The service keeps running without a disk for a moment, in which it must not acknowledge anything.
          await delay(Math.random() * 100);
          await service.kill();
          disk.restore();
          service = await world.start(env);
          slowestMs = Math.max(slowestMs, service.readyAfterMs);
        }
        const found = await world.audit(load, service.url);
        const isControl = env['LD_PRELOAD'] !== undefined;
        return {
          injected: `power cut of the disk under load${isControl ? ', with every sync turned into a no-op (control: must lose data)' : ''}`,
          store: 'SQLite',
          times,
          seen: tellSeen(load.seen),
          back: `ready at most ${seconds(slowestMs)} after the start`,
          found,
        };
      },
      { dataDir: join(disk.path, 'data') },
    );
  } finally {
    disk.unmount();
  }
}
