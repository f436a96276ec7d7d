import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type FakeClock, makeFakeClock } from './fake-clock.ts';
import type { Fault, FaultRow } from './fault.ts';
import { seconds, tellSeen } from './load.ts';
import { type FaultWorld, withPostgres, withSqlite } from './world.ts';

/** The clock's offsets in hours: forward, back to before the start, and finally to the true time. */
const jumps = [3, -3, 12, -1, 0];
const betweenMs = 4_000;

/** Makes the clock of a service, or of the database, jump by hours under load. */
export const clock: Fault = {
  name: 'clock',
  run: async () => [
    await jumping(
      'SQLite',
      "the service's clock jumps (+3 h, −3 h, +12 h, −1 h, back to the true time)",
      (fake, work) => withSqlite((world) => work(world, fake.env)),
    ),
    await jumping('PostgreSQL', 'the clock of one of two services jumps the same way', (fake, work) =>
      withPostgres((world) => work(world, fake.env)),
    ),
    await jumping('PostgreSQL', "the database's clock jumps the same way", (fake, work) =>
      withPostgres((world) => work(world, {}), { env: fake.env }),
    ),
  ],
};

async function jumping(
  store: FaultRow['store'],
  injected: string,
  open: (
    fake: FakeClock,
    work: (world: FaultWorld, env: Record<string, string>) => Promise<FaultRow>,
  ) => Promise<FaultRow>,
): Promise<FaultRow> {
  const fake = makeFakeClock();
  // The database runs as a different user, which must be able to read the file.
  chmodSync(dirname(fake.env['FAKETIME_TIMESTAMP_FILE'] ?? ''), 0o755);
  try {
    return await open(fake, async (world, env) => {
      const services = [await world.start(env), ...(store === 'PostgreSQL' ? [await world.start()] : [])];
      const load = world.load(() => services.map(({ url }) => url));
      await load.acknowledged(50);
      const begunAt = performance.now();
      for (const hours of jumps) {
        fake.jump(hours);
        await delay(betweenMs);
      }
      await load.acknowledged(20);
      // Sets the clock ahead of every earlier jump, so that anything that waits for a wall-clock time becomes due.
      fake.jump(13);
      const gaps = tellSeen(load.seen, begunAt);
      const longest = longestWithout(load.seen, begunAt);
      const found = await world.audit(load, services[0]?.url ?? '');
      return {
        injected,
        store,
        times: jumps.length,
        seen: gaps,
        back: `always available: at most ${seconds(longest)} without an acknowledgement`,
        found,
        note: 'Leases and notification claims follow elapsed time, so none of them waits for the clock ([decision 17](decisions/0017-ages-go-by-time-that-passed.md)). At the end of the check, the clock is set 13 h ahead.',
      };
    });
  } finally {
    fake.remove();
  }
}

function longestWithout(seen: readonly { endedAt: number; outcome: string }[], from: number): number {
  let last = from;
  let longest = 0;
  for (const { endedAt, outcome } of seen) {
    if (endedAt < from || (outcome !== '200' && outcome !== 'replay')) continue;
    longest = Math.max(longest, endedAt - last);
    last = endedAt;
  }
  return longest;
}
