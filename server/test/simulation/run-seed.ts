import { createCapabilities } from '../../src/capabilities/create-capabilities.ts';
import { scopes } from '../../src/domain/actor.ts';
import { defaultPlans } from '../../src/domain/plan.ts';
import type { Engine } from '../../src/drafting/engine.ts';
import { ServiceError } from '../../src/lib/errors.ts';
import { createLog } from '../../src/lib/log.ts';
import type { Store } from '../../src/store/port.ts';
import type { WatchedClock } from '../../src/store/sqlite/clock.ts';
import { leasedOnly } from '../support/leased-only.ts';
import { createHistory } from './history.ts';
import { type Random, randomOf } from './random.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';
import { profileId, type SimDatabase, workspaceId } from './sim-database.ts';
import { createSimStore, realOperations, type SimOperations, type SimStore } from './sim-store.ts';

export interface SeedResult {
  readonly faults: readonly string[];
  readonly lines: readonly string[];
  readonly steps: number;
}

interface Server {
  readonly store: SimStore;
  readonly capabilities: ReturnType<typeof createCapabilities>;
}

const hourMs = 3_600_000;
const mostSteps = 60_000;
const log = createLog({ level: 'silent' });
const actor = { workspaceId, keyId: 'key', scopes: [...scopes], plan: 'agency' } as const;
const config = { leaseSeconds: 30, retentionHours: 24, plans: defaultPlans };

/**
 * Simulates a small installation, as the seed determines: servers, callers that retry, deliveries and purges over the
 * real operations, with crashes, errors of the store and steps of the clock. Returns the violations after all faults
 * are over.
 */
export async function runSeed(
  seed: number,
  database: SimDatabase,
  operations: SimOperations = realOperations,
): Promise<SeedResult> {
  const random = randomOf(seed);
  const scheduler = createScheduler();
  const limit = 3 + random.below(6);
  const mode = random.pick(['optimistic', 'leased', 'by a model']);
  const nodes = random.isChance(0.5) ? 1 : 2 + random.below(2);
  const history = createHistory(scheduler.now, limit);
  database.reset({ conversations: 3, monthlyReplies: limit, usesModel: mode === 'by a model' });

  let [isCalm, setAheadMs] = [false, 0];
  const source = { steadyMs: scheduler.now, wallMs: () => firstMs + scheduler.now() + setAheadMs };
  let clock: WatchedClock = database.start(true, source);
  const servers: Server[] = [];
  const faults = () => (isCalm ? 0 : 0.03);
  const engine = engineOf(scheduler, random);
  for (let node = 0; node < nodes; node += 1) servers.push(startServer());

  function startServer(): Server {
    const owner = {};
    const simulated = createSimStore({
      scheduler,
      random,
      database,
      history,
      operations,
      clock: () => clock,
      faults,
      owner,
    });
    const store = mode === 'leased' ? leasedOnly(simulated) : simulated;
    // The capabilities that write call no other part of the store.
    const capabilities = createCapabilities({ store: store as unknown as Store, engine: engine(owner), config, log });
    const server = { store, capabilities };
    owners.set(server, owner);
    void deliver(server, owner);
    void purge(server, owner);
    return server;
  }

  async function deliver({ store }: Server, owner: object): Promise<void> {
    for (;;) {
      await scheduler.sleep(5_000 + random.below(900_000), owner);
      const claimed = await store.claimNotifications({ workspaceId, limit: 5, claimMs: 60_000 }).catch(() => []);
      for (const { notificationId, claimToken } of claimed) {
        await scheduler.sleep(random.below(3_000), owner);
        history.delivered(notificationId);
        const result = { kind: 'delivered' as const };
        await store
          .settleNotification({ workspaceId, notificationId, claimToken, channels: {}, result })
          .catch(() => false);
      }
    }
  }

  async function purge({ store }: Server, owner: object): Promise<void> {
    for (;;) {
      await scheduler.sleep(60_000 + random.below(3_600_000), owner);
      await store.purge().catch(() => null);
    }
  }

  async function crash(): Promise<void> {
    const index = random.below(servers.length);
    const [server] = servers.splice(index, 1);
    if (server === undefined) return;
    scheduler.drop(owners.get(server) ?? {});
    await scheduler.sleep(random.below(120_000));
    if (nodes === 1) clock = database.start(true, source);
    servers.push(startServer());
  }

  async function trouble(): Promise<void> {
    for (let times = 2 + random.below(6); times > 0; times -= 1) {
      await scheduler.sleep(random.isChance(0.3) ? random.below(10 * hourMs) : random.below(60_000));
      if (random.isChance(0.6)) await crash();
      else setAheadMs = random.pick([0, 25 * hourMs, -25 * hourMs, 960 * hourMs, -960 * hourMs, 3 * hourMs]);
    }
  }

  /**
   * Simulates a caller with one key. It usually retries until it gets an answer, and may repeat the request much later.
   */
  async function callUntilAnswered(operation: 'draft' | 'handoff', key: string, input: unknown): Promise<void> {
    for (let round = random.below(3); round >= 0; round -= 1) {
      await scheduler.sleep(random.isChance(0.2) ? random.below(30 * hourMs) : random.below(40_000));
      for (let isAnswered = false; !isAnswered; ) {
        const server = servers[random.below(Math.max(1, servers.length))];
        if (server !== undefined) {
          const { draftReply, createHandoff } = server.capabilities;
          const capability = operation === 'draft' ? draftReply : createHandoff;
          const call = { actor, input: capability.parse(input), idempotencyKey: key, requestId: 'req' };
          const answer = await Promise.race([
            capability.run(call).then(
              ({ json }) => json,
              (error: unknown) => refusalOf(error),
            ),
            scheduler.sleep(35_000).then(() => null),
          ]);
          if (answer === 'agent_monthly_quota_used') return;
          if (answer?.startsWith('{')) {
            history.answered(operation, key, answer);
            isAnswered = true;
            continue;
          }
        }
        // Some callers give up: a sweep must find the writes that they left.
        if (random.isChance(0.1)) return;
        await scheduler.sleep(500 + random.below(5_000));
      }
    }
  }

  const callers: Promise<void>[] = [];
  for (let key = 0; key < 3 + random.below(6); key += 1) {
    const isDraft = random.isChance(0.7);
    const conversationId = `conv_${random.below(3)}`;
    const input = isDraft ? { profileId, message: 'hello' } : { conversationId, confirm: true };
    for (let caller = 0; caller <= random.below(3); caller += 1)
      callers.push(callUntilAnswered(isDraft ? 'draft' : 'handoff', `simulated-key-${key}`, input));
  }
  const troubles = trouble();
  let isDone = false;
  const all = Promise.all([...callers, troubles]).then(async () => {
    isCalm = true;
    // This is long enough for every lease to expire and be swept, and for every claim to be taken over.
    await scheduler.sleep(3 * hourMs);
    isDone = true;
  });
  const restore = useVirtualIntervals(scheduler);
  try {
    const steps = await scheduler.run(() => isDone, mostSteps);
    if (isDone) await all;
    const stuck = isDone ? [] : [`not everybody was answered within ${steps} steps`];
    return { faults: [...stuck, ...(isDone ? history.faults(database.db) : [])], lines: history.lines, steps };
  } finally {
    restore();
  }
}

