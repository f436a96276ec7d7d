/**
 * Measures how many events a receiver accepts compared with the bare route, and how a flood of 2,000 events per second
 * affects the drafts of another workspace.
 *
 * npm run bench:inbox -- [--store sqlite|postgres] [--seconds 8] [--rounds 1] [--events 2000] [--per-request 10]
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createConnectionVerbs } from '../server/src/admin/inboxes/connection-verbs.ts';
import { createSealer } from '../server/src/lib/sealing.ts';
import { openStore } from '../server/src/store/open-store.ts';
import { startService } from '../server/test/support/service-process.ts';
import { driveHook, flood, type HookTerms } from './support/hook-load.ts';
import { type DraftTarget, percentile, warmUp } from './support/measure.ts';
import { callSteadily } from './support/steady-caller.ts';
import { type BenchStore, benchStores } from './support/stores.ts';
import { makeWorkspaces, raisedPlans } from './support/workspaces.ts';

const { values: flags } = parseArgs({
  options: {
    store: { type: 'string' },
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '1' },
    events: { type: 'string', default: '2000' },
    'per-request': { type: 'string', default: '10' },
  },
});
const seconds = Number(flags.seconds);
const rounds = Number(flags.rounds);
const eventsPerSecond = Number(flags.events);
const eventsPerRequest = Number(flags['per-request']);
const draftsPerSecond = 20;
const connections = 16;

for (const store of await benchStores(flags.store)) {
  await measure(store);
  await store.stop();
}

async function measure(store: BenchStore): Promise<void> {
  const { location, env, remove } = await store.fresh();
  const key = randomBytes(32);
  const settings = { ...env, UNDERSTUDY_SEALING_KEYS: key.toString('base64'), UNDERSTUDY_PLANS: raisedPlans };
  const service = await startService({ ...settings, UNDERSTUDY_HOOK_REQUESTS_PER_MINUTE: '1000000' });
  const bare = await startService({}, { script: join(import.meta.dirname, 'support/bare-service.ts') });
  const handle = await openStore(location, { role: 'tool' });
  try {
    const [quiet] = await makeWorkspaces(handle, { count: 1, keys: 1, messages: 4, prefix: 'quiet' });
    await makeWorkspaces(handle, { count: 1, keys: 1, messages: 4, prefix: 'noisy' });
    if (quiet === undefined) throw new Error('no workspace was created');
    const verbs = createConnectionVerbs({ store: handle, sealer: createSealer([key]), baseUrl: service.url });
    const made = await verbs.create({ workspaceId: 'noisy_0', profileId: 'prof_one', kind: 'generic' });
    const terms = { url: made.receiverUrl ?? '', secret: made.secret ?? '', seconds };
    const bareUrl = `${bare.url}/api/v1/agent/draft`;
    await warmUp([service.url], [quiet]);
    await driveHook({ ...terms, eventsPerRequest: 1, connections, seconds: 3 });

    console.log(`\n| ${store.name} | events/s | p50 ms | p99 ms | failures |\n|---|---|---|---|---|`);
    for (const [name, url] of [
      ['bare route', bareUrl],
      ['receiver', terms.url],
    ] as const) {
      for (const each of [1, eventsPerRequest]) {
        const load = await driveHook({ ...terms, url, eventsPerRequest: each, connections });
        const cells = [Math.round(load.eventsPerSecond), load.p50Ms, load.p99Ms, load.failures];
        console.log(`| ${name}, ${each} per request | ${cells.join(' | ')} |`);
      }
    }

    console.log(`\n| ${store.name}: drafts of another workspace, ${draftsPerSecond}/s | p50 ms | p99 ms | refused |`);
    console.log('|---|---|---|---|');
    const summaries: string[] = [];
    for (let round = 0; round < rounds; round += 1) summaries.push(await measureFlood(service.url, quiet, terms));
    for (const summary of summaries) console.log(summary);
  } finally {
    await handle.close();
    await service.stop();
    await bare.stop();
    await remove();
  }
}

/** Prints the drafts of another workspace alone and during a flood, and returns a sentence about the flood. */
async function measureFlood(url: string, target: DraftTarget, terms: Omit<HookTerms, 'eventsPerRequest'>) {
  await untilCalm(url, target);
  const calm = await callSteadily({ url, target, perSecond: draftsPerSecond, seconds });
  const cpuBefore = process.cpuUsage();
  const [busy, flooded] = await Promise.all([
    callSteadily({ url, target, perSecond: draftsPerSecond, seconds }),
    flood({ ...terms, eventsPerSecond, eventsPerRequest }),
  ]);
  const { user, system } = process.cpuUsage(cpuBefore);
  for (const [name, calls] of [
    ['alone', calm],
    [`during ${eventsPerSecond} events/s`, busy],
  ] as const) {
    const cells = [percentile(calls.ms, 0.5).toFixed(1), percentile(calls.ms, 0.99).toFixed(1), calls.refused];
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
  const { acceptedEvents, refused, failed, ms, tookSeconds } = flooded;
  const ownShare = ((user + system) / 1e6 / tookSeconds) * 100;
  const times = percentile(busy.ms, 0.99) / percentile(calm.ms, 0.99);
  return `The flood: ${Math.round(acceptedEvents / tookSeconds)} events/s stored, ${refused} requests refused, ${failed} failed, p99 of the stored ones ${percentile(ms, 0.99).toFixed(0)} ms. The other workspace's p99 is ${times.toFixed(2)} times as long. Meanwhile, this program used ${ownShare.toFixed(0)} % of one CPU core.`;
}

/** Waits until ten drafts in a row are quick, so that work left over from the previous load does not count. */
async function untilCalm(url: string, target: DraftTarget): Promise<void> {
  const giveUpAt = performance.now() + 60_000;
  let quick = 0;
  while (quick < 10 && performance.now() < giveUpAt) {
    const { ms } = await callSteadily({ url, target, perSecond: 1, seconds: 1 });
    quick = (ms[0] ?? Number.POSITIVE_INFINITY) < 100 ? quick + 1 : 0;
  }
}
