/**
 * Measures durable drafts per second over HTTP, and compares them with a bare Fastify route in the same run. Takes
 * about four minutes for both stores.
 *
 * npm run bench -- [--store sqlite|postgres] [--seconds 4] [--connections 16] [--rounds 2] [--json]
 */
import { parseArgs } from 'node:util';
import { openStore } from '../server/src/store/open-store.ts';
import { type ServiceProcess, startService } from '../server/test/support/service-process.ts';
import { cpuMicroseconds, type DraftTarget, drive, type Load, memoryMb } from './support/measure.ts';
import { benchStores } from './support/stores.ts';
import { makeWorkspaces, raisedPlans } from './support/workspaces.ts';

const { values: flags } = parseArgs({
  options: {
    store: { type: 'string' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '16' },
    rounds: { type: 'string', default: '2' },
    json: { type: 'boolean', default: false },
  },
});
const seconds = Number(flags.seconds);
const connections = Number(flags.connections);
const rounds = Number(flags.rounds);
const script = (name: string) => new URL(`./support/${name}.ts`, import.meta.url).pathname;

interface Row extends Omit<Load, 'refusals'> {
  readonly name: string;
  readonly ratioToBare: number;
  readonly readyAfterMs: number;
  readonly memoryMb: number | null;
  /**
   * The service process's CPU time, over all threads. Unlike the rates, it hardly depends on the machine's other load.
   */
  readonly cpuMicrosecondsPerDraft: number | null;
}

interface Case {
  readonly name: string;
  readonly service: ServiceProcess;
  readonly targets: readonly DraftTarget[];
}

const say = (line: string) => console.error(line);
const rows: Row[] = [];
const stores = await benchStores(flags.store);
const bare = await startService({}, { script: script('bare-service') });
const noTargets = [
  {
    key: 'none',
    body: JSON.stringify({ profileId: 'prof_one', conversationId: 'conv_one', message: 'hi! do you ship to Brazil?' }),
  },
];
try {
  for (const store of stores) {
    for (const engine of ['constant', 'embedded'] as const) {
      for (const shape of [
        { name: 'one hot workspace, 8 keys', count: 1, keys: 8 },
        { name: '1,000 workspaces', count: 1_000, keys: 1 },
      ]) {
        const { location, env, remove } = await store.fresh();
        const handle = await openStore(location, { role: 'tool' });
        const targets = await makeWorkspaces(handle, { count: shape.count, keys: shape.keys, messages: 40 });
        await handle.close();
        const service = await startService(
          { ...env, UNDERSTUDY_PLANS: raisedPlans },
          engine === 'constant' ? { script: script('constant-service') } : {},
        );
        rows.push(await measure({ name: `${store.name}, ${engine} engine, ${shape.name}`, service, targets }));
        await service.stop();
        await remove();
      }
    }
  }
} finally {
  await bare.stop();
  for (const store of stores) await store.stop();
}
if (flags.json) console.log(JSON.stringify(rows, null, 2));
else print(rows);

/**
 * Alternates between the bare route and the case, so that both see the same load. The ratio is computed from the sums.
 */
async function measure({ name, service, targets }: Case): Promise<Row> {
  await drive(service.url, targets, { connections, seconds: 2 });
  await drive(bare.url, noTargets, { connections, seconds: 1 });
  let bareSum = 0;
  const loads: Load[] = [];
  let cpu = 0;
  for (let round = 0; round < rounds; round += 1) {
    bareSum += (await drive(bare.url, noTargets, { connections, seconds: Math.max(2, seconds / 2) })).perSecond;
    const cpuBefore = await cpuMicroseconds(service.child.pid);
    loads.push(await drive(service.url, targets, { connections, seconds }));
    cpu += (await cpuMicroseconds(service.child.pid)) - cpuBefore;
  }
  const sum = loads.reduce((total, load) => total + load.perSecond, 0);
  const memory = await memoryMb(service.child.pid);
  const row = {
    name,
    perSecond: sum / rounds,
    p50Ms: Math.max(...loads.map((load) => load.p50Ms)),
    p99Ms: Math.max(...loads.map((load) => load.p99Ms)),
    failures: loads.reduce((total, load) => total + load.failures, 0),
    ratioToBare: sum / bareSum,
    readyAfterMs: service.readyAfterMs,
    memoryMb: memory?.highest ?? null,
    cpuMicrosecondsPerDraft: memory === null ? null : Math.round(cpu / (sum * seconds)),
  };
  say(`${name}: ${Math.round(row.perSecond)}/s beside ${Math.round(bareSum / rounds)}/s bare`);
  return row;
}

function print(measured: Row[]) {
  console.log(
    `\n| case (${connections} connections) | drafts/s | of bare Fastify | p50 ms | p99 ms | CPU µs per draft | peak memory MB | ready after ms | failures |`,
  );
  console.log('|---|---|---|---|---|---|---|---|---|');
  for (const row of measured) {
    const cells = [
      row.name,
      Math.round(row.perSecond),
      row.ratioToBare.toFixed(2),
      row.p50Ms,
      row.p99Ms,
      row.cpuMicrosecondsPerDraft ?? '–',
      row.memoryMb ?? '–',
      Math.round(row.readyAfterMs),
      row.failures,
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
