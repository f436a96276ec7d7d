/**
 * Measures the time that the service adds to a language model's time. The same stub, which answers after a fixed time,
 * is called directly, through a bare route that only passes the question on, and through a draft. These alternate every
 * second, so that all see the same load. `--json` prints one line.
 *
 * npm run bench:model -- [--connections 16] [--rounds 8] [--model-ms 50] [--json]
 *
 * With --at-once, it sends that many drafts at the same time, and prints the memory, the event-loop delay, the
 * workspaces' shares, and how each draft ended.
 *
 * npm run bench:model -- --at-once 1000 --model-ms 2000 [--places 1000]
 */
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startService } from '../server/test/support/service-process.ts';
import { measureAtOnce } from './support/model-at-once.ts';
import { post, startModelWorld } from './support/model-world.ts';

const { values: flags } = parseArgs({
  options: {
    connections: { type: 'string', default: '16' },
    rounds: { type: 'string', default: '8' },
    'model-ms': { type: 'string', default: '50' },
    'at-once': { type: 'string' },
    places: { type: 'string', default: '1000' },
    json: { type: 'boolean', default: false },
  },
});
const modelMs = Number(flags['model-ms']);
const connections = Number(flags.connections);

const report =
  flags['at-once'] === undefined
    ? await measureOverhead()
    : await measureAtOnce({ count: Number(flags['at-once']), modelMs, places: Number(flags.places) });
console.log(flags.json ? JSON.stringify(report) : report);

async function measureOverhead() {
  const loadBefore = round(loadavg()[0] ?? 0);
  const world = await startModelWorld({ modelMs });
  const key = (index: number) => world.keys[index % world.keys.length] ?? '';
  const draft = (index: number) => world.draft(key(index));
  await draft(0);
  const body = await world.stub.lastBody();
  const bare = await startService(
    { MODEL_BASE_URL: world.stub.baseUrl, MODEL_BODY: body },
    { script: fileURLToPath(new URL('./support/bare-proxy.ts', import.meta.url)) },
  );
  const arms = {
    stub: () => post(`${world.stub.baseUrl}/chat/completions`, body),
    bareProxy: () => post(`${bare.url}/api/v1/agent/draft`, body),
    draft,
    draftWithoutModel: (index: number) =>
      world.draft(world.keysWithoutModel[index % world.keysWithoutModel.length] ?? ''),
  };
  const taken: Record<string, number[]> = {};
  let usedMs = 0;
  let tookMs = 0;
  try {
    // Three rounds warm up the compiler and the caches.
    for (let turn = -3; turn < Number(flags.rounds); turn += 1) {
      for (const [name, send] of Object.entries(arms)) {
        const usedBefore = await world.processorMs();
        const startedMs = performance.now();
        const times = await drive(1_000, send);
        if (turn < 0) continue;
        taken[name] = [...(taken[name] ?? []), ...times];
        if (name !== 'draft') continue;
        tookMs += performance.now() - startedMs;
        usedMs += (await world.processorMs()) - usedBefore;
      }
    }
  } finally {
    await bare.stop();
    await world.stop();
  }
  const figures = (values: readonly number[] = []) => ({
    p50: at(values, 0.5),
    p90: at(values, 0.9),
    p99: at(values, 0.99),
  });
  const [stub, bareProxy, drafted] = [taken['stub'], taken['bareProxy'], taken['draft']].map(figures);
  if (stub === undefined || bareProxy === undefined || drafted === undefined) throw new Error('nothing was measured');
  const added = (to: typeof stub, from: typeof stub) => ({
    p50: round(to.p50 - from.p50),
    p99: round(to.p99 - from.p99),
  });
  const count = taken['draft']?.length ?? 0;
  return {
    connections,
    drafts: count,
    loadAverageBefore: loadBefore,
    stubMs: stub,
    bareProxyMs: bareProxy,
    draftMs: drafted,
    draftWithoutModelMs: figures(taken['draftWithoutModel']),
    addedByBareProxyMs: added(bareProxy, stub),
    addedByDraftMs: added(drafted, stub),
    addedBeyondBareProxyMs: added(drafted, bareProxy),
    /**
     * The share of one CPU core that all of the service's threads together use. If it is near 1, drafts wait for each
     * other.
     */
    processorShare: Math.round((usedMs / tookMs) * 100) / 100,
    processorMsForOneDraft: Math.round((usedMs / count) * 100) / 100,
  };
}

/**
 * Keeps every connection busy for this long, each starting a little later than the one before. Returns the milliseconds
 * of each request.
 */
async function drive(durationMs: number, send: (index: number) => Promise<string>): Promise<number[]> {
  const endMs = performance.now() + durationMs;
  const taken: number[] = [];
  await Promise.all(
    Array.from({ length: connections }, async (_, index) => {
      await delay((index * modelMs) / connections);
      while (performance.now() < endMs) {
        const sentMs = performance.now();
        await send(index);
        taken.push(performance.now() - sentMs);
      }
    }),
  );
  return taken;
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
