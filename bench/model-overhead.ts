/**
 * What the service adds to a language model's time: the same stub, which answers after a fixed time, asked directly and
 * through a draft.
 *   npm run bench:model -- [--connections 16] [--seconds 10] [--model-ms 50] [--json]
 * Or as many drafts as are named, all at once: memory, event-loop delay, and how each ended.
 *   npm run bench:model -- --at-once 1000 --model-ms 2000
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { scopes } from '../server/src/domain/actor.ts';
import { createApiKey } from '../server/src/lib/secrets.ts';
import { openStore } from '../server/src/store/open-store.ts';
import { startService } from '../server/test/support/service-process.ts';
import { raisedPlans } from './support/workspaces.ts';

const { values: flags } = parseArgs({
  options: {
    connections: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '10' },
    'model-ms': { type: 'string', default: '50' },
    'at-once': { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const modelMs = Number(flags['model-ms']);
const message = 'do you ship to Brazil?';
const workspaces = 4;

const dataDir = await mkdtemp(join(tmpdir(), 'understudy-bench-model-'));
const stub = await startStubThread();
const keys = await makeWorkspaces();
const service = await startService({
  UNDERSTUDY_DATA_DIR: dataDir,
  UNDERSTUDY_PLANS: raisedPlans,
  UNDERSTUDY_MAX_CONCURRENT_REQUESTS: '5000',
  UNDERSTUDY_MODEL: 'openai-compatible:stub',
  UNDERSTUDY_MODEL_BASE_URL: stub.baseUrl,
  UNDERSTUDY_MODEL_TIMEOUT_MS: '60000',
  UNDERSTUDY_MODEL_CONCURRENCY: '1000',
  UNDERSTUDY_MODEL_CONCURRENCY_PER_WORKSPACE: '500',
});
try {
  const report =
    flags['at-once'] === undefined ? await measureOverhead() : await measureAtOnce(Number(flags['at-once']));
  console.log(flags.json ? JSON.stringify(report, null, 2) : report);
} finally {
  await service.stop();
  await stub.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function measureOverhead() {
  const greet = (index: number) => draft(index, 'hello!');
  await drive(2, draft);
  await drive(1, greet);
  await drive(1, askStub);
  const direct = await drive(Number(flags.seconds) / 2, askStub);
  // What asks no model shows what the machine can do just now.
  const greeted = await drive(Number(flags.seconds) / 4, greet);
  const usedBefore = await processorMs();
  const drafted = await drive(Number(flags.seconds), draft);
  const usedMs = (await processorMs()) - usedBefore;
  const added = (share: number) => round(at(drafted, share) - at(direct, share));
  return {
    connections: Number(flags.connections),
    drafts: drafted.length,
    stubMs: { p50: round(at(direct, 0.5)), p99: round(at(direct, 0.99)) },
    draftWithoutModelMs: { p50: round(at(greeted, 0.5)), p99: round(at(greeted, 0.99)) },
    draftMs: { p50: round(at(drafted, 0.5)), p99: round(at(drafted, 0.99)) },
    addedMs: { p50: added(0.5), p99: added(0.99) },
    processorMsForOneDraft: Math.round((usedMs / drafted.length) * 100) / 100,
  };
}

async function measureAtOnce(count: number) {
  const before = await memoryMb();
  const startedMs = performance.now();
  let highest = before;
  const watch = setInterval(async () => {
    highest = Math.max(highest, await memoryMb());
  }, 100);
  const probes: number[] = [];
  let isOver = false;
  const probing = (async () => {
    while (!isOver) {
      const sentMs = performance.now();
      await (await fetch(`${service.url}/healthz`)).arrayBuffer();
      probes.push(performance.now() - sentMs);
    }
  })();
  const times: number[][] = Array.from({ length: workspaces }, () => []);
  const outcomes: Record<string, number> = {};
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const text = await draft(index);
      times[index % workspaces]?.push(performance.now() - startedMs);
      const outcome = text.includes('worded by the language model') ? 'worded' : text.slice(0, 60);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }),
  );
  isOver = true;
  await probing;
  clearInterval(watch);
  const charged = await Promise.all(keys.map(usedBy));
  return {
    drafts: count,
    outcomes,
    modelCalls: await stub.calls(),
    charged: charged.reduce((sum, used) => sum + used, 0),
    tookMs: Math.round(performance.now() - startedMs),
    lastOfEachWorkspaceMs: times.map((each) => Math.round(Math.max(...each))),
    memoryMb: { before, highest },
    healthzMs: { p50: round(at(probes, 0.5)), p99: round(at(probes, 0.99)), longest: round(at(probes, 1)) },
  };
}

/** Keeps every connection busy for so long; the milliseconds of each request. */
async function drive(seconds: number, send: (index: number) => Promise<string>): Promise<number[]> {
  const endMs = performance.now() + seconds * 1_000;
  const taken: number[] = [];
  await Promise.all(
    Array.from({ length: Number(flags.connections) }, async (_, index) => {
      while (performance.now() < endMs) {
        const sentMs = performance.now();
        await send(index);
        taken.push(performance.now() - sentMs);
      }
    }),
  );
  return taken;
}

