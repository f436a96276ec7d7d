/**
 * Measures durable drafts per second on PostgreSQL with 1, 2 and 4 service processes, and compares them with `pgbench`
 * running a draft's statements, in turns in one run. Takes about three minutes.
 *
 * npm run bench:postgres -- [--seconds 4] [--rounds 2] [--connections 16] [--processes 1,2,4] [--json] [--write]
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { openStore } from '../server/src/store/open-store.ts';
import { type ServiceProcess, startService } from '../server/test/support/service-process.ts';
import { draftStatements } from './support/draft-statements.ts';
import { cpuMicroseconds, type DraftTarget, driveAll, type Load, warmUp } from './support/measure.ts';
import { pgbench } from './support/pgbench.ts';
import { plotSvg } from './support/plot.ts';
import { benchStores } from './support/stores.ts';
import { makeWorkspaces, raisedPlans } from './support/workspaces.ts';

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '16' },
    processes: { type: 'string', default: '1,2,4' },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const seconds = Number(flags.seconds);
const rounds = Number(flags.rounds);
const connections = Number(flags.connections);
const counts = flags.processes.split(',').map(Number);
const script = new URL('./support/constant-service.ts', import.meta.url).pathname;

interface Row {
  readonly shape: string;
  readonly processes: number;
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly failures: number;
  readonly cpuMicrosecondsPerDraft: number;
  /**
   * The rate as a share of pgbench's rate. For `ratio`, pgbench runs the two statements of a draft with a lease; for
   * `ratioWithoutLease`, those of a draft without one, which the service uses.
   */
  readonly ratio: number;
  readonly ratioWithoutLease: number;
  readonly pgbenchPerSecond: number;
  readonly pgbenchWithoutLeasePerSecond: number;
}

const [postgres] = await benchStores('postgres');
if (postgres === undefined) process.exit(1);
const rows: Row[] = [];
try {
  for (const shape of [
    { name: '1,000 workspaces', count: 1_000, keys: 1 },
    { name: 'one hot workspace, 8 keys', count: 1, keys: 8 },
  ]) {
    const { location, env } = await postgres.fresh();
    const handle = await openStore(location, { role: 'tool' });
    const targets = await makeWorkspaces(handle, { count: shape.count, keys: shape.keys, messages: 40 });
    await handle.close();
    const statements = draftStatements(shape.count);
    for (const processes of counts) {
      const services = await Promise.all(
        Array.from({ length: processes }, () => startService({ ...env, UNDERSTUDY_PLANS: raisedPlans }, { script })),
      );
      try {
        const row = await measure(env['DATABASE_URL'] ?? '', services, targets, statements);
        rows.push({ shape: shape.name, processes, ...row });
        console.error(
          `${shape.name}, ${processes}: ${Math.round(row.perSecond)}/s, ${row.ratio.toFixed(2)} of pgbench`,
        );
      } finally {
        await Promise.all(services.map((service) => service.stop()));
      }
    }
  }
} finally {
  await postgres.stop();
}
if (flags.json) console.log(JSON.stringify(rows, null, 2));
else print(rows);
if (flags.write) await plot(rows);

/** Alternates between pgbench and the service, so that both see the same load. The ratio is computed from the sums. */
async function measure(
  url: string,
  services: readonly ServiceProcess[],
  targets: readonly DraftTarget[],
  statements: ReturnType<typeof draftStatements>,
): Promise<Omit<Row, 'shape' | 'processes'>> {
  const urls = services.map((service) => service.url);
  const cpu = async () =>
    (await Promise.all(services.map(({ child }) => cpuMicroseconds(child.pid)))).reduce((sum, each) => sum + each, 0);
  await warmUp(urls, targets);
  await driveAll(urls, targets, { connections, seconds: 2 });
  const loads: Load[] = [];
  let pgbenchSum = 0;
  let withoutLeaseSum = 0;
  let cpuSum = 0;
  for (let round = 0; round < rounds; round += 1) {
    const clients = { clients: connections, seconds: Math.ceil(seconds / 2) };
    pgbenchSum += await pgbench(url, statements.admitAndSettle, clients);
    withoutLeaseSum += await pgbench(url, statements.prepareAndStore, clients);
    const before = await cpu();
    loads.push(await driveAll(urls, targets, { connections, seconds }));
    cpuSum += (await cpu()) - before;
  }
  const sum = loads.reduce((total, load) => total + load.perSecond, 0);
  return {
    perSecond: sum / rounds,
    p99Ms: Math.max(...loads.map((load) => load.p99Ms)),
    failures: loads.reduce((total, load) => total + load.failures, 0),
    cpuMicrosecondsPerDraft: Math.round(cpuSum / (sum * seconds)),
    ratio: sum / pgbenchSum,
    ratioWithoutLease: sum / withoutLeaseSum,
    pgbenchPerSecond: pgbenchSum / rounds,
    pgbenchWithoutLeasePerSecond: withoutLeaseSum / rounds,
  };
}

function print(measured: readonly Row[]) {
  console.log(
    `\n| case (${connections} connections) | processes | drafts/s | of pgbench, leased | of pgbench, optimistic | p99 ms | CPU µs per draft | failures |`,
  );
  console.log('|---|---|---|---|---|---|---|---|');
  for (const row of measured) {
    const cells = [
      row.shape,
      row.processes,
      Math.round(row.perSecond),
      `${row.ratio.toFixed(2)} of ${Math.round(row.pgbenchPerSecond)}/s`,
      `${row.ratioWithoutLease.toFixed(2)} of ${Math.round(row.pgbenchWithoutLeasePerSecond)}/s`,
      row.p99Ms,
      row.cpuMicrosecondsPerDraft,
      row.failures,
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

async function plot(measured: readonly Row[]): Promise<void> {
  const shapes = [...new Set(measured.map(({ shape }) => shape))];
  const svg = plotSvg({
    title: "Share of pgbench's rate by processes, PostgreSQL",
    xLabel: 'service processes, on two cores',
    yLabel: "service's drafts, as a share of pgbench's",
    xs: counts.map(String),
    series: shapes.map((name) => ({
      name,
      ys: measured.filter(({ shape }) => shape === name).map(({ ratio }) => ratio),
    })),
  });
  await writeFile(new URL('../docs/plots/processes-postgresql.svg', import.meta.url), svg);
}
