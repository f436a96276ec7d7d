/**
 * Measures the service past saturation, with the constant engine: drafts and refusals by the number of connections, and
 * how a noisy workspace affects a quiet one. Takes about two minutes per store.
 *
 * npm run bench:overload -- [--store sqlite|postgres] [--seconds 4] [--rounds 3] [--json] [--write]
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { openStore } from '../server/src/store/open-store.ts';
import { type ServiceProcess, startService } from '../server/test/support/service-process.ts';
import { type DraftTarget, drive, type Load, memoryMb, percentile, warmUp } from './support/measure.ts';
import { plotSvg } from './support/plot.ts';
import { callSteadily } from './support/steady-caller.ts';
import { type BenchStore, benchStores } from './support/stores.ts';
import { makeWorkspaces, raisedPlans } from './support/workspaces.ts';

const { values: flags } = parseArgs({
  options: {
    store: { type: 'string', default: 'sqlite' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const seconds = Number(flags.seconds);
const rounds = Number(flags.rounds);
const connectionCounts = [16, 64, 256, 1_024];
const quietPerSecond = 20;
const script = new URL('./support/constant-service.ts', import.meta.url).pathname;
const plotFolder = new URL('../docs/plots/', import.meta.url);

interface Step extends Load {
  readonly connections: number;
  readonly memoryMb: number | null;
  /**
   * The bare route's rate in the same round, over the same number of connections. It shows how much the connections
   * themselves cost the machine and the load generator.
   */
  readonly barePerSecond: number;
}

interface Noise {
  readonly noise: string;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /**
   * The p99 of a bare route in a separate process, which is called at the same rate at the same time. It shows how much
   * the machine alone adds to a request.
   */
  readonly bareP99Ms: number;
  readonly refused: number;
  readonly calls: number;
}

const stores = await benchStores(flags.store);
const bare = await startService({}, { script: new URL('./support/bare-service.ts', import.meta.url).pathname });
const results: { store: string; steps: Step[]; noises: Noise[] }[] = [];
try {
  for (const store of stores) results.push(await measureStore(store));
} finally {
  await bare.stop();
  for (const store of stores) await store.stop();
}
if (flags.json) console.log(JSON.stringify(results, null, 2));
else for (const result of results) print(result);
if (flags.write) for (const { store, steps } of results) await plot(store, steps);

async function measureStore(store: BenchStore) {
  const { location, env, remove } = await store.fresh();
  const handle = await openStore(location, { role: 'tool' });
  const targets = await makeWorkspaces(handle, { count: 1_000, keys: 1, messages: 40 });
  const [quiet] = await makeWorkspaces(handle, { count: 1, keys: 1, messages: 40, prefix: 'quiet' });
  const noisy = await makeWorkspaces(handle, { count: 1, keys: 8, messages: 40, prefix: 'noisy' });
  await handle.close();
  if (quiet === undefined) throw new Error('no workspace was created');
  const service = await startService({ ...env, UNDERSTUDY_PLANS: raisedPlans }, { script });
  try {
    await warmUp([service.url], targets);
    await drive(service.url, targets, { connections: 16, seconds: 2 });
    const steps = await saturate(service, targets);
    return { store: store.name, steps, noises: await disturb(service, quiet, noisy) };
  } finally {
    await service.stop();
    await remove();
  }
}

