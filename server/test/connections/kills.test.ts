import { expect, test } from 'vitest';
import { killUnderEvents } from '../acceptance/checks/kills.ts';
import { onBothStores, type Place } from '../cli/support/places.ts';
import { runLength } from '../support/run-length.ts';

const count = { events: runLength({ usual: 600, full: 10_000 }), kills: runLength({ usual: 3, full: 20 }) };

onBothStores((fresh) => {
  test('events that were acknowledged by a service that is killed repeatedly are stored once, and every unit is counted', {
    timeout: 600_000,
  }, async () => {
    const env = await fresh();
    const figures = await killUnderEvents({ env, location: locationOf(env) }, count);
    expect(figures).toMatchObject({ stored: count.events, kills: count.kills });
  });
});

function locationOf({ DATABASE_URL: url, UNDERSTUDY_DATA_DIR: dataDir = '' }: Place) {
  return url === undefined ? ({ kind: 'sqlite', dataDir } as const) : ({ kind: 'postgres', url, poolSize: 2 } as const);
}
