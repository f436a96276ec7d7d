import { expect, test } from 'vitest';
import { plantedBugs } from './planted-bugs.ts';
import { runSeed } from './run-seed.ts';
import { openSimDatabase } from './sim-database.ts';

const isFull = process.env['UNDERSTUDY_TEST_FULL'] === '1';
const seeds = isFull ? 10_000 : 300;
/** Each of the planted bugs is found within this many seeds. */
const seedsForABug = 400;

test(
  'with crashes, store errors and clock steps at any point, every write is stored, charged and notified exactly once',
  async () => {
    const database = openSimDatabase();
    const failed: string[] = [];
    for (let seed = 0; seed < seeds; seed += 1) {
      const { faults } = await runSeed(seed, database);
      if (faults.length > 0) failed.push(`npm run simulate -- --seed ${seed}: ${faults.join('; ')}`);
    }
    expect(failed).toEqual([]);
  },
  isFull ? 1_800_000 : 120_000,
);

test('a seed always gives the same run', async () => {
  const database = openSimDatabase();
  for (const seed of [3, 17, 40]) {
    const { lines, steps } = await runSeed(seed, database);
    expect(lines.length).toBeGreaterThan(3);
    expect(await runSeed(seed, database)).toMatchObject({ lines, steps });
  }
});

test.each(Object.entries(plantedBugs))('the simulation finds a planted bug: %s', async (_, operations) => {
  const database = openSimDatabase();
  for (let seed = 0; seed < seedsForABug; seed += 1) {
    const { faults } = await runSeed(seed, database, operations);
    if (faults.length === 0) continue;
    expect(faults[0]).toMatch(/stored|charged|answered|notification|allowance|steps/);
    return;
  }
  throw new Error(`not found in ${seedsForABug} seeds`);
});
