/**
 * Injects faults under load and checks every write. Reports what callers saw, what was lost, and how long the service
 * was unavailable. All faults together take about twenty minutes on an idle machine, and use only the loopback
 * interface. Exits with status 1 if a check fails. `--write` updates the sections of docs/faults.md for the faults that
 * ran.
 *
 * npm run bench:faults -- [--only kill-process,network] [--write] [--json]
 */
import { parseArgs } from 'node:util';
import { clock } from './faults/clock.ts';
import type { Fault, FaultRow } from './faults/fault.ts';
import { fullDisk } from './faults/full-disk.ts';
import { killProcess } from './faults/kill-process.ts';
import { migration } from './faults/migration.ts';
import { network } from './faults/network.ts';
import { postgresAway } from './faults/postgres-away.ts';
import { powerCut } from './faults/power-cut.ts';
import { faultTable, isAsExpected } from './faults/print.ts';
import { receiversAway } from './faults/receivers-away.ts';
import { writeReport } from './faults/report.ts';
import { Unavailable } from './faults/world.ts';
import { writeThread } from './faults/write-thread.ts';

const faults: readonly Fault[] = [
  killProcess,
  postgresAway,
  network,
  fullDisk,
  powerCut,
  clock,
  writeThread,
  receiversAway,
  migration,
];
const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const wanted = flags.only?.split(',') ?? faults.map(({ name }) => name);
const unknown = wanted.filter((name) => !faults.some((fault) => fault.name === name));
if (unknown.length > 0) {
  console.error(
    `--only: no fault is named ${unknown.join(', ')}; the faults are ${faults.map(({ name }) => name).join(', ')}`,
  );
  process.exit(2);
}

// Exiting unmounts the disks that the faults mounted.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

const all: FaultRow[] = [];
for (const fault of faults.filter(({ name }) => wanted.includes(name))) {
  const startedAt = performance.now();
  try {
    const rows = await fault.run();
    all.push(...rows);
    if (!flags.json) console.log(`\n${faultTable(rows)}`);
    if (flags.write) await writeReport(fault, rows);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    console.error(`${fault.name} cannot be injected here: ${error.message}`);
  }
  console.error(`${fault.name}: ${Math.round((performance.now() - startedAt) / 1_000)} s`);
}
if (flags.json) console.log(JSON.stringify(all, null, 2));
for (const row of all.filter((one) => !isAsExpected(one))) {
  console.error(`Unexpected result: ${row.injected} (${row.store})`);
  process.exitCode = 1;
}
