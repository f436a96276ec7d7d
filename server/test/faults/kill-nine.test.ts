import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { createAuditVerbs } from '../../src/admin/audit-verbs.ts';
import { defaultPlans } from '../../src/domain/plan.ts';
import { createApiKey } from '../../src/lib/secrets.ts';
import type { StoreLocation } from '../../src/store/location.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createTestDatabase } from '../support/postgres-database.ts';
import { runLength } from '../support/run-length.ts';
import { freePort, type ServiceProcess, startService } from '../support/service-process.ts';
import { sampleWorkspace } from '../support/world.ts';

const kills = runLength({ usual: 3, full: 20 });
const writers = 8;
const finishWithinMs = 30_000;
const workspaceId = 'ws_crash';
const monthlyReplies = { creator: 1_000_000, studio: 1_000_000, agency: 1_000_000 };
const plans = JSON.stringify({ ...defaultPlans, agency: { requestsPerMinute: 1_000_000, monthlyReplies: 1_000_000 } });

interface Write {
  readonly path: 'draft' | 'handoff';
  readonly idempotencyKey: string;
  readonly body: string;
  answer: string | null;
}

/** Lets writers write to a service that is killed repeatedly, then counts the data in the store. */
async function killUnderLoad(location: StoreLocation, env: Record<string, string>) {
  const { key, hash } = createApiKey();
  const store = await openStore(location, { role: 'tool' });
  onTestFinished(() => store.close());
  await store.importDocument({ workspaces: [sampleWorkspace(workspaceId)] }, { forceState: false, dryRun: false });
  await store.createKey({
    keyId: 'key_crash',
    keyHash: hash,
    workspaceId,
    name: 'crash',
    scopes: ['replies:write', 'handoffs:write', 'usage:read'],
    lifetimeMs: null,
  });

  const port = String(await freePort());
  const start = () => startService({ ...env, PORT: port, UNDERSTUDY_LEASE_SECONDS: '5', UNDERSTUDY_PLANS: plans });
  const writes: Write[] = [];
  let isOver = false;
  let isUp = true;
  let service: ServiceProcess = await start();
  onTestFinished(() => service.kill());
  const writing = Array.from({ length: writers }, async () => {
    while (!isOver) {
      if (!isUp) {
        await delay(5);
        continue;
      }
      const write = newWrite(writes.length);
      writes.push(write);
      await tryOnce(service.url, key, write);
    }
  });
  for (let kill = 0; kill < kills; kill += 1) {
    await delay(200 + Math.random() * 800);
    isUp = false;
    await service.kill();
    service = await start();
    isUp = true;
  }
  isOver = true;
  await Promise.all(writing);
  const unfinished = writes.filter((write) => write.answer === null);
  await Promise.all(unfinished.map((write) => sendUntilAnswered(service.url, key, write)));

  const unlike: string[] = [];
  const toVerify = [...writes];
  const verify = async () => {
    for (let write = toVerify.pop(); write !== undefined; write = toVerify.pop()) {
      const { text, isReplay } = await send(service.url, key, write);
      if (text !== write.answer || !isReplay) unlike.push(write.idempotencyKey);
    }
  };
  await Promise.all(Array.from({ length: writers }, verify));
  expect(await service.stop()).toBe(0);
  const usage = await store.usage({ workspaceId, monthlyReplies });
  const notifications = await store.listNotifications({ workspaceId, limit: 1_000_000 });
  const [chain] = await createAuditVerbs({ store }).verify({ workspaceId, expected: null });
  return {
    unlike,
    unfinished: unfinished.length,
    drafts: writes.filter((write) => write.path === 'draft').length,
    handoffs: writes.filter((write) => write.path === 'handoff').length,
    used: usage?.used,
    handoffsCounted: usage?.totals.handoffs,
    notifications: notifications.length,
    writtenDown: chain?.entries,
    chainFaults: chain?.faults,
  };
}

function newWrite(index: number): Write {
  const path = index % 3 === 0 ? 'handoff' : 'draft';
  const fields =
    path === 'draft'
      ? { profileId: 'prof_aurora', conversationId: 'conv_maya', message: `do you ship to Brazil? ${index}` }
      : { conversationId: 'conv_maya', confirm: true };
  return { path, idempotencyKey: randomUUID(), body: JSON.stringify(fields), answer: null };
}

/** Sends a write once. If the service is killed before it answers, the write stays unfinished. */
async function tryOnce(url: string, key: string, write: Write): Promise<void> {
  const answer = await send(url, key, write).catch(() => null);
  if (answer?.status === 200) write.answer = answer.text;
  else if (answer !== null) throw new Error(`a write was refused: ${answer.status} ${answer.text}`);
}

/** Repeats a write as the contract requires, until it is acknowledged. */
async function sendUntilAnswered(url: string, key: string, write: Write): Promise<void> {
  const deadline = Date.now() + finishWithinMs;
  while (Date.now() < deadline) {
    const answer = await send(url, key, write).catch(() => null);
    if (answer?.status === 200) {
      write.answer = answer.text;
      return;
    }
    const isWaiting = answer === null || answer.status >= 500 || answer.text.includes('idempotency_in_progress');
    if (!isWaiting) throw new Error(`a write was refused: ${answer.status} ${answer.text}`);
    await delay(20);
  }
  throw new Error(`a write was not finished within ${finishWithinMs} ms of retries`);
}

async function send(url: string, key: string, write: Write) {
  const response = await fetch(`${url}/api/v1/agent/${write.path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': write.idempotencyKey,
    },
    body: write.body,
  });
  const text = await response.text();
  return { status: response.status, text, isReplay: response.headers.get('idempotency-replayed') === 'true' };
}

function expectExactlyOnce(result: Awaited<ReturnType<typeof killUnderLoad>>) {
  console.info(
    `  ${kills} kills: ${result.drafts} drafts and ${result.handoffs} handoffs acknowledged, none lost or doubled; ${result.unfinished} were cut off and finished on retry`,
  );
  expect(result.unfinished).toBeGreaterThan(kills / 2);
  expect(result.drafts).toBeGreaterThan(kills);
  expect(result.handoffs).toBeGreaterThan(1);
  expect(result.unlike).toEqual([]);
  expect(result.used).toBe(result.drafts);
  expect(result.handoffsCounted).toBe(result.handoffs);
  expect(result.notifications).toBe(result.handoffs);
  expect([result.writtenDown, result.chainFaults]).toEqual([result.handoffs, []]);
}

describe('a service that is killed (-9) repeatedly under load loses no acknowledged write, charges, notifies and records once, and finishes every write on retry', () => {
  test('on SQLite', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'understudy-kill-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    expectExactlyOnce(await killUnderLoad({ kind: 'sqlite', dataDir }, { UNDERSTUDY_DATA_DIR: dataDir }));
  });

  const superuserUrl = inject('postgresUrl');
  test.skipIf(superuserUrl === null)('on PostgreSQL (skipped where there is none)', async () => {
    if (superuserUrl === null) return;
    const database = await createTestDatabase(superuserUrl);
    onTestFinished(database.drop);
    const location = { kind: 'postgres', url: database.url, poolSize: 2 } as const;
    expectExactlyOnce(await killUnderLoad(location, { DATABASE_URL: database.url }));
  });
});
