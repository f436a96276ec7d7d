/**
 * Measures durable drafts per second on SQLite, with the whole service and with the store alone making the same calls,
 * in turns in one run. Takes about a minute and a half.
 *
 * npm run bench:sqlite -- [--seconds 4] [--rounds 3] [--connections 16] [--json]
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { hashApiKey } from '../server/src/lib/secrets.ts';
import { openStore } from '../server/src/store/open-store.ts';
import type { Store } from '../server/src/store/port.ts';
import { startService } from '../server/test/support/service-process.ts';
import { constantOutput } from './support/constant-engine.ts';
import { cpuMicroseconds, type DraftTarget, drive, type Load, warmUp } from './support/measure.ts';
import { benchStores } from './support/stores.ts';
import { makeWorkspaces, raisedPlans } from './support/workspaces.ts';

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '16' },
    json: { type: 'boolean', default: false },
  },
});
const seconds = Number(flags.seconds);
const rounds = Number(flags.rounds);
const connections = Number(flags.connections);
const script = new URL('./support/constant-service.ts', import.meta.url).pathname;
const many = 1e9;
const monthlyReplies = { creator: many, studio: many, agency: many };
const response = JSON.stringify({ ok: true, decision: constantOutput.decision });
const trace = JSON.stringify(constantOutput.trace);
const inputHash = '0'.repeat(64);

const revisions = new Map<string, string>();

interface Row {
  readonly name: string;
  readonly perSecond: number;
  readonly alonePerSecond: number;
  readonly ratio: number;
  readonly p99Ms: number;
  readonly failures: number;
  readonly cpuMicrosecondsPerDraft: number;
  readonly aloneCpuMicrosecondsPerDraft: number;
}

const [sqlite] = await benchStores('sqlite');
if (sqlite === undefined) throw new Error('SQLite is not available');
const rows: Row[] = [];
for (const shape of [
  { name: '1,000 workspaces', count: 1_000, keys: 1 },
  { name: 'one hot workspace, 8 keys', count: 1, keys: 8 },
]) {
  const mine = await sqlite.fresh();
  const served = await sqlite.fresh();
  const alone = await openStore(mine.location, { role: 'serve' });
  const aloneTargets = await makeWorkspaces(alone, { ...shape, messages: 40 });
  const handle = await openStore(served.location, { role: 'tool' });
  const targets = await makeWorkspaces(handle, { ...shape, messages: 40 });
  await handle.close();
  const service = await startService({ ...served.env, UNDERSTUDY_PLANS: raisedPlans }, { script });
  const loads: Load[] = [];
  let aloneDrafts = 0;
  let aloneCpu = 0;
  let cpu = 0;
  await warmUp([service.url], targets);
  await drive(service.url, targets, { connections, seconds: 2 });
  await draftAlone(alone, shape.count, aloneTargets, 1);
  for (let round = 0; round < rounds; round += 1) {
    const ownBefore = process.cpuUsage();
    aloneDrafts += await draftAlone(alone, shape.count, aloneTargets, seconds);
    const own = process.cpuUsage(ownBefore);
    aloneCpu += own.user + own.system;
    const before = await cpuMicroseconds(service.child.pid);
    loads.push(await drive(service.url, targets, { connections, seconds }));
    cpu += (await cpuMicroseconds(service.child.pid)) - before;
  }
  const drafts = loads.reduce((total, load) => total + load.perSecond, 0) * seconds;
  rows.push({
    name: shape.name,
    perSecond: drafts / seconds / rounds,
    alonePerSecond: aloneDrafts / seconds / rounds,
    ratio: drafts / aloneDrafts,
    p99Ms: Math.max(...loads.map((load) => load.p99Ms)),
    failures: loads.reduce((total, load) => total + load.failures, 0),
    cpuMicrosecondsPerDraft: Math.round(cpu / drafts),
    aloneCpuMicrosecondsPerDraft: Math.round(aloneCpu / aloneDrafts),
  });
  await service.stop();
  await alone.close();
  await mine.remove();
  await served.remove();
}
if (flags.json) console.log(JSON.stringify(rows, null, 2));
else print(rows);

/**
 * Runs as many callers as there are connections, each of which makes one draft after another. Returns how many drafts
 * were stored.
 */
async function draftAlone(store: Store, count: number, targets: readonly DraftTarget[], forSeconds: number) {
  const endsAt = performance.now() + forSeconds * 1_000;
  const hashes = targets.map(({ key }) => hashApiKey(key));
  let stored = 0;
  const caller = async (_: unknown, first: number) => {
    for (let turn = first; performance.now() < endsAt; turn += connections) {
      await draft(store, `ws_${turn % count}`, hashes[turn % hashes.length] ?? '');
      stored += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, caller));
  return stored;
}

/** Makes the calls that the service makes to its store for one draft with a cached persona. */
async function draft(store: Store, workspaceId: string, hash: string): Promise<void> {
  const { outcome } = await store.authenticate({
    address: '127.0.0.1',
    credential: { kind: 'key', hash },
    isRecentlyVerified: true,
    origin: null,
    failuresPerMinute: 20,
    requestsPerMinute: monthlyReplies,
  });
  if (outcome !== 'authenticated') throw new Error(`a key was ${outcome}`);
  const ref = {
    workspaceId,
    idempotencyKey: randomUUID(),
    profileId: 'prof_one',
    conversationId: 'conv_one',
    monthlyReplies,
  };
  const prepared = await store.prepareDraft({ ...ref, knownRevision: revisions.get(workspaceId) ?? null });
  if (prepared === null) throw new Error('a draft was not prepared');
  revisions.set(workspaceId, prepared.revision);
  const tally = { intent: 'shipping', riskLevel: 'safe' };
  const result = await store.storeDraft({ ...ref, inputHash, response, trace, retentionMs: 86_400_000, tally });
  if (result.outcome !== 'stored') throw new Error(`a draft was ${result.outcome}`);
}

function print(measured: readonly Row[]) {
  console.log(
    `\n| SQLite (${connections} connections) | drafts/s | store alone, drafts/s | ratio | p99 ms | CPU µs per draft | store alone, CPU µs | failures |`,
  );
  console.log('|---|---|---|---|---|---|---|---|');
  for (const row of measured) {
    const cells = [
      row.name,
      Math.round(row.perSecond),
      Math.round(row.alonePerSecond),
      row.ratio.toFixed(2),
      row.p99Ms,
      row.cpuMicrosecondsPerDraft,
      row.aloneCpuMicrosecondsPerDraft,
      row.failures,
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