const owners = new WeakMap<Server, object>();
const firstMs = Date.UTC(2026, 10, 20);

/** Returns a function that creates engines. Every draft has its own text and takes some time, and some drafts fail. */
function engineOf(scheduler: Scheduler, random: Random): (owner: object) => Engine {
  let drafts = 0;
  return (owner) => ({
    name: 'simulated',
    async draft() {
      drafts += 1;
      const reply = `draft ${drafts}`;
      await scheduler.sleep(random.isChance(0.15) ? random.below(100_000) : random.below(2_000), owner);
      if (random.isChance(0.05)) throw new Error('simulated');
      const about = { intent: 'pricing', riskLevel: 'safe', confidence: 0.9, requiresCreator: false } as const;
      return {
        decision: { ...about, reply, rationale: '', mediaAssetId: '' },
        trace: { engine: 'simulated', version: 1 },
      };
    },
  });
}

/** Replaces `setInterval`, which renews leases, by the scheduler's intervals. Returns a function that restores it. */
function useVirtualIntervals(scheduler: Scheduler): () => void {
  const { setInterval: set, clearInterval: clear } = globalThis;
  const stops = new Map<object, () => void>();
  const virtual = (work: () => void, ms: number) => {
    const timer = {};
    stops.set(timer, scheduler.every(ms, work));
    return timer;
  };
  // The code under test stores the value and returns it, and does not look into it.
  globalThis.setInterval = virtual as unknown as typeof set;
  globalThis.clearInterval = ((timer: object) => stops.get(timer)?.()) as unknown as typeof clear;
  return () => {
    globalThis.setInterval = set;
    globalThis.clearInterval = clear;
  };
}

function refusalOf(error: unknown): string {
  return error instanceof ServiceError ? error.code : 'failed';
}
