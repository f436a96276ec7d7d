/**
 * Measures how a quiet workspace is affected by one neighbour that sends the most expensive messages over 48
 * connections, with the real engine.
 *
 * npm run bench:neighbours -- [--store sqlite|postgres] [--seconds 6] [--rounds 3]
 */
import { parseArgs } from 'node:util';
import { openStore } from '../server/src/store/open-store.ts';
import { startService } from '../server/test/support/service-process.ts';
import { type DraftTarget, drive, percentile, warmUp } from './support/measure.ts';
import { callSteadily } from './support/steady-caller.ts';
import { type BenchStore, benchStores } from './support/stores.ts';
import { makeWorkspaces, raisedPlans } from './support/workspaces.ts';

const { values: flags } = parseArgs({
  options: {
    store: { type: 'string' },
    seconds: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '3' },
  },
});
const seconds = Number(flags.seconds);
const rounds = Number(flags.rounds);
const quietPerSecond = 20;
interface Noise {
  readonly name: string;
  readonly message: string;
  readonly eachOnNewConnection: boolean;
}
const noises: (Noise | null)[] = [
  null,
  { name: 'beside a.a.a.…', message: 'a.'.repeat(400), eachOnNewConnection: false },
  { name: 'beside İ:İ:…', message: 'İ:'.repeat(400), eachOnNewConnection: false },
  { name: 'beside İ:İ:…, each on a new connection', message: 'İ:'.repeat(400), eachOnNewConnection: true },
];

const stores = await benchStores(flags.store);
for (const store of stores) {
  await measure(store);
  await store.stop();
}

async function measure(store: BenchStore): Promise<void> {
  const { location, env, remove } = await store.fresh();
  const handle = await openStore(location, { role: 'tool' });
  const [quiet] = await makeWorkspaces(handle, { count: 1, keys: 1, messages: 4, prefix: 'quiet' });
  const [noisy] = await makeWorkspaces(handle, { count: 1, keys: 1, messages: 4, prefix: 'noisy' });
  await handle.close();
  if (quiet === undefined || noisy === undefined) throw new Error('no workspace was created');
  const service = await startService({ ...env, UNDERSTUDY_PLANS: raisedPlans });
  try {
    await warmUp([service.url], [quiet, noisy]);
    await drive(service.url, [noisy], { connections: 8, seconds: 3 });
    console.log(
      `\n| ${store.name}: a quiet workspace, ${quietPerSecond} drafts/s | p50 ms | p99 ms | neighbour's drafts/s | refused |`,
    );
    console.log('|---|---|---|---|---|');
    const results = noises.map(() => ({ ms: [] as number[], perSecond: 0, refused: 0 }));
    // The cases alternate, so that all see the same load.
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, noise] of noises.entries()) {
        const result = results[index];
        if (result === undefined) continue;
        const [calls, load] = await Promise.all([
          callSteadily({ url: service.url, target: quiet, perSecond: quietPerSecond, seconds }),
          noise === null
            ? null
            : drive(service.url, [costly(noisy, noise.message)], { ...noise, connections: 48, seconds }),
        ]);
        result.ms.push(...calls.ms);
        result.refused += calls.refused;
        result.perSecond += (load?.perSecond ?? 0) / rounds;
      }
    }
    for (const [index, noise] of noises.entries()) {
      const { ms, perSecond, refused } = results[index] ?? { ms: [], perSecond: 0, refused: 0 };
      const [p50, p99] = [percentile(ms, 0.5).toFixed(1), percentile(ms, 0.99).toFixed(1)];
      // autocannon does not count an answer on a connection that it abandons.
      const ofNeighbour = noise?.eachOnNewConnection === true ? '–' : Math.round(perSecond);
      console.log(`| ${[noise?.name ?? 'alone', p50, p99, ofNeighbour, refused].join(' | ')} |`);
    }
  } finally {
    await service.stop();
    await remove();
  }
}

function costly({ key, body }: DraftTarget, message: string): DraftTarget {
  return { key, body: JSON.stringify({ ...JSON.parse(body), message }) };
}
