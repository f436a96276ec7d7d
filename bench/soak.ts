/**
 * Runs the service at 70 % of its capacity for a given time: memory, handles, event-loop delay and p99 must stay flat.
 * Exits with 1 if one of them grows. `--write` updates the report and its plots.
 *
 * npm run bench:soak -- [--minutes 30] [--store sqlite|postgres] [--share 0.7] [--write]
 */
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { openStore } from '../server/src/store/open-store.ts';
import { freePort, startService } from '../server/test/support/service-process.ts';
import { valueIn } from '../server/test/telemetry/support/samples.ts';
import { mixedRequests } from './soak/operations.ts';
import { type Sample, tellSoak, writeSoak } from './soak/report.ts';
import { benchStores } from './support/stores.ts';
import { makeWorkspaces, raisedPlans } from './support/workspaces.ts';

const { values: flags } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    store: { type: 'string', default: 'sqlite' },
    share: { type: 'string', default: '0.7' },
    write: { type: 'boolean', default: false },
  },
});
const seconds = Number(flags.minutes) * 60;
const share = Number(flags.share);
const everyMs = 10_000;
const connections = 16;

const [store] = await benchStores(flags.store);
if (store === undefined) throw new Error(`the store "${flags.store}" is not available`);
const { location, env, remove } = await store.fresh();
const handle = await openStore(location, { role: 'tool' });
const targets = await makeWorkspaces(handle, { count: 100, keys: 1, messages: 40 });
await handle.close();
const metricsPort = String(await freePort());
const service = await startService(
  { ...env, UNDERSTUDY_PLANS: raisedPlans, UNDERSTUDY_METRICS_PORT: metricsPort },
  { readyWithinMs: 60_000 },
);
try {
  const requests = mixedRequests(targets);
  await autocannon({ url: service.url, connections, duration: Math.min(20, seconds / 6), requests });
  const atFull = await autocannon({ url: service.url, connections, duration: Math.min(30, seconds / 6), requests });
  const capacity = atFull.requests.average;
  const rate = Math.max(1, Math.floor(capacity * share));
  console.error(`${store.name}: ${Math.round(capacity)} requests/s at full load, ${rate}/s for ${flags.minutes} min`);

  let times: number[] = [];
  let failures = 0;
  const samples: Sample[] = [];
  const sampling = setInterval(async () => {
    const [window, failed] = [times.toSorted((one, other) => one - other), failures];
    times = [];
    failures = 0;
    const page = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const read = (name: string) => valueIn(page, name) ?? Number.NaN;
    samples.push({
      perSecond: window.length / (everyMs / 1_000),
      p50Ms: window[Math.floor(window.length * 0.5)] ?? Number.NaN,
      p99Ms: window[Math.floor(window.length * 0.99)] ?? Number.NaN,
      failures: failed,
      residentMb: read('process_resident_memory_bytes') / 1024 ** 2,
      heapMb: read('nodejs_heap_size_used_bytes') / 1024 ** 2,
      handles: read('process_open_fds') + read('nodejs_active_resources_total'),
      loopP99Ms: read('nodejs_eventloop_lag_p99_seconds') * 1_000,
    });
  }, everyMs);
  await autocannon({
    url: service.url,
    connections,
    duration: seconds,
    overallRate: rate,
    requests,
    setupClient: (client) => {
      client.on('response', (status, _bytes, tookMs) => {
        times.push(tookMs);
        if (status !== 200) failures += 1;
      });
    },
  });
  clearInterval(sampling);
  const soak = { store: store.name, minutes: Number(flags.minutes), share, capacity, rate, everyMs, samples };
  const { text, isFlat } = tellSoak(soak);
  console.log(text);
  if (flags.write) await writeSoak(soak);
  if (!isFlat) process.exitCode = 1;
} finally {
  await service.stop();
  await remove();
  await store.stop();
}
