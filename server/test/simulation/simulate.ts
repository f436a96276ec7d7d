/**
 * Runs the write paths with many seeds, and prints how to repeat each seed that failed.
 * npm run simulate -- [--seeds 10000] [--from 0] [--seed N]
 */
import { parseArgs } from 'node:util';
import { runSeed } from './run-seed.ts';
import { openSimDatabase } from './sim-database.ts';

const { values: flags } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10000' },
    from: { type: 'string', default: '0' },
    seed: { type: 'string' },
  },
});
const database = openSimDatabase();
const first = Number(flags.seed ?? flags.from);
const count = flags.seed === undefined ? Number(flags.seeds) : 1;
const startedMs = performance.now();
let [failed, steps] = [0, 0];
for (let seed = first; seed < first + count; seed += 1) {
  const result = await runSeed(seed, database);
  steps += result.steps;
  if (flags.seed !== undefined) for (const line of result.lines) console.log(line);
  if (result.faults.length === 0) continue;
  failed += 1;
  console.log(`seed ${seed}: ${result.faults.join('; ')}\n  npm run simulate -- --seed ${seed}`);
}
const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
console.log(`${count} seeds, ${steps} steps, ${failed} failed, in ${seconds} s`);
process.exitCode = failed === 0 ? 0 : 1;
