/**
 * Measures how long a single draft takes as stored data grows: 10, 10,000 and 1,000,000 messages; 1 and 10,001
 * workspaces. It stores all data first and then measures in rounds over all sizes, so that each size sees the same
 * load. It uses the constant engine, so that only the stored data differs. A draft reads at most 40 messages, so with
 * 10 stored messages it reads fewer.
 *
 * npm run bench:size -- [--store sqlite|postgres] [--drafts 200] [--json]
 */
import { parseArgs } from 'node:util';
import type { StoreLocation } from '../server/src/store/location.ts';
import { openStore } from '../server/src/store/open-store.ts';
import type { Store } from '../server/src/store/port.ts';
import { startService } from '../server/test/support/service-process.ts';
import { type DraftTarget, type Latency, timeOneByOne } from './support/measure.ts';
import { type BenchStore, benchStores } from './support/stores.ts';
import { addMessages, makeWorkspaces, raisedPlans } from './support/workspaces.ts';

const { values: flags } = parseArgs({
  options: {
    store: { type: 'string' },
    drafts: { type: 'string', default: '200' },
    json: { type: 'boolean', default: false },
  },
});
const drafts = Number(flags.drafts);
const script = (name: string) => new URL(`./support/${name}.ts`, import.meta.url).pathname;
const rounds = 3;
const sizes = [
  { name: '10 messages, 1 workspace', messages: 10, workspaces: 1 },
  { name: '10,000 messages, 1 workspace', messages: 10_000, workspaces: 1 },
  { name: '1,000,000 messages, 1 workspace', messages: 1_000_000, workspaces: 1 },
  { name: '100,010 messages, 10,001 workspaces', messages: 10, workspaces: 10_001 },
];

interface Row extends Latency {
  readonly name: string;
}

const say = (line: string) => console.error(line);
const rows: Row[] = [];
const stores = await benchStores(flags.store);
const bare = await startService({}, { script: script('bare-service') });
try {
  for (const store of stores) rows.push(...(await measure(store)));
} finally {
  await bare.stop();
  for (const store of stores) await store.stop();
}
if (flags.json) console.log(JSON.stringify(rows, null, 2));
else {
  console.log('\n| case | draft p50 ms | draft p99 ms | bare route p50 ms |\n|---|---|---|---|');
  for (const { name, p50Ms, p99Ms, bareP50Ms } of rows) {
    console.log(`| ${[name, ...[p50Ms, p99Ms, bareP50Ms].map((ms) => ms.toFixed(2))].join(' | ')} |`);
  }
}

async function measure(store: BenchStore): Promise<Row[]> {
  const cases = [];
  for (const size of sizes) {
    const startedAt = performance.now();
    const { location, env, remove } = await store.fresh();
    const target = await grow(location, (handle) => fill(handle, size));
    cases.push({ name: `${store.name}: ${size.name}`, target, env, remove, latencies: [] as Latency[] });
    say(`${store.name}: ${size.name} created in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const { env, target, latencies } of cases) {
      const service = await startService(
        { ...env, UNDERSTUDY_PLANS: raisedPlans },
        { script: script('constant-service') },
      );
      latencies.push(await timeOneByOne({ service: service.url, bare: bare.url }, target, drafts));
      await service.stop();
    }
  }
  for (const { remove } of cases) await remove();
  return cases.map(({ name, latencies }) => ({
    name,
    p50Ms: median(latencies.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(latencies.map(({ p99Ms }) => p99Ms)),
    bareP50Ms: median(latencies.map(({ bareP50Ms }) => bareP50Ms)),
  }));
}

async function fill(store: Store, size: { messages: number; workspaces: number }): Promise<DraftTarget> {
  const first = Math.min(size.messages, 10);
  const [target] = await makeWorkspaces(store, { count: 1, keys: 1, messages: first, prefix: 'first' });
  if (target === undefined) throw new Error('no workspace was created');
  await addMessages(store, 'first_0', first, size.messages);
  await makeWorkspaces(store, { count: size.workspaces - 1, keys: 1, messages: 10 });
  return target;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function grow<Result>(location: StoreLocation, change: (handle: Store) => Promise<Result>): Promise<Result> {
  const handle = await openStore(location, { role: 'tool' });
  try {
    return await change(handle);
  } finally {
    await handle.close();
  }
}
