import { expect, test } from 'vitest';
import { runSeed } from '../simulation/run-seed.ts';
import { openSimDatabase } from '../simulation/sim-database.ts';

/** Runs a part of the simulation, for `npm run measure:mutants`. */
test('sixty runs of the simulation find no violation', async () => {
  const database = openSimDatabase();
  for (let seed = 0; seed < 60; seed += 1) expect((await runSeed(seed, database)).faults).toEqual([]);
});
