/**
 * Faults injected under load, and what became of every write: what callers saw, what was lost, how long until service.
 * Some twenty minutes for all; loopback only. Ends with 1 where a row found what it should not.
 *   npm run bench:faults -- [--only kill-process,network] [--write] [--json]
 */
import { parseArgs } from 'node:util';
import { clock } from './faults/clock.ts';
import type { FaultRow } from './faults/fault.ts';
import { fullDisk } from './faults/full-disk.ts';
import { killProcess } from './faults/kill-process.ts';
import { network } from './faults/network.ts';
import { postgresAway } from './faults/postgres-away.ts';
import { powerCut, powerCutControl } from './faults/power-cut.ts';
import { faultTable, isAsExpected } from './faults/print.ts';
import { receiversAway } from './faults/receivers-away.ts';
import { Unavailable } from './faults/world.ts';
import { writeThread } from './faults/write-thread.ts';

const { values: flags } = parseArgs({
  options: { only: { type: 'string' }, write: { type: 'boolean', default: false }, json: { type: 'boolean' } },
});
const faults = [
  killProcess,
  postgresAway,
  network,
  fullDisk,
  clock,
  writeThread,
  receiversAway,
  powerCut,
  powerCutControl,
];
const wanted = flags.only?.split(',');
const rows: FaultRow[] = [];
const skipped: string[] = [];
for (const fault of faults.filter(({ name }) => wanted?.includes(name) ?? true)) {
  const startedAt = performance.now();
  try {
    const made = await fault.run();
    rows.push(...made);
    for (const row of made)
      console.error(`${isAsExpected(row) ? 'as it should be' : 'NOT AS IT SHOULD BE'}: ${row.injected}`);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    skipped.push(`${fault.name}: ${error.message}`);
  }
  console.error(`  ${fault.name}: ${Math.round((performance.now() - startedAt) / 1_000)} s`);
}
console.log(flags.json === true ? JSON.stringify(rows, null, 2) : faultTable(rows));
for (const line of skipped) console.log(`Not injected here: ${line}`);
if (!rows.every(isAsExpected)) process.exitCode = 1;
