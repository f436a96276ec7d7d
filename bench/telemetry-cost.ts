/**
 * Measures the cost of telemetry: durable drafts with the constant engine over HTTP on SQLite, with metrics (scraped
 * every second), with traces, and without either, in turns in one run. Takes about two minutes.
 *
 * npm run bench:telemetry -- [--seconds 2] [--rounds 9] [--connections 16] [--json]
 */
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { openStore } from '../server/src/store/open-store.ts';
import { freePort, type ServiceProcess, startService } from '../server/test/support/service-process.ts';
import { cpuMicroseconds, type DraftTarget, drive } from './support/measure.ts';
import { benchStores } from './support/stores.ts';
import { tellingCost } from './support/telling-cost.ts';
import { makeWorkspaces, raisedPlans } from './support/workspaces.ts';

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '9' },
    connections: { type: 'string', default: '16' },
    json: { type: 'boolean', default: false },
  },
});
const seconds = Number(flags.seconds);
const connections = Number(flags.connections);
const script = new URL('./support/constant-service.ts', import.meta.url).pathname;

interface Variant {
  readonly name: string;
  readonly service: ServiceProcess;
  readonly targets: readonly DraftTarget[];
  readonly rates: number[];
  readonly cpuPerDraft: number[];
}

const [stores] = await benchStores('sqlite');
if (stores === undefined) throw new Error('SQLite is not available');
const sqlite = stores;
const collector = createServer((request, response) => request.resume().on('end', () => response.end('{}')));
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
const collectorAddress = collector.address();
const collectorPort = typeof collectorAddress === 'object' ? collectorAddress?.port : 0;
const metricsPort = String(await freePort());
const removals: (() => Promise<void>)[] = [];
const variants = [
  await start('neither', {}),
  await start('metrics', { UNDERSTUDY_METRICS_PORT: metricsPort }),
  await start('traces of 1 in 100', tracing(1)),
  await start('traces of all', tracing(100)),
];
const scraping = setInterval(() => {
  void fetch(`http://127.0.0.1:${metricsPort}/metrics`).then((page) => page.text());
}, 1_000);

try {
  for (let round = -1; round < Number(flags.rounds); round += 1) {
    // Each variant starts a round in turn, so that none always comes first.
    for (const at of variants.keys()) {
      const variant = variants[(at + round + 1) % variants.length];
      if (variant !== undefined) await measure(variant, round >= 0);
    }
  }
} finally {
  clearInterval(scraping);
  for (const { service } of variants) await service.stop();
  collector.close();
  for (const remove of removals) await remove();
  await sqlite.stop();
}
await print();

function tracing(percent: number): Record<string, string> {
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}`,
    UNDERSTUDY_TRACES_PERCENT: String(percent),
  };
}

async function start(name: string, watching: Record<string, string>): Promise<Variant> {
  const { location, env, remove } = await sqlite.fresh();
  removals.push(remove);
  const handle = await openStore(location, { role: 'tool' });
  const targets = await makeWorkspaces(handle, { count: 1, keys: 8, messages: 40 });
  await handle.close();
  const service = await startService({ ...env, ...watching, UNDERSTUDY_PLANS: raisedPlans }, { script });
  return { name, service, targets, rates: [], cpuPerDraft: [] };
}

async function measure({ service, targets, rates, cpuPerDraft }: Variant, counts: boolean): Promise<void> {
  const before = await cpuMicroseconds(service.child.pid);
  const { perSecond, failures } = await drive(service.url, targets, { connections, seconds });
  if (failures > 0) throw new Error(`${failures} drafts failed`);
  if (!counts) return;
  rates.push(perSecond);
  cpuPerDraft.push(((await cpuMicroseconds(service.child.pid)) - before) / (perSecond * seconds));
}

/** Prints the results. Each ratio is computed within one round, so that the machine's other load affects both sides. */
async function print(): Promise<void> {
  const [reference] = variants;
  const rows = variants.map(({ name, rates, cpuPerDraft }) => ({
    name,
    perSecond: Math.round(median(rates)),
    ofNeither: Number(median(rates.map((rate, at) => rate / (reference?.rates[at] ?? rate))).toFixed(3)),
    cpuMicrosecondsPerDraft: Math.round(median(cpuPerDraft)),
    cpuOfNeither: Number(median(cpuPerDraft.map((cpu, at) => cpu / (reference?.cpuPerDraft[at] ?? cpu))).toFixed(3)),
  }));
  const telling = await tellingCost();
  if (flags.json) {
    console.log(JSON.stringify({ rows, telling }, null, 2));
    return;
  }
  console.log(`| watched by (${connections} connections) | drafts/s | of neither | CPU µs per draft | of neither |`);
  console.log('|---|---|---|---|---|');
  for (const row of rows) {
    console.log(
      `| ${row.name} | ${row.perSecond} | ${row.ofNeither} | ${row.cpuMicrosecondsPerDraft} | ${row.cpuOfNeither} |`,
    );
  }
  const share = ((telling.withUs - telling.withoutUs) / (rows[0]?.cpuMicrosecondsPerDraft ?? Number.NaN)) * 100;
  console.log(
    `\nOne draft's telemetry alone: ${telling.withoutUs.toFixed(2)} µs without metrics, ${telling.withUs.toFixed(2)} µs with: ` +
      `${share.toFixed(1)} % more CPU time per draft. A scrape: ${(telling.scrapeUs / 1_000).toFixed(1)} ms.`,
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