/** Tests every number of connections in each of several rounds. A step's figures come from its median round. */
async function saturate(service: ServiceProcess, targets: readonly DraftTarget[]): Promise<Step[]> {
  const loads = new Map<number, Step[]>(connectionCounts.map((connections) => [connections, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const connections of connectionCounts) {
      const load = await drive(service.url, targets, { connections, seconds });
      const memory = await memoryMb(service.child.pid);
      const { perSecond: barePerSecond } = await drive(bare.url, targets, { connections, seconds: seconds / 2 });
      loads.get(connections)?.push({ ...load, connections, memoryMb: memory?.highest ?? null, barePerSecond });
    }
  }
  return [...loads.values()].flatMap((each) => {
    const median = each.toSorted((one, other) => one.perSecond - other.perSecond)[Math.floor(each.length / 2)];
    return median === undefined ? [] : [median];
  });
}

/**
 * Measures a quiet workspace in turns: alone, beside a noisy one with ten times its load, and beside one that sends as
 * much as it can.
 */
async function disturb(service: ServiceProcess, quiet: DraftTarget, noisy: readonly DraftTarget[]): Promise<Noise[]> {
  const { url } = service;
  const call = (target: DraftTarget, perSecond: number, at = url) =>
    callSteadily({ url: at, target, perSecond, seconds });
  const [first] = noisy;
  if (first === undefined) throw new Error('no noisy workspace was created');
  const kinds = [
    { noise: 'alone', make: async () => {} },
    { noise: 'with a neighbour that sends ten times its load', make: () => call(first, quietPerSecond * 10) },
    {
      noise: 'with 256 connections that send continuously',
      make: () => drive(url, noisy, { connections: 256, seconds }),
    },
  ];
  const ms = kinds.map(() => [] as number[]);
  const bareMs = kinds.map(() => [] as number[]);
  const refused = kinds.map(() => 0);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { make }] of kinds.entries()) {
      const [calls, bareCalls] = await Promise.all([
        call(quiet, quietPerSecond),
        call(quiet, quietPerSecond, bare.url),
        make(),
      ]);
      ms[index]?.push(...calls.ms);
      bareMs[index]?.push(...bareCalls.ms);
      refused[index] = (refused[index] ?? 0) + calls.refused;
    }
  }
  return kinds.map(({ noise }, index) => ({
    noise,
    p50Ms: percentile(ms[index] ?? [], 0.5),
    p99Ms: percentile(ms[index] ?? [], 0.99),
    bareP99Ms: percentile(bareMs[index] ?? [], 0.99),
    refused: refused[index] ?? 0,
    calls: rounds * seconds * quietPerSecond,
  }));
}

function print({ store, steps, noises }: (typeof results)[number]) {
  const most = Math.max(...steps.map(({ perSecond }) => perSecond));
  const bareMost = Math.max(...steps.map(({ barePerSecond }) => barePerSecond));
  console.log(
    `\n| ${store}: connections | drafts/s | of the peak | bare route, of its peak | p50 ms | p99 ms | refused | refused p50 ms | refused p99 ms | without Retry-After | other failures | peak memory MB |`,
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|---|---|');
  for (const step of steps) {
    const { refusals } = step;
    const cells = [
      step.connections,
      Math.round(step.perSecond),
      (step.perSecond / most).toFixed(2),
      (step.barePerSecond / bareMost).toFixed(2),
      step.p50Ms,
      step.p99Ms,
      refusals.count,
      refusals.count === 0 ? '–' : Math.round(refusals.p50Ms),
      refusals.count === 0 ? '–' : Math.round(refusals.p99Ms),
      refusals.withoutRetryAfter,
      step.failures - refusals.count,
      step.memoryMb ?? '–',
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  const alone = noises[0];
  console.log(
    `\n| ${store}: a quiet workspace, ${quietPerSecond} drafts/s | p50 ms | p99 ms | p99, multiple of alone | bare route's p99 at the same time, ms | refused of ${alone?.calls} |`,
  );
  console.log('|---|---|---|---|---|---|');
  for (const { noise, p50Ms, p99Ms, bareP99Ms, refused } of noises) {
    const times = (p99Ms / (alone?.p99Ms ?? Number.NaN)).toFixed(2);
    console.log(
      `| ${noise} | ${p50Ms.toFixed(1)} | ${p99Ms.toFixed(1)} | ${times} | ${bareP99Ms.toFixed(1)} | ${refused} |`,
    );
  }
}

async function plot(store: string, steps: readonly Step[]): Promise<void> {
  const xs = steps.map(({ connections }) => connections.toLocaleString('en'));
  const name = store.toLowerCase();
  const common = { xLabel: 'connections', xs };
  await writeFile(
    new URL(`overload-throughput-${name}.svg`, plotFolder),
    plotSvg({
      ...common,
      title: `Drafts per second by connections, ${store}`,
      yLabel: 'drafts per second',
      series: [{ name: 'drafts per second', ys: steps.map(({ perSecond }) => perSecond) }],
    }),
  );
  await writeFile(
    new URL(`overload-latency-${name}.svg`, plotFolder),
    plotSvg({
      ...common,
      title: `Draft latency by connections, ${store}`,
      yLabel: 'milliseconds',
      series: [
        { name: 'p50', ys: steps.map(({ p50Ms }) => p50Ms) },
        { name: 'p99', ys: steps.map(({ p99Ms }) => p99Ms) },
      ],
    }),
  );
}
