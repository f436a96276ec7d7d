import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { worst } from './kill-process.ts';
import { backAfterMs, seconds, tellSeen } from './load.ts';
import { withSqlite } from './world.ts';

const deaths = 20;

/** Repeatedly ends the one thread that writes to SQLite, under load, while the process continues. */
export const writeThread: Fault = {
  name: 'write-thread',
  run: () =>
    withSqlite(async (world) => {
      const NODE_OPTIONS = `--import ${new URL('./end-thread.ts', import.meta.url)}`;
      const service = await world.start({ NODE_OPTIONS });
      const load = world.load(() => [service.url]);
      const backMs: (number | null)[] = [];
      for (let death = 0; death < deaths; death += 1) {
        await load.acknowledged(30);
        await delay(Math.random() * 50);
        const endedAt = performance.now();
        service.child.kill('SIGUSR2');
        await load.acknowledged(10);
        backMs.push(backAfterMs(load.seen, endedAt));
      }
      const found = await world.audit(load, service.url);
      return [
        {
          injected: 'the write thread dies under load',
          store: 'SQLite',
          times: deaths,
          seen: tellSeen(load.seen),
          back: `at most ${seconds(worst(backMs))}: the next write starts a new thread`,
          found,
        },
      ];
    }),
};
