import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { scopes } from '../../server/src/domain/actor.ts';
import { createApiKey } from '../../server/src/lib/secrets.ts';
import { openStore } from '../../server/src/store/open-store.ts';
import { startService } from '../../server/test/support/service-process.ts';
import { raisedPlans } from './workspaces.ts';

/**
 * Starts the service in a separate process, with a stub model that answers after a fixed time. Four workspaces use the
 * model, and four do not.
 */
export async function startModelWorld({ modelMs, env = {} }: { modelMs: number; env?: Record<string, string> }) {
  const dataDir = await mkdtemp(join(tmpdir(), 'understudy-bench-model-'));
  const stub = await startStubThread(modelMs);
  const keys = await makeWorkspaces(dataDir, 4, true);
  const keysWithoutModel = await makeWorkspaces(dataDir, 4, false);
  const service = await startService({
    UNDERSTUDY_DATA_DIR: dataDir,
    UNDERSTUDY_PLANS: raisedPlans,
    UNDERSTUDY_MAX_CONCURRENT_REQUESTS: '5000',
    UNDERSTUDY_MODEL: 'openai-compatible:stub',
    UNDERSTUDY_MODEL_BASE_URL: stub.baseUrl,
    UNDERSTUDY_MODEL_TIMEOUT_MS: '60000',
    UNDERSTUDY_MODEL_CONCURRENCY: '1000',
    UNDERSTUDY_MODEL_CONCURRENCY_PER_WORKSPACE: '500',
    ...env,
  });
  return {
    service,
    stub,
    keys,
    keysWithoutModel,
    /** Makes one draft in the key's workspace; resolves to the answer's text. */
    draft: (key: string, message = 'do you ship to Brazil?') =>
      post(`${service.url}/api/v1/agent/draft`, JSON.stringify({ profileId: 'prof_one', message }), {
        authorization: `Bearer ${key}`,
        'idempotency-key': randomUUID(),
      }),
    async usedBy(key: string): Promise<number> {
      const response = await fetch(`${service.url}/api/v1/agent/usage`, {
        headers: { authorization: `Bearer ${key}` },
      });
      const { usage }: { usage: { used: number } } = JSON.parse(await response.text());
      return usage.used;
    },
    /** Reads the service's CPU time so far, over all threads, in milliseconds. */
    async processorMs(): Promise<number> {
      const stat = await readFile(`/proc/${service.child.pid}/stat`, 'utf8').catch(() => '');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const msInTick = 10;
      return (Number(fields[11]) + Number(fields[12])) * msInTick;
    },
    async stop(): Promise<void> {
      agent.destroy();
      await service.stop();
      await stub.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const agent = new Agent({ keepAlive: true });

/** Posts with a minimal client, so that the measurement does not include the caller's cost. */
export function post(url: string, body: string, headers: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const all = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers };
    const outgoing = request(url, { method: 'POST', agent, headers: all }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (chunk: string) => {
        text += chunk;
      });
      incoming.on('end', () => resolve(text));
      incoming.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

async function makeWorkspaces(dataDir: string, count: number, usesModel: boolean): Promise<string[]> {
  const store = await openStore({ kind: 'sqlite', dataDir }, { role: 'tool' });
  const made: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const id = usesModel ? `ws_${index}` : `ws_plain_${index}`;
    const facts = [{ id: 'f_ship', topic: 'shipping', text: 'I ship worldwide from Lisbon every Tuesday.' }];
    const persona = { about: 'Ceramic artist in Lisbon.', languages: ['en'], facts };
    const profiles = [{ id: 'prof_one', displayName: 'Example Creator', persona }];
    const entry = { id, name: id, plan: 'agency' as const, drafting: { model: usesModel }, profiles };
    await store.importDocument({ workspaces: [entry] }, { forceState: false, dryRun: false });
    const { key, hash } = createApiKey();
    await store.createKey({
      keyId: `key_${id}`,
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

/** Starts the stub in a separate thread, so that it does not wait for the callers. */
async function startStubThread(modelMs: number) {
  const worker = new Worker(new URL('./stub-thread.ts', import.meta.url), { workerData: { modelMs } });
  const next = <T>() => new Promise<T>((resolve) => worker.once('message', resolve));
  const baseUrl = await next<string>();
  const ask = <T>(what: 'calls' | 'last'): Promise<T> => {
    worker.postMessage(what);
    return next<T>();
  };
  return {
    baseUrl,
    calls: () => ask<number>('calls'),
    /** Returns the last request's body, unchanged. */
    lastBody: () => ask<string>('last'),
    stop: () => worker.terminate(),
  };
}
