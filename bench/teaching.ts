/**
 * Measures the cost of trained classifiers: training beside the serving thread, the first draft after a restart, and
 * drafts for many creators in turn compared with drafts for one. Takes about five minutes for both stores.
 *
 * npm run bench:teaching -- [--store sqlite|postgres] [--creators 1000] [--items 40] [--phrases 80] [--seconds 5]
 * [--rounds 3] [--no-training]
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { openStore } from '../server/src/store/open-store.ts';
import type { Store } from '../server/src/store/port.ts';
import { createTrainer } from '../server/src/teaching/create-trainer.ts';
import { trainPersona } from '../server/src/teaching/train-persona.ts';
import { type ServiceProcess, startService } from '../server/test/support/service-process.ts';
import { longestStall } from '../server/test/teaching/support/longest-stall.ts';
import { taughtPersona } from '../server/test/teaching/support/taught-persona.ts';
import { cpuMicroseconds, type DraftTarget, drive, memoryMb } from './support/measure.ts';
import { benchStores } from './support/stores.ts';
import { makeWorkspaces, raisedPlans } from './support/workspaces.ts';

const { values: flags } = parseArgs({
  options: {
    store: { type: 'string' },
    creators: { type: 'string', default: '1000' },
    items: { type: 'string', default: '40' },
    phrases: { type: 'string', default: '80' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    'no-training': { type: 'boolean', default: false },
  },
});
const [creators, items, phrases, seconds, rounds] = [
  flags.creators,
  flags.items,
  flags.phrases,
  flags.seconds,
  flags.rounds,
].map(Number) as [number, number, number, number, number]; // there are five flags
/** The number of different personas. Creators share them, because training a thousand would take an hour. */
const distinct = 8;
const connections = 16;

if (!flags['no-training']) {
  await timeTraining('40 items of 80 phrases', { items: 40, phrases: 80 });
  await timeTraining('200 items of 80 phrases and 20 near misses', { items: 200, phrases: 80, nearMisses: 20 });
}
const taught = Array.from({ length: distinct }, (_, seed) => {
  const persona = taughtPersona({ items, phrases, seed: seed + 1 });
  return { persona, ...trainPersona(persona) };
});
for (const { name, fresh, stop } of await benchStores(flags.store)) {
  const { location, env, remove } = await fresh();
  const store = await openStore(location, { role: 'tool' });
  const targets = await makeWorkspaces(store, { count: creators, keys: 1, messages: 4 });
  await teachAll(store);
  await store.close();
  for (const memory of [64, 512]) {
    const service = await startService({
      ...env,
      UNDERSTUDY_PLANS: raisedPlans,
      UNDERSTUDY_CLASSIFIER_MEMORY_MB: String(memory),
    });
    const [first, second] = [await timeDraft(service.url, targets[0]), await timeDraft(service.url, targets[1])];
    const bare = await memoryMb(service.child.pid);
    const [one, many] = [rateOf(service), rateOf(service)];
    await drive(service.url, targets.slice(0, 1), { connections, seconds: 2 });
    await drive(service.url, targets, { connections, seconds: 60, amount: creators });
    for (let round = 0; round < rounds; round += 1) {
      await one.add(targets.slice(0, 1));
      await many.add(targets);
    }
    const used = await memoryMb(service.child.pid);
    console.log(
      `${name}, ${memory} MB for classifiers: first draft after the start ${first.toFixed(1)} ms, of another creator then ${second.toFixed(1)} ms; ` +
        `one creator ${told(one)}, ${creators} in turn ${told(many)}: ${(many.perSecond() / one.perSecond()).toFixed(2)} of the rate, ` +
        `${(one.cpuMs() / many.cpuMs()).toFixed(2)} by CPU time; memory ${bare?.now ?? '?'} MB at the start, ${used?.now ?? '?'} MB then, at most ${used?.highest ?? '?'}`,
    );
    await service.stop();
  }
  await remove();
  await stop();
}

/** Adds up rounds of drafts. On a shared machine, CPU time is more reliable than the rate. */
function rateOf({ url, child }: ServiceProcess) {
  let [drafts, cpu, ran] = [0, 0, 0];
  return {
    perSecond: () => drafts / (ran * seconds),
    cpuMs: () => cpu / 1_000 / drafts,
    async add(targets: readonly DraftTarget[]): Promise<void> {
      const before = await cpuMicroseconds(child.pid);
      drafts += (await drive(url, targets, { connections, seconds })).perSecond * seconds;
      cpu += (await cpuMicroseconds(child.pid)) - before;
      ran += 1;
    },
  };
}

function told({ perSecond, cpuMs }: ReturnType<typeof rateOf>): string {
  return `${perSecond().toFixed(0)} drafts/s at ${cpuMs().toFixed(2)} ms of CPU time each`;
}

async function timeTraining(what: string, size: Parameters<typeof taughtPersona>[0]): Promise<void> {
  const persona = taughtPersona(size);
  const trainer = createTrainer();
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const { stallMs, result } = await longestStall(() => trainer.inTurn('ws', (train) => train(persona)));
  const took = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(before);
  console.log(
    `${what}: trained in ${took.toFixed(1)} s (${((user + system) / 1e6).toFixed(1)} s of CPU time), ${result.bytes.length} bytes, longest stall of the serving thread ${stallMs.toFixed(1)} ms`,
  );
  await trainer.close();
}

/** Gives each creator one of the personas and its classifier. */
async function teachAll(store: Store): Promise<void> {
  for (let index = 0; index < creators; index += 1) {
    const { persona, hash, bytes } = taught[index % distinct] ?? { persona: {}, hash: '', bytes: new Uint8Array() };
    const profiles = [{ id: 'prof_one', displayName: 'Example Creator', persona }];
    const workspaceId = `ws_${index}`;
    const entry = { id: workspaceId, name: workspaceId, plan: 'agency' as const, profiles };
    await store.importDocument({ workspaces: [entry] }, { forceState: false, dryRun: false });
    await store.keepClassifier({ workspaceId, profileId: 'prof_one', hash, bytes });
  }
}

async function timeDraft(url: string, target: DraftTarget | undefined): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${url}/api/v1/agent/draft`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${target?.key}`,
      'idempotency-key': randomUUID(),
    },
    body: target?.body ?? '',
  });
  await response.text();
  if (response.status !== 200) throw new Error(`a draft was answered ${response.status}`);
  return performance.now() - startedAt;
}