async function draft(index: number, text = message): Promise<string> {
  const response = await fetch(`${service.url}/api/v1/agent/draft`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${keys[index % keys.length]}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ profileId: 'prof_one', message: text }),
  });
  return response.text();
}

async function askStub(): Promise<string> {
  const messages = [
    { role: 'system', content: 'Approved items, by id:\n[f_ship] I ship worldwide from Lisbon every Tuesday.\n\n' },
    { role: 'user', content: message },
  ];
  const response = await fetch(`${stub.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'stub', messages }),
  });
  return response.text();
}

async function usedBy(key: string): Promise<number> {
  const response = await fetch(`${service.url}/api/v1/agent/usage`, { headers: { authorization: `Bearer ${key}` } });
  const { usage }: { usage: { used: number } } = JSON.parse(await response.text());
  return usage.used;
}

async function makeWorkspaces(): Promise<string[]> {
  const store = await openStore({ kind: 'sqlite', dataDir }, { role: 'tool' });
  const made: string[] = [];
  for (let index = 0; index < workspaces; index += 1) {
    const id = `ws_${index}`;
    const facts = [{ id: 'f_ship', topic: 'shipping', text: 'I ship worldwide from Lisbon every Tuesday.' }];
    const persona = { about: 'Ceramic artist in Lisbon.', languages: ['en'], facts };
    const profiles = [{ id: 'prof_one', displayName: 'Example Creator', persona }];
    const entry = { id, name: id, plan: 'agency' as const, drafting: { model: true }, profiles };
    await store.importDocument({ workspaces: [entry] }, { forceState: false, dryRun: false });
    const { key, hash } = createApiKey();
    await store.createKey({
      keyId: `key_${index}`,
      keyHash: hash,
      workspaceId: id,
      name: 'bench',
      scopes,
      lifetimeMs: null,
    });
    made.push(key);
  }
  await store.close();
  return made;
}

/** The stub in a thread of its own, so that it does not wait for the callers. */
async function startStubThread() {
  const worker = new Worker(new URL('./support/stub-thread.ts', import.meta.url), { workerData: { modelMs } });
  const next = <T>() => new Promise<T>((resolve) => worker.once('message', resolve));
  const baseUrl = await next<string>();
  return {
    baseUrl,
    async calls() {
      worker.postMessage('calls');
      return next<number>();
    },
    stop: () => worker.terminate(),
  };
}

/** What the service has used so far, all its threads. */
async function processorMs(): Promise<number> {
  const stat = await readFile(`/proc/${service.child.pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const msInTick = 10;
  return (Number(fields[11]) + Number(fields[12])) * msInTick;
}

async function memoryMb(): Promise<number> {
  const status = await readFile(`/proc/${service.child.pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
